// Support with a customer on the phone: "I paid, and nothing happened."
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { notifiesChanges } from '../support/live.ts';
import { signIn } from '../support/passkey.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('support with a transaction of a payer', () => {
  const on = stage();

  test('reaches the history of the payment within three clicks', async () => {
    const { merchant, world } = on();
    await notifiesChanges(world);
    const invoice = await merchant.api.invoices.create({
      price_amount: '90000',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'order 12',
      payer_email: 'ada@payer.example',
    });
    const txid = await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
    const page = await signIn(on(), { roles: ['support'] });
    const clicks = counted();
    await search(page, clicks, txid);
    await clicks.on(page.getByRole('dialog').getByRole('link', { name: txid }));
    await page.getByRole('heading', { level: 1, name: 'order 12' }).waitFor();
    expect(clicks.made()).toBeLessThanOrEqual(3);
    await page.getByText('Payment seen on the network').waitFor();
    await page.getByText('Waiting for confirmations').waitFor();
    const row = page.getByRole('table', { name: 'On-chain transactions' }).getByRole('row').nth(1);
    await row.getByText(/^0 of \d$/).waitFor();
    await row.getByText('not assessed yet').waitFor();
    await row.getByRole('progressbar', { name: 'Confirmations' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await world.mine('BTC', 6);
    await page.getByText('Confirmed by the network').waitFor();
    await page.getByText('Risk assessed').waitFor();
    await page.getByText('Converted', { exact: true }).waitFor();
    await page.getByText('Credited', { exact: true }).waitFor();
    await page.getByText('Webhook: status changed').waitFor();
    await page.getByText('Paid and credited').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'View postings and on-chain transactions' }).click();
    const postings = page.getByRole('table', { name: 'Postings' }).locator('tbody');
    await postings.getByRole('row').first().waitFor();
    const inBooks = await world.app.db.query(
      `select 1 from ledger_postings where reference_id = $1
         or reference_id in (select id from deposits where owner_id = $1)`,
      [invoice.id],
    );
    expect(await postings.getByRole('row').count()).toBe(inBooks.length);

    await search(page, clicks, 'ada@payer.example');
    await page.getByRole('dialog').getByRole('link', { name: 'order 12' }).waitFor();
  });

  test('gets an answer in one sentence, and the action that fits', async () => {
    const { merchant, world } = on();
    const invoice = await merchant.api.invoices.create({
      price_amount: '90000',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'order 77',
    });
    const txid = await world.pay({ invoice_id: invoice.id });
    await on().invite({ roles: ['finance'] });
    const page = await signIn(on(), { roles: ['support'] });
    const clicks = counted();
    await clicks.on(page.getByRole('link', { name: 'Unmatched payments' }));
    await clicks.on(page.getByRole('link', { name: 'Find a payment' }));
    await clicks.on(page.getByRole('textbox', { name: 'Transaction ID' }));
    await page
      .getByRole('textbox', { name: 'Transaction ID' })
      .fill(`https://mempool.space/tx/${txid}`);
    await clicks.on(page.getByRole('button', { name: 'Find payment' }));
    const answer = page.getByRole('status').filter({ hasText: 'invoice order 77' });
    await answer.filter({ hasText: 'is on its way, but not confirmed yet' }).waitFor();
    await page.getByRole('progressbar', { name: 'Confirmations' }).waitFor();
    await page.getByText('low: it can take hours').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await clicks.on(page.getByRole('link', { name: 'Open invoice' }));
    await page.getByRole('heading', { level: 1, name: 'order 77' }).waitFor();
    expect(clicks.made()).toBeLessThanOrEqual(5);

    await world.mine('BTC', 6);
    const late = await world.pay({ invoice_id: invoice.id, amount: '0.0123' });
    await world.mine('BTC', 6);
    await page.goto(
      `${on().url}/dashboard/projects/${merchant.project.id}/find-payment?text=${late}`,
    );
    await page.getByText('it does not match an open payment').waitFor();
    await page.getByText('Overpayment').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Resolve payment' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unmatched payment' }).waitFor();
    expect(await page.getByRole('button', { name: 'Attach…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Propose credit…' }).waitFor();
    await page.getByText('This needs the permission “payout”').waitFor();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'New note' }).fill('The customer sent it twice.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('paragraph').filter({ hasText: 'The customer sent it twice.' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('');
    await page.getByRole('button', { name: /^Assign to person/ }).click();
    await page.getByRole('button', { name: 'Assign to me' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    const other = await world.merchant();
    const foreign = await other.api.invoices.create({
      price_amount: '100',
      price_currency: 'EUR',
      pay_currency: 'BTC',
    });
    const elsewhere = await world.pay({ invoice_id: foreign.id });
    await page.goto(
      `${on().url}/dashboard/projects/${merchant.project.id}/find-payment?text=${elsewhere}`,
    );
    await page.getByText('it does not pay any of your addresses').waitFor();
    await page.getByText(String(foreign.address)).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page)).toEqual([]);
  });

  test('finds unmatched payments in the inbox, and nothing of other projects', async () => {
    const { merchant, world } = on();
    const invoiceOf = (shop: typeof merchant) =>
      shop.api.invoices.create({
        price_amount: '100',
        price_currency: 'EUR',
        pay_currency: 'BTC',
      });
    const other = await world.merchant();
    const [invoice, foreign] = [await invoiceOf(merchant), await invoiceOf(other)];
    await world.pay({ invoice_id: invoice.id });
    const elsewhere = await world.pay({ invoice_id: foreign.id });
    await world.mine('BTC', 6);
    const late = await world.pay({ invoice_id: invoice.id, amount: '0.0777' });
    await world.mine('BTC', 6);
    const page = await signIn(on(), { roles: ['support'] });
    const clicks = counted();
    await search(page, clicks, '0.0777');
    await clicks.on(page.getByRole('dialog').getByRole('link', { name: late }));
    await page.getByRole('heading', { level: 1, name: 'Unmatched payment' }).waitFor();
    expect(clicks.made()).toBeLessThanOrEqual(3);
    await search(page, clicks, elsewhere);
    await page.getByText('No results.').waitFor();
  });
});

type Clicks = ReturnType<typeof counted>;

function counted() {
  let made = 0;
  return {
    made: () => made,
    on: async (what: ReturnType<Page['getByRole']>) => {
      made += 1;
      await what.click();
    },
  };
}

async function search(page: Page, clicks: Clicks, text: string): Promise<void> {
  await clicks.on(page.getByRole('button', { name: /^Search/ }));
  await page.getByRole('dialog').getByRole('textbox', { name: 'Search' }).fill(text);
}
