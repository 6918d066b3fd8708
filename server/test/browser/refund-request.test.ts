// Ask for a refund, in a real browser and without a script: from the page of an underpaid payment to the request, and
// back by withdrawing it; from an overpaid checkout until its surplus has arrived; accessible at every width.
// CHAINTILL_SCREENSHOTS names a folder for pictures.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { newInvoice } from '../flows/support.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { faultsOf } from '../support/faults.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const PICTURES = process.env['CHAINTILL_SCREENSHOTS'];
const WIDTHS = [320, 390, 1440];

describeWithChromium('asking for a refund in a browser', () => {
  let world: World;
  let merchant: Merchant;
  let browser: Browser;
  beforeAll(async () => {
    world = await createWorld({}, { coins: ['BTC', 'LTC'] });
    merchant = await world.merchant({
      merchantName: 'Corner shop',
      merchantContact: 'help@shop.example',
    });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  /** Checks need a script. */
  async function fits(page: Page, name: string): Promise<void> {
    if (name.endsWith('no-script')) return;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      if (PICTURES !== undefined)
        await page.screenshot({ path: `${PICTURES}/request-${name}-${width}.png`, fullPage: true });
      expect(await faultsOf(page), `${name}, ${width}`).toEqual([]);
    }
  }

  test.for(['light', 'dark', 'no-script'] as const)('by keyboard, %s', async (variant) => {
    const invoice = await newInvoice(merchant, { name: 'Order 7' });
    await world.pay({ invoice_id: invoice.id, amount: '0.1', risk_level: 'low' });
    await world.mine('LTC');
    await world.advance(11 * MINUTE);
    await world.settle();
    const context = await browser.newContext({
      locale: 'en-GB',
      colorScheme: variant === 'dark' ? 'dark' : 'light',
      javaScriptEnabled: variant !== 'no-script',
    });
    context.setDefaultTimeout(20_000);
    const first = await context.newPage();
    await first.goto(invoice.hosted_page_url);
    await fits(first, `offer-${variant}`);
    const opened = context.waitForEvent('page');
    const offer = first.getByRole('link', { name: 'Ask for a refund' });
    await offer.focus();
    await first.keyboard.press('Enter');
    const page = await opened;
    await page.getByRole('heading', { name: 'Where should the refund go?' }).waitFor();
    await page.getByLabel('Your LTC address').fill('not an address');
    await page.keyboard.press('Enter');
    await page.getByText('This is not a valid address').waitFor();
    await fits(page, `wrong-${variant}`);
    const coin = defined(world.app.coins.get('LTC'), 'LTC');
    const address = foreignAddress(coin, `asked ${variant}`, 1);
    await page.getByLabel('Your LTC address').fill(address);
    await page.keyboard.press('Enter');
    await page.getByText('Arrives (approximately)').waitFor();
    await fits(page, `check-${variant}`);
    await page.getByRole('button', { name: 'Request refund' }).press('Enter');
    await page.getByRole('heading', { name: 'Refund requested' }).waitFor();
    await fits(page, `requested-${variant}`);
    await first.reload();
    await first.getByRole('heading', { name: 'Refund requested' }).waitFor();
    expect(await offer.count()).toBe(0);
    await fits(first, `waits-${variant}`);
    await page.getByRole('button', { name: 'Withdraw request' }).press('Enter');
    await page.getByRole('heading', { name: 'This request has ended' }).waitFor();
    await fits(page, `ended-${variant}`);
    await page.getByRole('link', { name: 'View the payment' }).click();
    await page.getByRole('link', { name: 'Ask for a refund' }).waitFor();
    await context.close();
  });

  /** 10 EUR, paid one and a half times. */
  async function overpaidCheckout() {
    const more = await newInvoice(merchant, { price_amount: '50.00' });
    await world.pay({ invoice_id: more.id, risk_level: 'low' });
    const checkout = await merchant.api.checkouts.create({
      name: 'Order 8',
      price_amount: '10.00',
      price_currency: 'EUR',
      pay_currencies: [{ currency: 'LTC' }],
    });
    const body = new URLSearchParams({ pay_currency: 'LTC' });
    const request = { method: 'POST', body, redirect: 'manual' } as const;
    const { headers } = await fetch(checkout.hosted_page_url, request);
    const [, invoice = ''] = /invoices\/([0-9a-f-]{36})/.exec(headers.get('location') ?? '') ?? [];
    await world.pay({ invoice_id: invoice, amount: '0.19278967', risk_level: 'low' });
    await world.mine('LTC', 6);
    await world.settle();
    return checkout.hosted_page_url;
  }

  test.for(['light', 'dark', 'no-script'] as const)('the surplus, %s', async (variant) => {
    const url = await overpaidCheckout();
    const context = await browser.newContext({
      locale: 'en-GB',
      colorScheme: variant === 'dark' ? 'dark' : 'light',
      javaScriptEnabled: variant !== 'no-script',
    });
    context.setDefaultTimeout(20_000);
    const first = await context.newPage();
    await first.goto(url);
    await first.getByText('You paid more than the price').waitFor();
    await fits(first, `surplus-${variant}`);
    const opened = context.waitForEvent('page');
    await first.getByRole('link', { name: 'Ask for a refund' }).press('Enter');
    const page = await opened;
    const coin = defined(world.app.coins.get('LTC'), 'LTC');
    const address = foreignAddress(coin, `surplus ${variant}`, 1);
    await page.getByLabel('Your LTC address').fill(address);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Request refund' }).press('Enter');
    await page.getByRole('heading', { name: 'Refund requested' }).waitFor();
    const [claim] = (await merchant.api.refundClaims.list()).data;
    await merchant.api.refundClaims.approve(defined(claim, 'the request').id);
    await first.reload();
    await first.getByText('Being prepared').waitFor();
    await fits(first, `surplus-prepared-${variant}`);
    await world.settle();
    await world.mine('LTC', 6);
    await world.settle();
    await first.reload();
    await first.getByText('Confirmed', { exact: true }).waitFor();
    await fits(first, `surplus-confirmed-${variant}`);
    await first.getByRole('link', { name: 'View receipt' }).click();
    await first.getByText('Confirmed', { exact: true }).waitFor();
    await fits(first, `surplus-receipt-${variant}`);
    await context.close();
  });
});
