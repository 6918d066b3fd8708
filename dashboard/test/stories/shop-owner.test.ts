// The shop owner's first day: from the link that the first start prints to the first payout.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BTC_ADDRESS } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { fillWallet } from '../../../server/test/support/funds.ts';
import { countClicks } from '../support/clicks.ts';
import { notifiesChanges } from '../support/live.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

/** From the sign-in, which counts. */
const FIRST_PAYMENT_CLICKS_MAX = 6;

describeWithChromium('the first day of a shop owner', () => {
  const on = stage();

  test('a link, an invoice, its payment and webhook, an exchange and a withdrawal, all posted in the ledger', async () => {
    const { arrive, invite, merchant, open, url, world } = on();
    await notifiesChanges(world);
    await fillWallet(world, 'BTC', ['1']);
    const page = await open(`${url}/dashboard/sign-in`);
    const clicks = await countClicks(page);
    await arrive(await invite({ role: 'owner' }), page);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    await openScreen(page, 'Invoices');
    await page.getByRole('button', { name: 'Create invoice' }).first().click();
    const requested = page.getByRole('dialog', { name: 'Create invoice' });
    await requested.getByRole('textbox', { name: 'Amount' }).fill('8000.00');
    await requested.getByRole('textbox', { name: 'Reference' }).fill('first sale');
    await requested.getByRole('button', { name: 'Create invoice' }).click();
    await page.getByRole('heading', { level: 1, name: 'first sale' }).waitFor();
    await page.getByRole('button', { name: 'Pay exact amount' }).click();
    await page.getByText('The next block confirms it').waitFor();
    await world.settle();
    await page.getByText('Payment seen on the network').waitFor();
    expect(clicks.taken()).toBeLessThanOrEqual(FIRST_PAYMENT_CLICKS_MAX);
    await world.mine('BTC', 6);
    await page.getByText('Paid and credited').waitFor();
    await page.getByText('Webhook: status changed').waitFor();
    expect(merchant.callbacks.length).toBeGreaterThan(0);

    await openScreen(page, 'Balances');
    await page.getByRole('button', { name: 'Exchange funds' }).click();
    await exchange(page);
    await page.getByRole('link', { name: 'BTC', exact: true }).waitFor();

    await openScreen(page, 'Payouts');
    await page.getByRole('button', { name: 'Send coins' }).first().click();
    const sending = page.getByRole('dialog');
    await sending.getByRole('combobox', { name: 'From account' }).selectOption('BTC');
    await sending.getByRole('textbox', { name: 'Address' }).fill(BTC_ADDRESS);
    await sending.getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await sending.getByRole('textbox', { name: 'Reference' }).fill('first payout');
    await sending.getByRole('button', { name: 'Get quote' }).click();
    await sending.getByRole('button', { name: 'Send 0.01 BTC' }).click();
    await page.getByRole('heading', { level: 1, name: 'first payout' }).waitFor();
    await world.settle();
    await world.mine('BTC', 6);
    await page.getByRole('link', { name: 'View postings and on-chain transactions' }).click();
    const postings = page.getByRole('table', { name: 'Postings' });
    await postings.getByText('blockchain').first().waitFor();

    const booked = await world.app.db.query<{ type: string; sum: bigint }>(
      `select p.reference_type || ' ' || p.purpose as type, sum(p.amount) as sum from ledger_postings p
       where p.project_id = $1 and p.purpose in ('credit', 'sent') group by 1`,
      [merchant.project.id],
    );
    const sums = Object.fromEntries(booked.map(({ type, sum }) => [type, sum]));
    expect(sums).toMatchObject({ 'Invoice credit': 792_000n, 'CoinWithdrawal sent': 1_000_000n });
    const done = await world.app.db.query(
      `select 1 from exchange_transfers where committed_at is not null`,
    );
    expect(done.length).toBe(1);
  });
});

async function exchange(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().selectOption('EUR');
  await dialog.getByRole('combobox').nth(1).selectOption('BTC');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('4000');
  await dialog.getByRole('button', { name: 'Get quote' }).click();
  await dialog.getByRole('button', { name: /^Exchange .* for/ }).click();
  await dialog.waitFor({ state: 'detached' });
}
