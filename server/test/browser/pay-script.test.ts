// `pay.js` in a real browser, on the page of a shop on another site: the modal, what the promise says, keyboard and
// focus, wallets and the way back; and `/modal/btcpay.js`, as plugins use it. CHAINTILL_SCREENSHOTS names a folder.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NewCheckout } from '../../../client/src/types.ts';
import { shortId } from '../../src/shops/ids.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { sampleCases } from '../support/crash-stride.ts';
import { faultsOf } from '../support/faults.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const PICTURES = process.env['CHAINTILL_SCREENSHOTS'];
const LIVE = { timeout: 30_000 };

describeWithChromium('the scripts for shops', () => {
  let world: World;
  let merchant: Merchant;
  let browser: Browser;
  /** What the shop answers with. */
  let answer: { body: string; policy?: string } = { body: '' };
  const shop = createServer((_request, response) => {
    if (answer.policy) response.setHeader('content-security-policy', answer.policy);
    response.setHeader('content-type', 'text/html').end(answer.body);
  });
  beforeAll(async () => {
    world = await createWorld({}, { coins: ['BTC', 'LTC'] });
    merchant = await world.merchant();
    browser = await startChromium();
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((done) => shop.close(done));
    await world.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  const create = (terms: Partial<NewCheckout> = {}) =>
    merchant.api.checkouts.create({ price_amount: '49.90', price_currency: 'EUR', ...terms });

  /** A page of the shop; a different site than 127.0.0.1. */
  async function openShop(body: string, { script = 'pay.js', policy = '', width = 1280 } = {}) {
    answer = {
      policy,
      body: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
        <header><h1>Shop</h1></header><script src="${world.url}/${script}"></script>${body}</html>`,
    };
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const { port } = shop.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    return page;
  }
  const frameOf = (page: Page) => page.frameLocator('dialog iframe');
  const link = (url: string) => `<main><a href="${url}" data-chaintill>Pay</a></main>`;
  /** Calls it, and keeps what it says. */
  const start = (page: Page, id: string, options = '') =>
    page.evaluate(`(() => {
      window.told = [];
      window.end = null;
      Chaintill.open('${id}', { onStatus: ({ status }) => told.push(status), ${options} })
        .then((end) => { window.end = end; });
    })()`);

  test.each(sampleCases([1280, 390], 0))(
    'from a link by keyboard to the payment, and back, at %i px',
    async (width) => {
      const { id, hosted_page_url: url } = await create();
      const page = await openShop(link(url), { width });
      await page.evaluate(`document.addEventListener('chaintill:closed', ({ detail }) => {
      window.end = detail;
    })`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const frame = frameOf(page);
      await frame.getByRole('radio', { name: /Litecoin/ }).check();
      expect(await page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/modal-choice-${width}.png` });
      expect(await faultsOf(page)).toEqual([]);
      await frame.getByRole('button', { name: 'Continue to payment' }).click();
      await frame.locator('code.address').first().waitFor();
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/modal-pay-${width}.png` });
      const [invoice] = (await merchant.api.checkouts.get(id)).invoices;
      await world.pay({ invoice_id: invoice?.id ?? '', risk_level: 'low' });
      await world.mine('LTC');
      await frame.getByText('Payment complete').first().waitFor(LIVE);
      await frame.locator('#status-title').focus();
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      const end = { checkout_id: id, status: 'completed', status_context: null };
      expect(await page.evaluate('window.end')).toEqual(end);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Pay');
      expect(page.url()).toMatch(/^http:\/\/localhost/);
    },
    90_000,
  );

  test('a payment link: its checkout is made in the window, and told', async () => {
    const { url } = await merchant.api.paymentLinks.create({
      name: 'Tea',
      price_amount: '20.50',
      price_currency: 'EUR',
    });
    const page = await openShop('<main></main>');
    await start(page, url);
    const frame = frameOf(page);
    await frame.getByRole('heading', { name: 'Tea' }).waitFor();
    expect(await page.evaluate('told')).toEqual([]);
    await frame.getByRole('button').first().click();
    await frame.getByRole('radio').first().waitFor();
    await page.keyboard.press('Escape');
    const [made] = (await merchant.api.checkouts.list()).data;
    const end = { checkout_id: made?.id, status: 'open', status_context: null };
    await expect.poll(() => page.evaluate('end'), LIVE).toEqual(end);
  });

  test('each status is told once; closing unpaid says open; a second one replaces the first', async () => {
    const first = await create();
    const second = await create({ pay_currencies: [{ currency: 'BTC' }] });
    const page = await openShop('<main></main>');
    await start(page, first.id);
    await frameOf(page).getByRole('radio').first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    const unpaid = { checkout_id: first.id, status: 'open', status_context: null };
    await expect.poll(() => page.evaluate('end'), LIVE).toEqual(unpaid);

    await start(page, first.id);
    await start(page, second.id);
    expect(await page.locator('dialog').count()).toBe(1);
    await frameOf(page).getByRole('button', { name: 'Continue to payment' }).click();
    await frameOf(page).locator('code.address').first().waitFor();
    const [invoice] = (await merchant.api.checkouts.get(second.id)).invoices;
    await world.pay({ invoice_id: invoice?.id ?? '', risk_level: 'low' });
    await world.settle();
    await expect.poll(() => page.evaluate('told'), LIVE).toEqual(['open', 'processing']);
    await world.mine('BTC', 3);
    await expect
      .poll(() => page.evaluate('told'), LIVE)
      .toEqual(['open', 'processing', 'completed']);
  }, 90_000);

  test('the shop’s window opens the wallet and returns to the shop', async () => {
    const { port } = shop.address() as AddressInfo;
    const { id } = await create({
      pay_currencies: [{ currency: 'BTC' }],
      success_redirect_url: `http://localhost:${port}/thanks`,
      redirect_automatically: true,
    });
    const page = await openShop('<main></main>');
    await start(page, id);
    await frameOf(page).getByRole('button', { name: 'Continue to payment' }).click();
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const asked = new Promise<{ url: string; frameId: string }>((done) =>
      session.on('Page.frameRequestedNavigation', done),
    );
    await frameOf(page).locator('#open-wallet').click();
    const { frameTree } = await session.send('Page.getFrameTree');
    expect(await asked).toMatchObject({
      url: expect.stringMatching(/^bitcoin:/),
      frameId: frameTree.frame.id,
    });
    const [invoice] = (await merchant.api.checkouts.get(id)).invoices;
    await world.pay({ invoice_id: invoice?.id ?? '', risk_level: 'low' });
    await world.mine('BTC', 3);
    await page.waitForURL('**/thanks', LIVE);
  }, 90_000);

  test('where the shop’s policy forbids the frame, or redirect is chosen, the page takes its place', async () => {
    const { id, hosted_page_url: url } = await create();
    const strict = await openShop('<main></main>', { policy: "frame-src 'none'" });
    await start(strict, id);
    await strict.waitForURL(url, LIVE);
    const plain = await openShop('<main></main>');
    await start(plain, id, `mode: 'redirect', locale: 'de'`);
    await plain.waitForURL(`${url}?locale=de`, LIVE);
  }, 60_000);

  test('a page of another server is refused, and messages of other windows are ignored', async () => {
    const { id } = await create();
    const page = await openShop('<main></main>');
    for (const foreign of [
      'https://evil.example/checkouts/x',
      '//evil.example',
      'javascript:alert(1)',
    ])
      await expect(page.evaluate(`Chaintill.open('${foreign}')`)).rejects.toThrow('neither');
    await start(page, id);
    await frameOf(page).getByRole('radio').first().waitFor();
    await page.evaluate(`for (const more of [
      { close: true }, { go: 'https://evil.example' }, { open: 'evil:x' },
      { checkout: { id: 'x', status: 'completed' } },
    ]) window.postMessage({ source: 'chaintill', ...more }, '*')`);
    await page.evaluate('new Promise((done) => setTimeout(done, 200))');
    expect(await page.locator('dialog').count()).toBe(1);
    expect(await page.evaluate('told')).toEqual(['open']);
  });

  test('without the script, the link is a link', async () => {
    const { hosted_page_url: url } = await create();
    const page = await openShop(link(url), { script: 'nothing.js' });
    await page.getByRole('link', { name: 'Pay' }).click();
    await page.waitForURL(url);
  });

  test('/modal/btcpay.js: plugins hear the old words and the new ones, the new one last', async () => {
    const { id } = await create({ pay_currencies: [{ currency: 'BTC' }] });
    const page = await openShop('<main></main>', { script: 'modal/btcpay.js' });
    await page.evaluate(`(() => {
      window.heard = [];
      btcpay.setApiUrlPrefix('${world.url}');
      btcpay.onModalWillEnter(() => heard.push('will enter'));
      btcpay.onModalWillLeave(() => heard.push('will leave'));
      btcpay.onModalReceiveMessage(({ data }) => heard.push(data));
      window.seen = [];
      addEventListener('message', ({ data, origin }) => {
        if (data.invoiceId) seen.push([data.status, origin]);
      });
      btcpay.showInvoice('${shortId(id)}', 'BTC-CHAIN');
    })()`);
    expect(await page.locator('iframe').getAttribute('name')).toBe('btcpay');
    await frameOf(page).getByRole('button', { name: 'Continue to payment' }).click();
    await frameOf(page).locator('code.address').first().waitFor();
    const [invoice] = (await merchant.api.checkouts.get(id)).invoices;
    await world.pay({ invoice_id: invoice?.id ?? '', risk_level: 'low' });
    await world.settle();
    await expect.poll(() => page.evaluate('heard.length'), LIVE).toBe(4);
    await world.mine('BTC', 3);
    await expect.poll(() => page.evaluate('heard.length'), LIVE).toBe(6);
    await page.evaluate('btcpay.hideFrame()');
    const say = (status: string) => ({ invoiceId: shortId(id), status });
    expect(await page.evaluate('heard')).toEqual([
      'will enter',
      'loaded',
      say('paid'),
      say('Processing'),
      say('complete'),
      say('Settled'),
      'close',
      'will leave',
    ]);
    const words = ['paid', 'Processing', 'complete', 'Settled'];
    expect(await page.evaluate('seen')).toEqual(words.map((word) => [word, world.url]));
  }, 90_000);
});
