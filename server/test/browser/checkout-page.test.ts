// The page of a checkout in a real browser: from the choice of a coin by keyboard to its invoice, without a script, in
// a frame of another site, and on every width. CHAINTILL_SCREENSHOTS names a folder for pictures.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NewCheckout } from '../../../client/src/types.ts';
import { locales } from '../../src/core/languages.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { faultsOf } from '../support/faults.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const PICTURES = process.env['CHAINTILL_SCREENSHOTS'];
const WIDTHS = [320, 390, 1440];
const LIVE = { timeout: 30_000 };

describeWithChromium('the page of a checkout in a browser', () => {
  let world: World;
  let merchant: Merchant;
  let browser: Browser;
  beforeAll(async () => {
    world = await createWorld(
      { CHAINTILL_COINS: 'POL', CHAINTILL_TOKENS: 'USDC,USDC.polygon' },
      { coins: ['BTC', 'LTC'] },
    );
    merchant = await world.merchant();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  const create = (terms: Partial<NewCheckout> = {}) =>
    merchant.api.checkouts.create({
      price_amount: '49.90',
      price_currency: 'EUR',
      name: 'Order 1042',
      items: [
        { name: 'Earl Grey, 250 g', quantity: 2, amount: '45.90', tax_percent: '7' },
        { name: 'Shipping', amount: '4.00', tax_percent: '19' },
      ],
      ...terms,
    });

  async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES === undefined) return;
    await page.screenshot({ path: `${PICTURES}/checkout-${name}.png`, fullPage: true });
  }

  test('is accessible and fits its window, at every width and in both colors', async () => {
    const { id, hosted_page_url: url } = await create({ payer_email_required: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(url, { colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await picture(page, `choice-${colorScheme}-${width}`);
        expect(await faultsOf(page), `${colorScheme}, ${width}`).toEqual([]);
      }
      const wrong = { pay_currency: 'LTC', payer_email: 'ada' };
      await page.evaluate(
        `(() => {
          const form = document.querySelector('form');
          form.noValidate = true;
          form.elements.payer_email.value = ${JSON.stringify(wrong.payer_email)};
          form.submit();
        })()`,
      );
      await page.getByText('Enter a valid email address').waitFor();
      expect(await faultsOf(page), `problem, ${colorScheme}`).toEqual([]);
      expect(await page.locator('#payer-email').inputValue()).toBe(wrong.payer_email);
      await picture(page, `problem-${colorScheme}`);
    }
    expect((await merchant.api.checkouts.get(id)).invoices).toEqual([]);
  }, 120_000);

  test('fits 320 pixels in every language', async () => {
    const { hosted_page_url: url } = await create({ payer_email_required: true });
    const page = await open(url, { viewport: { width: 320, height: 700 } });
    for (const locale of locales) {
      await page.goto(`${url}?locale=${locale}`);
      const root = 'document.documentElement';
      const excess = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
      expect(excess, locale).toBe(0);
    }
  }, 60_000);

  test('the keyboard suffices, without a script', async () => {
    const { hosted_page_url: url } = await create({
      pay_currencies: [{ currency: 'BTC' }, { currency: 'LTC' }],
    });
    const page = await open(url, { javaScriptEnabled: false });
    const radios = page.getByRole('radio');
    await radios.first().focus();
    expect(await radios.first().isChecked()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: /Litecoin/ }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/invoices/**');
    expect(await page.locator('.amount .unit').textContent()).toContain('LTC');
  });

  test('what is chosen stays when the page follows the checkout', async () => {
    const { id, hosted_page_url: url } = await create();
    const page = await open(url);
    await page.getByRole('radio', { name: /Litecoin/ }).check();
    await fetch(url, { method: 'POST', body: new URLSearchParams({ pay_currency: 'BTC' }) });
    const [invoice] = (await merchant.api.checkouts.get(id)).invoices;
    await world.pay({ invoice_id: invoice?.id ?? '', amount: '0.0001', risk_level: 'low' });
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('Part of the payment has arrived').first().waitFor(LIVE);
    expect(await page.getByRole('radio', { name: /Litecoin/ }).isChecked()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('pay-LTC');
  }, 60_000);

  test('in a frame of another site, the choice leads to the invoice', async () => {
    const { hosted_page_url: url } = await create();
    const shop = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Shop</title><iframe src="${url}" width="400"></iframe>`);
    });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const { port } = shop.address() as AddressInfo;
    const page = await open(`http://localhost:${port}/`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('radio', { name: /^Bitcoin 0/ }).check();
    await frame.getByRole('button', { name: 'Continue to payment' }).click();
    await frame.locator('code.address').first().waitFor();
    await new Promise((done) => shop.close(done));
  });

  test('the receipt is accessible, and fits a roll of 80 mm in every language', async () => {
    const { id, hosted_page_url: url } = await create();
    await fetch(url, { method: 'POST', body: new URLSearchParams({ pay_currency: 'LTC' }) });
    const [invoice] = (await merchant.api.checkouts.get(id)).invoices;
    await world.pay({ invoice_id: invoice?.id ?? '', risk_level: 'low' });
    await world.mine('LTC', 3);
    const receipt = `${url}/receipt`;
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(receipt, { colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await picture(page, `receipt-${colorScheme}-${width}`);
        expect(await faultsOf(page), `${colorScheme}, ${width}`).toEqual([]);
      }
    }
    // 80 mm less the margins.
    const paper = await open(receipt, { viewport: { width: 279, height: 900 } });
    await paper.emulateMedia({ media: 'print' });
    for (const locale of locales) {
      await paper.goto(`${receipt}?locale=${locale}`);
      expect((await faultsOf(paper)).filter(isTooWide), locale).toEqual([]);
    }
    await picture(paper, 'receipt-paper');
    const pdf = await paper.pdf({ preferCSSPageSize: true });
    const [, width] = /MediaBox \[0 0 ([\d.]+)/.exec(pdf.toString('latin1')) ?? [];
    expect(Math.round((Number(width) / 72) * 25.4)).toBe(80);
  }, 120_000);
});

const isTooWide = (fault: unknown) => typeof fault === 'string';
