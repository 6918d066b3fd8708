// The whole instance: payouts and coins are paused and resumed with a reason, and the screens show the findings of
// `doctor` and the audit, the liabilities, and the holdings elsewhere.

import { expect, test } from 'vitest';
import { runNodeChecks } from '../../../server/src/chains/examination.ts';
import { beginQuarantine } from '../../../server/src/payouts/quarantine.ts';
import { alertFinding } from '../../../server/src/workers/audit-books.ts';
import { daySumsWorker } from '../../../server/src/workers/statistics.ts';
import { runDueWork } from '../../../server/src/workers/worker.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { goTo } from '../support/go-to.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screens of the instance', () => {
  const on = stage();

  test('an operator pauses the payouts of a project and resumes them after a check', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Paused payouts');
    await page.getByRole('button', { name: 'Pause payouts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause payouts' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('a strange payout');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Pause payouts' }).dblclick();
    await page.getByRole('row', { name: /Test merchant.*a strange payout/ }).waitFor();
    const read = () =>
      world.app.db.query('select reason, resumed_reason from payout_pauses where project_id = $1', [
        merchant.project.id,
      ]);
    expect(await read()).toEqual([{ reason: 'a strange payout', resumed_reason: null }]);
    await page.getByRole('button', { name: 'Resume…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('it was ours');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByText('No paused projects.').waitFor();
    expect(await read()).toEqual([{ reason: 'a strange payout', resumed_reason: 'it was ours' }]);
  });

  test('an auditor sees the health findings, and cannot pause payouts', async () => {
    const { enter, world } = on();
    const nodes = world.assembled.nodes as Map<string, unknown>;
    const run = async () => ({ code: 'node_block_old', height: 900_000, seconds: 30_000 }) as const;
    const examine = () => runNodeChecks('node.example:8332', [{ check: 'sync', run }]);
    nodes.set('BTC', { examine, review: async () => [] });
    const page = await enter({ role: 'auditor' });
    await openScreen(page, 'Health');
    // What is wrong comes first, with what to do and where. The rest is folded.
    const node = page.getByRole('region', { name: 'BTC node, sync (node.example:8332)' });
    await node.getByText('The latest block, 900,000, is 8 hours old.').waitFor();
    await node.getByText('it receives no new blocks').waitFor();
    await node.getByRole('link', { name: 'Open Networks' }).waitFor();
    const guide = node.getByRole('link', { name: 'Read the guide' });
    const href = await guide.getAttribute('href');
    expect(href).toBe('/docs/runbook#chaintillnodedown');
    const ledger = page.getByRole('row', { name: /Ledger.*The ledger is consistent/ });
    expect(await ledger.isVisible()).toBe(false);
    await page
      .getByText(/^\d+ checks without problems$/)
      .first()
      .click();
    await ledger.waitFor();
    nodes.delete('BTC');
    const [last] = await world.app.db.query<{ version: number }>(
      'select max(version) as version from migrations',
    );
    await page.getByText(new RegExp(`^${last?.version} `)).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await openScreen(page, 'Ledger and solvency');
    await page.getByRole('row', { name: /Test merchant/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Declare' }).count()).toBe(0);
    await openScreen(page, 'Paused payouts');
    await page.getByText('No coins in quarantine.').waitFor();
    expect(await page.getByRole('button', { name: 'Pause payouts' }).count()).toBe(0);
  });

  test('an operator runs a job now, twice, and sees its result; an auditor cannot', async () => {
    const { enter, world } = on();
    await world.app.db.query(
      `update schedules set due_at = now() + interval '1 hour' where name = 'day-sums'`,
    );
    const page = await enter({ role: 'operator' });
    await goTo(page, 'work');
    const job = page.getByRole('row', { name: /Daily totals/ });
    await job.getByText(/^Completed .*, took /).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await job.getByRole('button', { name: 'Run now' }).dblclick();
    await job.getByText('due now').waitFor();
    await runDueWork(world.app, [daySumsWorker]);
    await job.getByText('due now').waitFor({ state: 'detached' });
    const lines = await world.app.db.query(
      `select count(*)::int as runs from journal where operation = 'workers.run'`,
    );
    expect(lines).toEqual([{ runs: 1 }]);
    const auditor = await enter({ role: 'auditor' });
    await goTo(auditor, 'work');
    await auditor.getByRole('row', { name: /Daily totals/ }).waitFor();
    expect(await auditor.getByRole('button', { name: 'Run now' }).count()).toBe(0);
  });

  test('an operator declares funds held elsewhere, and they count', async () => {
    const { enter, world } = on();
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Ledger and solvency');
    await page.getByText('No known errors.').waitFor();
    await page.getByRole('button', { name: 'Declare funds held elsewhere' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('25000');
    await page.getByRole('textbox', { name: 'Reason' }).fill('client account, statement 11');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Declare funds', exact: true }).dblclick();
    await page.getByRole('row', { name: /25,000.00 EUR.*client account/ }).waitFor();
    const declared = page.getByRole('table', { name: 'Solvency' });
    await declared.getByRole('row', { name: /EUR.*25,000.00/ }).waitFor();
    const stored = await world.app.db.query(
      'select currency, amount::text, reason from solvency_declarations',
    );
    const reason = 'client account, statement 11';
    expect(stored).toEqual([{ currency: 'EUR', amount: '2500000', reason }]);
  });

  test('a finding of the audit shows with its project', async () => {
    const { enter, merchant, world } = on();
    const facts = { project_id: merchant.project.id, currency: 'EUR' };
    const finding = { invariant: 'account_sums_nonzero', facts } as const;
    await alertFinding(world.app, finding, { isRaisedAgain: false });
    const page = await enter({ role: 'auditor' });
    await openScreen(page, 'Ledger and solvency');
    await page
      .getByRole('row', {
        name: /Test merchant the balances of all accounts of a currency sum to zero.*Currency: EUR/,
      })
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await world.app.db.query(`update alerts set resolved_at = now() where kind = 'audit_finding'`);
  });

  test('an operator ends a quarantine after a review of the findings', async () => {
    const { enter, world } = on();
    const begun = { coin: 'BTC', reason: 'restored' };
    await world.app.db.transaction((tx) => beginQuarantine(tx, begun));
    await world.app.db.query(
      `insert into unknown_spends (coin, kind, subject, txid, block_height, block_hash, found_at)
       values ('BTC', 'output', $1, $2, 1, $3, now())`,
      [`${'a'.repeat(64)}:0`, 'b'.repeat(64), 'c'.repeat(64)],
    );
    await world.settle();
    await world.app.db.query('update quarantines set reconciled_at = now()');
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Paused payouts');
    await page.getByRole('row', { name: /BTC wallet UTXO.*a{64}:0.*b{64}/ }).waitFor();
    await page.getByRole('button', { name: 'End…' }).click();
    const dialog = page.getByRole('dialog', { name: 'End quarantine of BTC?' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('it was the old wallet');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'End', exact: true }).dblclick();
    await page.getByText('No coins in quarantine.').waitFor();
    const lines = await world.app.db.query(
      `select object_id, reason from journal where operation = 'quarantine.end'`,
    );
    expect(lines).toEqual([{ object_id: 'BTC', reason: 'it was the old wallet' }]);
  });
});
