// A developer whose shop got no notifications of paid invoices: they sign in, see the responses of their endpoint, fix
// it, retry one callback and check that it arrived, then retry all others that failed; every one is delivered.

import { expect, test } from 'vitest';
import { defaultRetrySchedule } from '../../../server/src/events/note-attempts.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { openScreen } from '../support/open-screen.ts';
import { signIn } from '../support/passkey.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('a developer', () => {
  const on = stage();

  test('finds why callbacks failed, fixes the endpoint and resends them', async () => {
    const { merchant, world } = on();
    merchant.answerWith(500);
    for (const custom_id of ['order 1', 'order 2', 'order 3']) {
      const { id } = await merchant.api.invoices.create({
        price_amount: '10',
        price_currency: 'EUR',
        pay_currency: 'BTC',
        custom_id,
      });
      await world.pay({ invoice_id: id });
    }
    let elapsed = 0;
    for (const offset of defaultRetrySchedule) {
      await world.advance(offset - elapsed);
      elapsed = offset;
    }
    const lost = await world.app.db.query<{ id: string }>(
      `select id from deliveries where status = 'failed'`,
    );
    expect(lost.length).toBeGreaterThan(2);

    const page = await signIn(on(), { roles: ['developer'] });
    await openScreen(page, 'Webhooks');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'failed' });
    const log = page.getByRole('table', { name: 'Sent events' });
    await log.getByRole('link').first().click();
    await page.getByText('Attempt 1: 500').waitFor();
    await page.getByText(/"custom_id": "order \d"/).waitFor();

    merchant.answerWith(200);
    const received = merchant.callbacks.length;
    await Promise.all([
      page.waitForResponse(/callbacks\.retry$/),
      page.getByRole('button', { name: 'Resend webhook' }).click(),
    ]);
    await world.settle();
    await page.reload();
    await page.getByText(`Attempt ${defaultRetrySchedule.length + 2}: 200`).waitFor();
    expect(merchant.callbacks.length).toBeGreaterThan(received);

    await page.getByRole('link', { name: '← Webhooks' }).click();
    await page.getByRole('button', { name: 'Retry all failed…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Created since (optional)').fill('2026-01-01');
    await Promise.all([
      page.waitForResponse(/callbacks\.retry-failed$/),
      dialog.getByRole('button', { name: 'Retry deliveries' }).click(),
    ]);
    await world.settle();
    const left = await world.app.db.query(`select 1 from deliveries where status <> 'delivered'`);
    expect(left).toEqual([]);
    const requested = await world.app.db.query(
      `select j.operation from journal j join journal_results o on o.journal_id = j.id
       where o.result = 'done' and j.operation like 'callbacks.retry%' order by j.id`,
    );
    expect(requested).toEqual([
      { operation: 'callbacks.retry' },
      { operation: 'callbacks.retry-failed' },
    ]);
  });
});
