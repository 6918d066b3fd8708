// The hosted page in a real browser, with a payment that really happens on a whole service.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NewInvoice } from '../../../client/src/types.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** The page asks for its status every 3 seconds. */
const LIVE = { timeout: 15_000 };

describeWithChromium('the hosted payment page in a browser', () => {
  let world: World;
  let merchant: Merchant;
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    world = await createWorld();
    merchant = await world.merchant();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  const newInvoice = (changes: Partial<NewInvoice> = {}) =>
    merchant.api.invoices.create({
      price_amount: '49.90',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      name: 'Order 1042',
      success_redirect_url: `${world.url}/assets/coins/btc.svg`,
      ...changes,
    });

  /** Whatever the console, the policy or a script has to complain about fails the test. */
  async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
    page.on('request', (request) => {
      if (!request.url().startsWith(world.url) && !request.url().startsWith('data:'))
        complaints.push(`asked ${request.url()}`);
    });
    await page.goto(url);
    return page;
  }

  const heading = (page: Page) => page.locator('#status-title');

  test('a payment is followed live from the first look to the way back to the shop', async () => {
    const invoice = await newInvoice({ price_amount: '90000.00' });
    const page = await open(invoice.hosted_page_url);
    expect(await heading(page).textContent()).toBe('Waiting for your payment');
    expect(await page.locator('.amount .digits').textContent()).toBe(invoice.pay_amount);
    expect(await page.locator('code.address').textContent()).toBe(invoice.address);
    expect(await page.locator('svg.qr').isVisible()).toBe(true);
    expect(await page.locator('#countdown').textContent()).toMatch(/^(10:00|9:5\d) left$/);
    // Lost by any reload.
    await page.evaluate('window.isSamePage = true');

    await world.pay({ invoice_id: invoice.id });
    await page.getByText('0 of 3 confirmations').waitFor(LIVE);
    expect(await heading(page).textContent()).toBe('Payment seen');
    // Set a moment after it was emptied, so that a screen reader notices.
    await page
      .locator('#announcement', { hasText: 'Payment seen' })
      .waitFor({ ...LIVE, state: 'attached' });
    await world.mine('BTC', 2);
    await page.getByText('2 of 3 confirmations').waitFor(LIVE);
    await world.mine('BTC');
    await page.getByText('Payment complete').first().waitFor(LIVE);
    expect(await page.evaluate('window.isSamePage')).toBe(true);

    const link = page.getByRole('link', { name: /^Return to / });
    expect(await link.getAttribute('href')).toBe(`${world.url}/assets/coins/btc.svg`);
    await page.waitForURL(`${world.url}/assets/coins/btc.svg`, LIVE);
  });

  test('what is still missing replaces the amount, live', async () => {
    const invoice = await newInvoice();
    const page = await open(invoice.hosted_page_url);
    await world.pay({ invoice_id: invoice.id, amount: '0.0001' });
    await page.getByText('Part of the payment has arrived').first().waitFor(LIVE);
    const rest = await page.locator('#copy-amount').getAttribute('data-copy');
    expect(await page.locator('.amount .digits').textContent()).toBe(rest);
    expect(await page.locator('#open-wallet').getAttribute('href')).toMatch(`?amount=${rest}`);
  });

  test('the time runs out before the eyes of the payer', async () => {
    const invoice = await newInvoice();
    const page = await open(invoice.hosted_page_url);
    await world.advance(10 * MINUTE);
    await page.getByText('This payment request has expired').first().waitFor(LIVE);
    expect(await page.locator('code.address').count()).toBe(0);
  });

  test('the keyboard alone copies the address', async () => {
    const invoice = await newInvoice();
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await open(invoice.hosted_page_url, { permissions });
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.id')) === 'copy-address') break;
    }
    await page.keyboard.press('Enter');
    await page.locator('#copy-address.done').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(invoice.address);
    await expect.poll(() => page.locator('#announcement').textContent()).toBe('Copied');
  });

  test('without JavaScript everything is there, and the page loads itself again', async () => {
    const invoice = await newInvoice({ pay_currency: 'XRP' });
    const page = await open(invoice.hosted_page_url, { javaScriptEnabled: false });
    const [address, tag] = invoice.address.split('?dt=');
    expect(await page.locator('code.address').textContent()).toBe(address);
    expect(await page.locator('.tag code').textContent()).toBe(tag);
    expect(await page.locator('svg.qr').isVisible()).toBe(true);
    expect(await page.locator('.copy').first().isVisible()).toBe(false);
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(1);
    await world.pay({ invoice_id: invoice.id });
    await world.mine('XRP');
    await page.getByRole('link', { name: 'Refresh' }).click();
    expect(await heading(page).textContent()).toBe('Payment complete');
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
  });

  test('a hostile name runs nothing', async () => {
    const hostile = '"><img src=x onerror=alert(1)><script>alert(1)</script>{{7*7}}';
    const invoice = await newInvoice({ name: hostile, description: hostile });
    const page = await open(invoice.hosted_page_url);
    expect(await page.locator('h1').textContent()).toBe(hostile);
  });

  test('inside a frame of another site it works, and the page around it is told', async () => {
    const invoice = await newInvoice();
    const shop = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(`<!doctype html>
        <script>addEventListener('message', (event) => { window.told = event.data; })</script>
        <iframe src="${invoice.hosted_page_url}"></iframe>`);
    });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const { port } = shop.address() as AddressInfo;
    const context = await browser.newContext();
    const page = await context.newPage();
    // Another site than 127.0.0.1.
    await page.goto(`http://localhost:${port}/`);
    await expect
      .poll(() => page.evaluate('window.told'), LIVE)
      .toMatchObject({ source: 'chaintill', status: 'waiting' });
    await context.close();
    await new Promise((done) => shop.close(done));
  });

  const schemes = ['light', 'dark'] as const;
  test.each(schemes)('axe finds no serious fault in the %s colours', async (colorScheme) => {
    const [waiting, expired] = [await newInvoice({ pay_currency: 'XRP' }), await newInvoice()];
    const seen = await newInvoice({ pay_currency: 'ETH' });
    await world.pay({ invoice_id: seen.id });
    const urls = [waiting.hosted_page_url, seen.hosted_page_url, `${world.url}/invoices/1`];
    expect(await faultsOf(urls, colorScheme)).toEqual([]);
    await world.advance(10 * MINUTE);
    expect(await faultsOf([expired.hosted_page_url], colorScheme)).toEqual([]);
  });

  async function faultsOf(urls: readonly string[], colorScheme: 'light' | 'dark') {
    const faults: unknown[] = [];
    for (const url of urls) {
      // The policy of the page forbids scripts of others, and axe is one.
      const page = await open(url, { colorScheme, bypassCSP: true });
      complaints.length = 0;
      await page.addScriptTag({ path: AXE });
      const found = await page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) =>
          ({ id, impact, nodes: nodes.map((node) => node.html) })))`,
      );
      faults.push(...(found as { impact: string }[]).filter(isSerious));
    }
    return faults;
  }

  function isSerious(fault: { impact: string }): boolean {
    return fault.impact === 'serious' || fault.impact === 'critical';
  }
});
