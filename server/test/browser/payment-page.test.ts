// The hosted payment page in a real browser, with a real payment on a complete service.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NewInvoice } from '../../../client/src/types.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { locales } from '../../src/core/languages.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** The page polls its status every 3 seconds. */
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

  /** Any message of the console, the content security policy or a script fails the test. */
  async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    context.setDefaultTimeout(90_000);
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

  test('a payment is followed live from the first view to the link back to the shop', async () => {
    const invoice = await newInvoice({ price_amount: '90000.00' });
    const page = await open(invoice.hosted_page_url);
    expect(await heading(page).textContent()).toBe('Waiting for your payment');
    expect(await page.locator('.amount .digits').textContent()).toBe(invoice.pay_amount);
    expect(await page.locator('code.address').textContent()).toBe(invoice.address);
    expect(await page.locator('svg.qr').first().isVisible()).toBe(true);
    expect(await page.locator('#countdown').textContent()).toMatch(/^(10:00|9:5\d) left$/);
    // Lost by any reload.
    await page.evaluate('window.isSamePage = true');

    await world.pay({ invoice_id: invoice.id });
    await page.getByText('0 of 3 confirmations').waitFor(LIVE);
    expect(await heading(page).textContent()).toBe('Payment seen');
    // The text is cleared and set a moment later, so that a screen reader announces it.
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

  test('the missing amount replaces the amount, live', async () => {
    const invoice = await newInvoice();
    const page = await open(invoice.hosted_page_url);
    await world.pay({ invoice_id: invoice.id, amount: '0.0001' });
    await page.getByText('Part of the payment has arrived').first().waitFor(LIVE);
    const rest = await page.locator('#copy-amount').getAttribute('data-copy');
    expect(await page.locator('.amount .digits').textContent()).toBe(rest);
    expect(await page.locator('#open-wallet').getAttribute('href')).toMatch(`?amount=${rest}`);
  });

  test('the countdown runs while the customer watches', async () => {
    const invoice = await newInvoice();
    const page = await open(invoice.hosted_page_url);
    await world.advance(10 * MINUTE);
    await page.getByText('This payment request has expired').first().waitFor(LIVE);
    expect(await page.locator('code.address').count()).toBe(0);
  });

  test('a countdown of days is shown in days', async () => {
    const week = { price_currency: 'BTC', price_amount: '0.01', expires_in: 604_800 };
    const page = await open((await newInvoice({ ...week, language: 'de' })).hosted_page_url);
    expect(await page.locator('#countdown').textContent()).toMatch(
      /(7 Tage, 0:00:00|6 Tage, 23:59:\d\d)/,
    );
  });

  test('the keyboard suffices to copy the address', async () => {
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

  test('each change is announced once, however often the page polls', async () => {
    const invoice = await newInvoice({ price_amount: '90000.00' });
    const page = await open(invoice.hosted_page_url);
    await page.evaluate(`
      window.said = [];
      new MutationObserver(() => {
        const text = document.getElementById('announcement').textContent;
        if (text !== '') window.said.push(text);
      }).observe(document.getElementById('announcement'), { childList: true, characterData: true, subtree: true });`);
    const said = async () => (await page.evaluate('window.said')) as string[];
    const polls = async (count: number) => {
      for (let n = 0; n < count; n++) await page.waitForResponse(/\/status$/);
    };
    await polls(2);
    expect(await said()).toEqual([]);
    await world.pay({ invoice_id: invoice.id, amount: '0.1' });
    await expect.poll(said, LIVE).toHaveLength(1);
    await polls(2);
    await world.pay({ invoice_id: invoice.id, amount: '0.2' });
    await expect.poll(said, LIVE).toHaveLength(2);
    await world.pay({ invoice_id: invoice.id });
    await expect.poll(said, LIVE).toHaveLength(3);
    // Progress of the confirmations is no news.
    await world.mine('BTC', 1);
    await page.getByText('1 of 3 confirmations').waitFor(LIVE);
    await world.mine('BTC', 2);
    await expect.poll(said, LIVE).toHaveLength(4);
    const [part, more, seen, paid] = await said();
    expect(part).toContain('0.1 BTC of ');
    expect(more).toContain('0.3 BTC of ');
    expect(seen).toMatch(/^Payment seen\. /);
    expect(paid).toMatch(/^Payment complete\. .* Taking you back to /);
  });

  test('a payer who returns from the wallet sees the new status at once', async () => {
    const invoice = await newInvoice();
    const page = await open(invoice.hosted_page_url);
    const asked: string[] = [];
    // Hidden, the page polls nothing; the last poll before hangs, as in a suspended app.
    await page.route(/\/status$/, async (route) => {
      asked.push(route.request().url());
      if (asked.length > 1) await route.continue();
    });
    await expect.poll(() => asked.length, LIVE).toBe(1);
    complaints.length = 0;
    const setHidden = (isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'));`);
    await setHidden(true);
    await world.pay({ invoice_id: invoice.id });
    expect(asked).toHaveLength(1);
    await setHidden(false);
    // Sooner than the next poll, and than the timeout of the poll that hangs.
    await page.getByText('Payment seen').first().waitFor({ timeout: 2500 });
    complaints.length = 0;
  });

  test('an opened QR code stays open when the page changes', async () => {
    const invoice = await newInvoice();
    const page = await open(invoice.hosted_page_url);
    await page.locator('#other-code summary').click();
    await world.pay({ invoice_id: invoice.id, amount: '0.0001' });
    await page.getByText('Part of the payment has arrived').first().waitFor(LIVE);
    expect(await page.locator('#other-code svg.qr').isVisible()).toBe(true);
  });

  test('an unavailable page loads itself when the service is back', async () => {
    const invoice = await newInvoice();
    const page = await open(invoice.hosted_page_url);
    const path = new URL(invoice.hosted_page_url).pathname;
    const body = (await page.content()).replace(
      /<main[^>]*>[\s\S]*<\/main>/,
      '<main id="payment" data-retry-seconds="1">Away</main>',
    );
    let isAway = true;
    await page.route(`**${path}*`, (route) =>
      isAway ? route.fulfill({ status: 503, body, contentType: 'text/html' }) : route.continue(),
    );
    await page.goto(invoice.hosted_page_url);
    await page.getByText('Away').waitFor();
    isAway = false;
    await heading(page).waitFor(LIVE);
    complaints.length = 0;
  });

  test('without JavaScript everything is there, and a button refreshes the page', async () => {
    const invoice = await newInvoice({ pay_currency: 'XRP' });
    const page = await open(invoice.hosted_page_url, { javaScriptEnabled: false });
    const [address, tag] = invoice.address.split('?dt=');
    expect(await page.locator('code.address').textContent()).toBe(address);
    expect(await page.locator('.tag code').textContent()).toBe(tag);
    expect(await page.locator('svg.qr').first().isVisible()).toBe(true);
    expect(await page.locator('.copy').first().isVisible()).toBe(false);
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    await world.pay({ invoice_id: invoice.id });
    await world.mine('XRP');
    await page.getByRole('link', { name: 'Refresh' }).click();
    expect(await heading(page).textContent()).toBe('Payment complete');
    expect(await page.getByRole('link', { name: 'Refresh' }).count()).toBe(0);
  });

  test('without JavaScript another language is two clicks away, and is not remembered', async () => {
    const invoice = await newInvoice();
    const page = await open(invoice.hosted_page_url, { javaScriptEnabled: false });
    await page.locator('.languages summary').click();
    await page.getByRole('link', { name: 'Türkçe' }).click();
    expect(await heading(page).textContent()).toBe('Ödemeniz bekleniyor');
    expect(await page.locator('html').getAttribute('lang')).toBe('tr');
    expect(await page.context().cookies()).toEqual([]);
    await page.goto(invoice.hosted_page_url);
    expect(await heading(page).textContent()).toBe('Waiting for your payment');
  });

  test('the keyboard suffices to change the language, and the page stays live in it', async () => {
    const invoice = await newInvoice({ pay_currency: 'LTC' });
    const page = await open(invoice.hosted_page_url);
    for (const key of ['Tab', 'Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(/\?locale=de$/);
    expect(await heading(page).textContent()).toBe('Warten auf Ihre Zahlung');
    await page.evaluate("document.getElementById('payment').isSame = true");
    await page.waitForResponse(/\/status$/);
    await page.waitForResponse(/\/status$/);
    expect(await page.evaluate("document.getElementById('payment').isSame")).toBe(true);
    await world.pay({ invoice_id: invoice.id });
    await world.mine('LTC');
    await page.getByText('Zahlung abgeschlossen').first().waitFor(LIVE);
  });

  test('no language is too long for a narrow phone', async () => {
    const invoice = await newInvoice({ pay_currency: 'XRP', price_amount: '12345.67' });
    const page = await open(invoice.hosted_page_url, { viewport: { width: 360, height: 740 } });
    for (const locale of locales) {
      await page.goto(`${invoice.hosted_page_url}?locale=${locale}`);
      await page.locator('.languages summary').click();
      const beyond = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect([locale, beyond]).toEqual([locale, 0]);
    }
  });

  test('a refund is followed live until it is confirmed', async () => {
    const order = { price_amount: '2', price_currency: 'LTC', pay_currency: 'LTC' };
    const invoice = await newInvoice(order);
    const page = await open(invoice.hosted_page_url, { bypassCSP: true });
    await world.pay({ invoice_id: invoice.id, amount: '4' });
    await world.mine('LTC');
    await page.getByText('You paid too much').first().waitFor(LIVE);
    const address = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';
    await merchant.api.invoices.refund(invoice.id, { address });
    await world.settle();
    await page.getByText('On its way').waitFor(LIVE);
    await world.mine('LTC');
    await world.settle();
    await page.locator('.refund').getByText('Confirmed').waitFor(LIVE);
    const [refund] = await merchant.api.invoices.refunds(invoice.id);
    expect(await page.locator('.refund .txid').textContent()).toBe(refund?.txid);
    expect(await faultsOn(page)).toEqual([]);
    expect(new URL(page.url()).origin).toBe(world.url);
  });

  test('a hostile name runs no script', async () => {
    const hostile = '"><img src=x onerror=alert(1)><script>alert(1)</script>{{7*7}}';
    const invoice = await newInvoice({ name: hostile, description: hostile });
    const page = await open(invoice.hosted_page_url);
    expect(await page.locator('h1').textContent()).toBe(hostile);
  });

  test('works inside a frame of another site, and notifies the page around it', async () => {
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
    // A different site than 127.0.0.1.
    await page.goto(`http://localhost:${port}/`);
    await expect
      .poll(() => page.evaluate('window.told'), LIVE)
      .toMatchObject({ source: 'chaintill', status: 'waiting' });
    expect(await navigationOnClick(page)).toEqual({
      isTop: true,
      url: expect.stringMatching(/^bitcoin:/),
    });
    await context.close();
    await new Promise((done) => shop.close(done));
  });

  /** The window that the browser navigates to open the wallet. */
  async function navigationOnClick(page: Page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    const requested = new Promise<{ isTop: boolean; url: string }>((done) => {
      session.on('Page.frameRequestedNavigation', ({ frameId, url }) =>
        done({ isTop: frameId === frameTree.frame.id, url }),
      );
    });
    await page.frameLocator('iframe').locator('#open-wallet').click();
    return requested;
  }

  const schemes = ['light', 'dark'] as const;
  test.each(schemes)('axe finds no serious violation in the %s colors', async (colorScheme) => {
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
      // The page's policy forbids external scripts, and axe is one.
      const page = await open(url, { colorScheme, bypassCSP: true });
      complaints.length = 0;
      await page.locator('.languages summary').click();
      faults.push(...(await faultsOn(page)));
    }
    return faults;
  }

  /** A page that may run external scripts. */
  async function faultsOn(page: Page): Promise<unknown[]> {
    await page.addScriptTag({ path: AXE });
    const found = await page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) =>
        ({ id, impact, nodes: nodes.map((node) => node.html) })))`,
    );
    return (found as { impact: string }[]).filter(isSerious);
  }

  function isSerious(fault: { impact: string }): boolean {
    return fault.impact === 'serious' || fault.impact === 'critical';
  }
});
