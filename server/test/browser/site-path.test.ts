// A service below a path of a host, https://shop.example/pay: pages, files, links, cookies and signatures work behind a
// real nginx, whether it strips the path or keeps it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import { createLink, PRINTED_LINK_LASTS } from '../../src/people/links.ts';
import { createUser } from '../../src/people/users.ts';
import { describeWith } from '../ha/programs.ts';
import { type Front, startNginx } from '../scaling/proxies.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const TIMEOUT = 90_000;
const PATH = '/pay';

/** What nginx replaces the path with. */
const PROXIES = { 'leaves the path': '', 'removes the path': '/' };

for (const [name, target] of Object.entries(PROXIES))
  describeWith(['nginx-light'], `behind a proxy that ${name}`, () =>
    describeWithChromium('the service', () => play(target)),
  );

function play(target: string): void {
  let world: World;
  let merchant: Merchant;
  let front: Front;
  let browser: Browser;
  let base: string;
  /** Failed responses, and console messages. */
  const complaints: string[] = [];

  beforeAll(async () => {
    world = await createWorld(
      { CHAINTILL_PUBLIC_URL: `http://localhost:8080${PATH}` },
      { people: true, coins: ['LTC'] },
    );
    front = await startNginx({
      config: (port) => `server {
        listen 127.0.0.1:${port};
        location ${PATH}/ {
          proxy_pass ${world.url}${target};
          proxy_set_header Host $http_host;
          proxy_buffering off;
        }
      }`,
    });
    base = `http://localhost:${front.port}${PATH}`;
    world.app.publicUrl.value = base;
    merchant = await world.merchant();
    browser = await startChromium();
  }, 2 * TIMEOUT);
  afterAll(async () => {
    await browser?.close();
    await front?.close();
    await world?.close();
  });

  async function open(address: string): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    context.setDefaultTimeout(TIMEOUT);
    const page = await context.newPage();
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`);
      if (!pathname.startsWith(`${PATH}/`)) complaints.push(`outside of the path: ${pathname}`);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(address);
    return page;
  }

  /** The targets of the page's links on this host. */
  const outside = (page: Page) =>
    page.evaluate(
      (path) =>
        [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
          .filter(({ href }) => new URL(href).host === location.host)
          .map(({ href }) => new URL(href).pathname)
          .filter((pathname) => pathname !== path && !pathname.startsWith(`${path}/`)),
      PATH,
    );

  const invoiceIn = (client: Merchant['api']) =>
    client.invoices.create({ price_amount: '12', price_currency: 'EUR', pay_currency: 'LTC' });

  test('a client signs what follows its base address, or the whole path', async () => {
    const { key: apiKey, secret: apiSecret } = merchant.key;
    const client = createClient({ baseUrl: base, apiKey, apiSecret, retriesMax: 0 });
    expect((await client.accounts.list()).data.length).toBeGreaterThan(0);
    const { origin } = new URL(base);
    const requested = { method: 'GET', target: `${PATH}/api/accounts?limit=3` };
    for (const signedTarget of [requested.target, '/api/accounts?limit=3'])
      expect((await signedCall(origin, merchant.key, { ...requested, signedTarget })).status).toBe(
        200,
      );
    const other = { ...requested, signedTarget: `${PATH}/api/invoices?limit=3` };
    expect((await signedCall(origin, merchant.key, other)).status).toBe(401);
  });

  test('a hosted page shows its files and detects the payment', async () => {
    const invoice = await invoiceIn(merchant.api);
    expect(String(invoice.hosted_page_url)).toBe(`${base}/invoices/${invoice.id}`);
    const page = await open(String(invoice.hosted_page_url));
    expect(await page.locator('main').evaluate((main) => getComputedStyle(main).display)).not.toBe(
      'inline',
    );
    await world.pay({ invoice_id: invoice.id });
    await world.mine('LTC', 12);
    await page.locator('.status.good').waitFor();
    expect(await outside(page)).toEqual([]);
    expect(complaints.splice(0)).toEqual([]);
  });

  test('a subscription is paid with its form, which leads to the page of its invoice', async () => {
    const subscription = await merchant.api.subscriptions.create({
      name: 'Box',
      amount: '20',
      currency: 'EUR',
      payer_email: 'ada@shop.example',
      period: 'month',
      period_quantity: 1,
      starts_at: new Date(world.clock.now() + 5 * DAY),
    });
    const page = await open(String(subscription.hosted_page_url));
    await page.getByRole('button', { name: /Litecoin/ }).click();
    await page.waitForURL(new RegExp(`^${base}/invoices/`));
    expect(complaints.splice(0)).toEqual([]);
  });

  test('the documents are read, searched and linked below the path', async () => {
    const page = await open(`${base}/docs`);
    expect(await outside(page)).toEqual([]);
    const box = page.getByRole('searchbox');
    await box.fill('webhook signature');
    await page.locator('.found a').first().waitFor();
    await box.fill('sandbox');
    await page.locator('.found a').first().click();
    await page.waitForURL(new RegExp(`^${base}/docs/`));
    const moved = await page.goto(`${base}/docs/api/`);
    expect([moved?.status(), page.url()]).toEqual([200, `${base}/docs/api`]);
    expect(await outside(page)).toEqual([]);
    expect(complaints.splice(0)).toEqual([]);
  });

  test('people sign in to the dashboard, follow its links, and get live changes', async () => {
    const { id } = await createUser(world.app, { name: 'Ada', email: null, role: 'owner' });
    const { url } = await createLink(world.app, id, PRINTED_LINK_LASTS);
    expect(url.startsWith(`${base}/dashboard/welcome#`)).toBe(true);
    const page = await open(`${base}/`);
    await page.waitForURL(new RegExp(`^${base}/dashboard/sign-in`));
    complaints.splice(0, complaints.length, ...complaints.filter((one) => !/^401 /.test(one)));
    const [, token] = url.split('#');
    const { origin } = new URL(base);
    const answer = await page.request.post(`${base}/admin/api/session/link`, {
      headers: { origin },
      data: { token },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    const cookies = (await page.context().cookies(base)).map(({ path }) => path);
    expect(new Set(cookies)).toEqual(new Set([PATH]));
    const stream = page.waitForResponse((one) => one.url().endsWith('/admin/api/events'));
    await page.goto(`${base}/dashboard/projects/${merchant.project.id}/invoices`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect((await stream).status()).toBe(200);
    expect(await outside(page)).toEqual([]);
    await page.locator(`a[href^="${PATH}/dashboard/projects/"]`).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url().startsWith(`${base}/dashboard/`)).toBe(true);
    const href = await page.goto(`${base}/dashboard/projects/${merchant.project.id}/transactions`);
    expect(defined(href, 'a page').status()).toBe(200);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(complaints.splice(0)).toEqual([]);
  });
}
