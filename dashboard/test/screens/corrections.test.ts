// Manual corrections above the limit: an operator sees the pending ones, steps up, and approves or rejects them.

import { expect, test } from 'vitest';
import { personIn } from '../../../server/test/people/support.ts';
import { availableIn } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openScreen } from '../support/open-screen.ts';
import { agedStepUps, confirmStepUp, signIn } from '../support/passkey.ts';
import { type Stage, stage } from '../support/stage.ts';

describeWithChromium('the screen of manual corrections', () => {
  const on = stage();

  test('the requester sees that another person must approve, and an auditor sees no button', async () => {
    const { enter, url, merchant } = on();
    const page = await enter({ role: 'owner' });
    const { id: project } = merchant.project;
    const given = { project, currency: 'EUR', amount: '7000', reason: 'my own' };
    const answer = await page
      .context()
      .request.post(`${url}/admin/api/operations/accounts.credit`, {
        headers: { origin: url, 'idempotency-key': 'own' },
        data: given,
      });
    expect(answer.status(), await answer.text()).toBe(200);
    await openScreen(page, 'Corrections');
    await page
      .getByRole('row', { name: /my own/ })
      .getByRole('button', { name: 'Approve…' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByText('Someone else must approve it.').waitFor();
    const auditor = await enter({ role: 'auditor' });
    await openScreen(auditor, 'Corrections');
    await auditor.getByRole('row', { name: /my own/ }).waitFor();
    expect(await auditor.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    const member = await enter({ roles: ['admin'] });
    expect(await member.getByRole('link', { name: 'Corrections', exact: true }).count()).toBe(0);
  });

  test('an operator finds corrections from the home screen, approves one and rejects another', async () => {
    const { merchant, world, url } = on();
    const credited = await request(on(), { amount: '5000', reason: 'goodwill for June' });
    const other = await request(on(), { amount: '1234.50', reason: 'a typo', type: 'debit' });
    const page = await signIn(on(), { role: 'operator' });
    await page.goto(`${url}/dashboard/`);
    await page.getByRole('link', { name: 'Corrections to approve' }).click();
    const row = page.getByRole('row', { name: /goodwill for June/ });
    await row.getByText('5,000.00 EUR').first().waitFor();
    for (const text of ['Ada', 'Credit', 'awaiting approval', 'this minute'])
      await row.getByText(text).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await agedStepUps(world);
    await row.getByRole('button', { name: 'Approve…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve this correction?' });
    await dialog.getByText('Requested by Ada: goodwill for June').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve' }).dblclick();
    await confirmStepUp(page, 'Credit 5,000.00 EUR to Test merchant');
    await row.waitFor({ state: 'detached' });
    expect(Number(await availableIn(merchant, 'EUR'))).toBe(5000);

    await page
      .getByRole('row', { name: /a typo/ })
      .getByRole('button', { name: 'Reject…' })
      .click();
    const refusal = page.getByRole('dialog', { name: 'Reject this correction?' });
    await refusal.getByText('Debit 1,234.50 EUR from Test merchant').waitFor();
    await refusal.getByRole('textbox', { name: 'Reason' }).fill('twice');
    await refusal.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('row', { name: /a typo/ }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Status' }).selectOption('');
    await page.getByRole('row', { name: /approved and posted.*goodwill/ }).waitFor();
    await page.getByRole('row', { name: /person \d+: twice/ }).waitFor();
    expect(Number(await availableIn(merchant, 'EUR'))).toBe(5000);
    const decided = await world.app.db.query<{ id: string; status: string }>(
      `select id, status from corrections where requested_by_name = 'Ada' order by id`,
    );
    expect(decided.map(({ id, status }) => [id, status])).toEqual([
      [credited, 'approved'],
      [other, 'refused'],
    ]);
  });
});

interface Given {
  readonly amount: string;
  readonly reason: string;
  readonly type?: 'credit' | 'debit';
}

let ada: Awaited<ReturnType<typeof personIn>> | undefined;

async function request({ merchant, world }: Stage, { type = 'credit', ...given }: Given) {
  ada ??= await personIn(world, { name: 'Ada', role: 'owner' });
  const values = { project: merchant.project.id, currency: 'EUR', ...given };
  const answer = await ada.post(`/operations/accounts.${type}`, values);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.data.status).toBe('requested');
  return answer.body.data.id;
}
