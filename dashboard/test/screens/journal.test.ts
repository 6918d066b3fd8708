// The audit log: filtered by person, operation and time, with the changed values.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { personIn } from '../../../server/test/people/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the audit log screen', () => {
  const on = stage();

  test('an auditor finds an entry, with the values before and after', async () => {
    const { enter, raise } = on();
    await raise({ kind: 'node_excluded', subject: 'BTC', facts: { reason: 'behind' } });
    const hand = await enter({ role: 'operator' });
    await openScreen(hand, 'Alerts');
    await hand.getByRole('button', { name: 'Resolve…' }).click();
    await hand.getByRole('textbox', { name: 'Reason' }).fill('node was restarted');
    await hand.getByRole('button', { name: 'Resolve alert' }).click();
    await hand.getByText('No open alerts').waitFor();

    const page = await enter({ role: 'auditor' });
    await openScreen(page, 'Audit log', 'Operations');
    await page.getByRole('textbox', { name: 'Action' }).fill('alerts');
    await page.keyboard.press('Enter');
    await page.getByText('1 shown').waitFor();
    expect(new URL(page.url()).search).toBe('?operation=alerts');
    await page.getByText('node was restarted').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const csv = readFileSync(await (await file).path(), 'utf8');
    expect(csv.trim().split('\r\n').length).toBe(2);
    expect(csv).toContain('node was restarted');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve an alert' });
    await dialog.getByRole('table', { name: 'Changes' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Who' }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('No entries match these filters.').waitFor();
  });

  test('a large manual correction shows its requester and approver', async () => {
    const { enter, merchant, world } = on();
    const requester = await personIn(world, { name: 'Ada', role: 'owner' });
    const approver = await personIn(world, { name: 'Ben', role: 'operator' });
    const given = {
      project: merchant.project.id,
      currency: 'EUR',
      amount: '5000',
      reason: 'a typo',
    };
    const requested = await requester.post('/operations/accounts.credit', given);
    const { id } = requested.body.data;
    await approver.post('/operations/corrections.approve', { correction_id: id });

    const page = await enter({ role: 'auditor' });
    await openScreen(page, 'Audit log', 'Operations');
    await page.getByRole('textbox', { name: 'Action' }).fill('corrections');
    await page.keyboard.press('Enter');
    await page.getByText('1 shown').waitFor();
    await page.getByText('Ben').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve a manual correction' });
    await dialog.getByRole('table', { name: 'Changes' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("project members see only their project's entries", async () => {
    const { enter, merchant, url } = on();
    const page = await enter({ roles: ['viewer'] });
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/journal`);
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(await page.getByText('alerts.resolve').count()).toBe(0);
    await page.goto(`${url}/dashboard/journal`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});
