// Alerts: problems that need a person, and their acknowledgment.

import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screen of alerts', () => {
  const on = stage();

  test('one is cleared with a reason, once, and is then found among the others', async () => {
    const { enter, raise, world } = on();
    await raise({ kind: 'insolvent', subject: 'BTC', facts: { lacking: '0.5 BTC' } });
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Alerts');
    await page.getByText('Shortfall: 0.5 BTC').waitFor();
    await page.getByRole('button', { name: 'Resolve…' }).click();
    const clear = page.getByRole('button', { name: 'Resolve alert' });
    expect(await clear.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Reason' }).fill('node was restarted');
    expect(await faultsOf(page)).toEqual([]);
    await clear.dblclick();
    await page.getByText('No open alerts').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ index: 1 });
    await page.getByText('node was restarted').waitFor();
    const lines = await world.app.db.query(
      `select reason from journal where operation = 'alerts.resolve'`,
    );
    expect(lines).toEqual([{ reason: 'node was restarted' }]);
  });

  test('an acknowledged alert stays open with name and note, and needs no attention', async () => {
    const { enter, raise, world } = on();
    await raise({ kind: 'node_excluded', subject: 'LTC', facts: {} });
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Alerts');
    const line = page.getByRole('row', { name: /Node is excluded/ });
    await line.getByRole('button', { name: 'Acknowledge…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('disk is being replaced');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Acknowledge alert' }).dblclick();
    await line.getByText(/person \d+: disk is being replaced/).waitFor();
    await line.getByText('acknowledged', { exact: true }).waitFor();
    const stored = await world.app.db.query(
      `select a.resolved_at, a.note, j.reason from alerts a
       join journal j on j.object_id = a.id::text and j.operation = 'alerts.acknowledge'
       where a.kind = 'node_excluded'`,
    );
    const note = 'disk is being replaced';
    expect(stored).toEqual([{ resolved_at: null, note, reason: note }]);
    await line.getByRole('button', { name: 'Resolve…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('new disk');
    await page.getByRole('button', { name: 'Resolve alert' }).click();
    await page.getByText('No open alerts').waitFor();
  });

  test('one shows its severity, object and runbook, and is assigned and acknowledged in the audit log', async () => {
    const { enter, raise, world } = on();
    await raise({ kind: 'node_unreachable', subject: 'BTC', facts: {} });
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Alerts');
    const line = page.getByRole('row', { name: /No node is reachable/ });
    await line.getByText('critical', { exact: true }).waitFor();
    const guide = line.getByRole('link', { name: 'Read the runbook' });
    expect(await guide.getAttribute('href')).toBe('/docs/runbook#chaintillnodedown');
    await line.getByRole('button', { name: 'Assign to me' }).click();
    await line.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' });
    expect(await faultsOf(page)).toEqual([]);
    const stored = await world.app.db.query(
      `select u.role, a.acknowledged_at, count(j.*)::int as lines from alerts a
       join users u on u.id = a.assignee_id
       join journal j on j.object_id = a.id::text and j.operation = 'alerts.assign'
       where a.kind = 'node_unreachable' group by 1, 2`,
    );
    expect(stored).toEqual([{ role: 'operator', acknowledged_at: null, lines: 1 }]);
    await line.getByRole('link', { name: 'Open Networks' }).click();
    await page.getByRole('heading', { name: 'Networks' }).waitFor();
    await world.app.db.query('update alerts set resolved_at = now()');
  });

  test('a read-only member sees no button', async () => {
    const { enter, raise } = on();
    await raise({ kind: 'signer_unavailable', subject: 'BTC', facts: {} });
    const page = await enter({ role: 'auditor' });
    await openScreen(page, 'Alerts');
    await page.getByRole('table', { name: 'Alerts' }).waitFor();
    expect(await page.getByRole('button', { name: 'Resolve…' }).count()).toBe(0);
  });
});
