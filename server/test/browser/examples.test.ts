// The examples as they are in the repository, against a sandbox with a real browser for the customer: a static page, a
// server with Express, and the route handlers for Next.js.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithVendure, unpack } from '../../../packages/vendure-plugin/test/support.ts';
import { createEndpoint } from '../../src/events/endpoints.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const root = join(import.meta.dirname, '../../..');
const examples = join(root, 'examples');
const LIVE = { timeout: 30_000 };

describeWithChromium('the examples', () => {
  let world: World;
  let merchant: Merchant;
  let browser: Browser;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    world = await createWorld({}, { coins: ['LTC'] });
    merchant = await world.merchant();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  async function openPage(url: string): Promise<Page> {
    const context = await browser.newContext();
    ends.push(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(LIVE.timeout);
    await page.goto(url);
    return page;
  }

  async function listen(server: Server, port: number): Promise<void> {
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  }

  /** What the examples read from their environment. */
  async function settingsFor(port: number) {
    const shop = `http://localhost:${port}`;
    const callbacks = `http://127.0.0.1:${port}/callbacks`;
    const { secret } = await createEndpoint(world.app, merchant.project.id, callbacks);
    return {
      PORT: String(port),
      SHOP_URL: shop,
      CHAINTILL_URL: world.url,
      API_KEY: merchant.key.key,
      API_SECRET: merchant.key.secret,
      CALLBACK_SECRET: secret,
    };
  }

  /** The customer is at the page of the newest checkout, chooses a coin and pays. */
  async function payAt(page: Pick<Page, 'getByRole' | 'locator'>): Promise<void> {
    await page.getByRole('radio', { name: /Litecoin/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.locator('code.address').first().waitFor();
    const [checkout] = (await merchant.api.checkouts.list()).data;
    const { invoices } = await merchant.api.checkouts.get(checkout?.id ?? '');
    await world.pay({ invoice_id: invoices[0]?.id ?? '', risk_level: 'low' });
    await world.mine('LTC', 12);
  }

  test('static page: the button opens the payment link above the page, and says thank you', async () => {
    const { url } = await merchant.api.paymentLinks.create({
      name: 'Tea',
      price_amount: '20.0',
      price_currency: 'EUR',
    });
    const html = readFileSync(join(examples, 'static-button/index.html'), 'utf8')
      .replace('https://pay.example.com/pay/LINK', url)
      .replace('https://pay.example.com', world.url);
    expect(html).not.toContain('pay.example.com');
    const port = await freePort();
    await listen(
      createServer((_request, response) => {
        response.setHeader('content-type', 'text/html').end(html);
      }),
      port,
    );
    const page = await openPage(`http://localhost:${port}/`);
    await page.waitForFunction('window.Chaintill');
    await page.getByRole('link', { name: 'Buy tea' }).click();
    const frame = page.frameLocator('dialog iframe');
    await frame.getByRole('heading', { name: 'Tea' }).waitFor();
    await frame.getByRole('button').first().click();
    await frame.getByRole('radio').first().waitFor();
    await payAt(frame);
    await frame.getByText('Payment complete').first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Thank you!').waitFor();
  });

  test('Next.js: the route handlers place an order, and mark it as paid after the callback', async () => {
    const port = await freePort();
    const settings = await settingsFor(port);
    const before = { ...process.env };
    Object.assign(process.env, settings);
    ends.push(() => {
      for (const name of Object.keys(settings)) delete process.env[name];
      Object.assign(process.env, before);
    });
    const load = (path: string) => import(pathToFileURL(join(examples, 'nextjs/app', path)).href);
    const place = await load('orders/route.js');
    const show = await load('orders/[id]/route.js');
    const receive = await load('callbacks/route.js');
    const handle = (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url);
      if (pathname === '/callbacks') return receive.POST(request);
      if (request.method === 'POST') return place.POST(request);
      const id = pathname.slice('/orders/'.length);
      return show.GET(request, { params: Promise.resolve({ id }) });
    };
    await listen(serve(handle), port);
    const page = await openPage('about:blank');
    await page.setContent(
      `<form method="post" action="${settings.SHOP_URL}/orders"><button>Buy</button></form>`,
    );
    await page.getByRole('button', { name: 'Buy' }).click();
    await payAt(page);
    await page.waitForURL(`${settings.SHOP_URL}/orders/*`);
    await page.getByText('Your order is paid').waitFor();
    const forged = await fetch(`${settings.SHOP_URL}/callbacks`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(400);
  });

  // Its express is installed with Vendure, which also serves with it.
  describeWithVendure('with express', () => {
    test('Express: an order is placed, paid, and marked as paid after the callback', async () => {
      const port = await freePort();
      const settings = await settingsFor(port);
      const folder = installExpress();
      ends.push(() => rmSync(folder, { recursive: true }));
      const child = spawn(process.execPath, ['server.js'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      ends.push(() => child.kill('SIGKILL'));
      await new Promise((ready) => createInterface({ input: child.stdout }).once('line', ready));
      const page = await openPage(settings.SHOP_URL);
      await page.getByRole('button', { name: 'Buy tea' }).click();
      await payAt(page);
      await page.waitForURL(`${settings.SHOP_URL}/orders/*`);
      await page.getByRole('heading', { name: 'Your order is paid' }).waitFor();
      const forged = await fetch(`${settings.SHOP_URL}/callbacks`, { method: 'POST', body: '{}' });
      expect(forged.status).toBe(400);
    });
  });
});

/** A copy with the packed client, and express from where Vendure is installed. */
function installExpress(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-express-'));
  cpSync(join(examples, 'express'), folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@chaintill'), { recursive: true });
  unpack(join(root, 'client'), join(modules, '@chaintill/client'));
  symlinkSync(
    join(root, 'packages/vendure-plugin/e2e/node_modules/express'),
    join(modules, 'express'),
  );
  return folder;
}

/** A server for handlers of `Request` and `Response`, as Next.js calls them. */
function serve(handle: (request: Request) => Promise<Response>): Server {
  return createServer(async (incoming, outgoing) => {
    const { method = 'GET', headers, url = '/' } = incoming;
    const request = new Request(`http://${headers.host}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'POST' && {
        body: Readable.toWeb(incoming) as ReadableStream,
        duplex: 'half',
      }),
    });
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  });
}
