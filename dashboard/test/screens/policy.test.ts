// The policy of a project: shown as sentences, replayed on past withdrawals, and published; and its address book.

import { expect, test } from 'vitest';
import { publishPolicy, refusal, requestWithdrawal } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

const RULES = `{
  "currency": "EUR",
  "rules": [
    { "name": "large", "when": { "amountAbove": "1000" }, "do": { "hold": 0 } },
    { "name": "everything else", "do": "allow" }
  ]
}`;

describeWithChromium('the screens of the policy', () => {
  const on = stage();

  test('an admin sees the problems, replays thirty days, and publishes', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ roles: ['admin'] });
    await openScreen(page, 'Policy');
    await page.getByText('This project uses the built-in policy').waitFor();
    await page.getByText('the destination is unknown and resembles a known address').waitFor();
    await page.getByRole('link', { name: 'Edit policy' }).click();
    await page.getByRole('button', { name: 'JSON text', exact: true }).click();
    const text = page.getByRole('textbox', { name: 'Policy (JSON)' });
    await text.fill(RULES.replace('"1000"', '1000').replace('"large"', '""'));
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByText('rules.0.name').waitFor();
    await page.getByText('rules.0.when.amountAbove').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await text.fill(RULES);
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByText('the amount is above 1,000.00 EUR').waitFor();
    await page.getByText('Same outcome for every payout').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Note' }).fill('after the audit');
    await page.getByRole('button', { name: 'Save policy' }).dblclick();
    await page.getByText('Version 1 is active.').waitFor();
    await page.getByText('after the audit').first().waitFor();
    await page.getByRole('link', { name: '1', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Version 1' })
      .getByText(/^\+.*"large"/)
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const rows = await world.app.db.query(
      'select version, note from policies where project_id = $1',
      [merchant.project.id],
    );
    expect(rows).toEqual([{ version: 1, note: 'after the audit' }]);
  });

  test('a rule is added with the form, before the existing ones, and shown as a sentence', async () => {
    const { enter, merchant, url, world } = on();
    const page = await enter({ roles: ['admin'] });
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/policy/edit`);
    await page.getByRole('button', { name: 'Add rule' }).click();
    const added = page.getByRole('region', { name: 'Rule 2' });
    await added.getByRole('textbox', { name: 'Name' }).fill('very large');
    await added.getByRole('textbox', { name: 'Amount' }).fill('500');
    await added.getByRole('textbox', { name: 'Approvals' }).fill('2');
    await added.getByLabel('Add condition').selectOption('coin');
    await added.getByRole('textbox', { name: 'Values' }).fill('BTC, LTC');
    await page.getByRole('button', { name: 'Move “very large” up' }).click();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByText('the amount is above 500.00 EUR').waitFor();
    await page.getByRole('button', { name: 'Save policy' }).click();
    // No approver has a code yet, which causes a warning.
    await page.getByText('Policy saved with warnings').waitFor();
    await page.getByRole('button', { name: 'Policy' }).click();
    await page.getByText('2 approvals are required').waitFor();
    const [row] = await world.app.db.query<{ document: string }>(
      'select document from policies where project_id = $1 order by version desc limit 1',
      [merchant.project.id],
    );
    const rule = { amountAbove: '500', coin: ['BTC', 'LTC'] };
    expect(JSON.parse(row?.document ?? '').rules[0]).toEqual({
      name: 'very large',
      when: rule,
      do: { hold: 2 },
    });
  });

  test('an owner creates an approver, and sees decisions and limit usage', async () => {
    const { enter, merchant, world } = on();
    const limit = { name: 'day', when: { sumAbove: { amount: '100', hours: 24 } }, do: 'refuse' };
    await credit(world, merchant, { EUR: '500' });
    await publishPolicy(world, merchant, limit);
    await requestWithdrawal(merchant, '85');
    await refusal(requestWithdrawal(merchant, '60'));
    const page = await enter({ role: 'owner' });
    await page.goto(`${on().url}/dashboard/projects/${merchant.project.id}/policy`);
    await page.getByText(/\b85%/).waitFor();
    await page.getByRole('row', { name: 'rejected by a rule' }).waitFor();
    await page.getByRole('button', { name: 'Add approver' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada Byron');
    await dialog.getByRole('button', { name: 'Add approver' }).dblclick();
    await page.getByRole('dialog', { name: 'Approval code for Ada Byron' }).waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    const row = page.getByRole('row', { name: 'Ada Byron', exact: false }).first();
    await row.waitFor();
    await page.getByRole('row', { name: 'approver added' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const admin = await enter({ roles: ['admin'] });
    await openScreen(admin, 'Policy');
    await admin.getByRole('row', { name: 'approver added' }).waitFor();
    expect(await admin.getByRole('button', { name: 'Add approver' }).count()).toBe(0);
    await admin.getByLabel('Action', { exact: true }).selectOption('refused_by_rule');
    await admin.getByRole('row', { name: 'approver added' }).waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove approver' }).click();
    await page.getByText('No approvers with a code yet.').waitFor();
  });

  test('without permission the rules are read-only', async () => {
    const { enter, merchant, url } = on();
    const page = await enter({ roles: ['support'] });
    await openScreen(page, 'Policy');
    await page.getByRole('heading', { name: 'Address book' }).waitFor();
    expect(await page.getByRole('link', { name: 'Edit policy' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add address' }).count()).toBe(0);
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/policy/edit`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});
