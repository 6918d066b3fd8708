// A project's own domain: it is used once it is proven, every link of the project then uses it, and it serves nothing
// but the pages of that project's payers.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import { hostName, siteAt } from '../../src/core/payer-site.ts';
import { proofOf } from '../../src/projects/check-domain.ts';
import { readDomain } from '../../src/projects/payer-domains.ts';
import { reminderUrl } from '../../src/subscriptions/reminder-link.ts';
import { openShop as connectShop } from '../greenfield/support.ts';
import { pathOf, serveAllRoutes } from '../http/all-routes.ts';
import { operatorReader } from '../operator/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openShop as openTerminal } from '../terminals/support.ts';

const DOMAIN = 'pay.shop.localhost';

let world: World;
let merchant: Merchant;
let project: string;
let other: Merchant;
let fastify: FastifyInstance;
let routes: ReturnType<typeof serveAllRoutes>['server']['routes'];
let servers: Server[] = [];
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
  world.app.publicUrl.value = world.url;
  merchant = await world.merchant({ merchantName: 'Corner shop' });
  other = await world.merchant({ merchantName: 'Other shop' });
  project = merchant.project.id;
  const all = serveAllRoutes(world);
  fastify = all.fastify;
  routes = all.server.routes;
});
afterAll(async () => {
  await fastify.close();
  await world.close();
});
afterEach(async () => {
  for (const server of servers) server.close();
  servers = [];
  world.app.publicUrl.value = world.url;
  await operate('payer-domains.remove');
});

type Name = `payer-domains.${'show' | 'set' | 'check' | 'remove'}`;
const operate = (name: Name, more: object = {}, id = project) =>
  operatorReader(world)(name, { project: id, ...more });
const useDomain = async () => {
  await operate('payer-domains.set', { domain: DOMAIN });
  const checked = await operate('payer-domains.check');
  expect([checked.problem, checked.detail]).toEqual([null, null]);
  return siteAt(world.url, DOMAIN);
};

let clients = 0;
/** Each from another client, because each has its own limit. */
async function at(
  host: string,
  url: string,
  more: { method?: 'GET' | 'POST'; form?: string } = {},
) {
  clients += 1;
  const response = await fastify.inject({
    method: more.method ?? 'GET',
    url,
    remoteAddress: `198.51.${Math.floor(clients / 250)}.${clients % 250}`,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    ...(more.form !== undefined && { payload: more.form }),
  });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}

const price = { price_amount: '10', price_currency: 'EUR' } as const;

/** Of a link, which is presented again with each answer. */
async function refundOf({ api }: Merchant): Promise<() => Promise<string>> {
  const { id, pay_amount: amount } = await api.invoices.create({ ...price, pay_currency: 'LTC' });
  await world.pay({ invoice_id: id, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
  const claim = await api.refundClaims.create(id, { amount: '5' });
  return async () => defined((await api.refundClaims.get(claim.id)).url, 'it is a link');
}

/** Addresses of every kind that payers of a merchant get. */
async function addressesOf({ api, ...of }: Merchant): Promise<Record<string, string>> {
  const invoice = await api.invoices.create({ ...price, pay_currency: 'LTC' });
  const channel = await api.channels.create({
    name: 'Tea',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
  });
  const link = await api.paymentLinks.create({ name: 'Tea', ...price });
  const shop = await connectShop(world, { ...of, api });
  const terminal = await openTerminal(world, { ...of, api });
  const subscription = await api.subscriptions.create({
    name: 'Tea club',
    amount: '10',
    currency: 'EUR',
    period: 'month',
    period_quantity: 1,
    payer_email: 'ada@shop.example',
    starts_at: new Date(world.clock.now() + 4 * DAY).toISOString(),
  } as never);
  return {
    invoice: invoice.hosted_page_url,
    channel: channel.hosted_page_url,
    checkout: (await api.checkouts.create(price)).hosted_page_url,
    link: link.url,
    shop: (await shop.invoice()).checkoutLink,
    terminal: terminal.url,
    subscription: subscription.hosted_page_url,
  };
}

test('a domain is used once it is proven, by links of every kind, and no longer once it is removed', async () => {
  const refund = await refundOf(merchant);
  const sitesOf = async (of: Merchant) => {
    const urls = Object.values(await addressesOf(of));
    if (of === merchant) urls.push(await refund());
    return [...new Set(urls.map((url) => new URL(url).origin))];
  };
  const set = await operate('payer-domains.set', { domain: 'Pay.Shop.LOCALHOST.' });
  expect(set).toMatchObject({ domain: DOMAIN, pages_url: world.url, verified_at: null });
  expect(await sitesOf(merchant)).toEqual([world.url]);
  expect((await at(DOMAIN, '/openapi.json')).status).toBe(200);

  const site = siteAt(world.url, DOMAIN);
  expect(await operate('payer-domains.check')).toMatchObject({ problem: null, pages_url: site });
  expect(await sitesOf(merchant)).toEqual([site]);
  expect(await sitesOf(other)).toEqual([world.url]);
  const reminded = { project_id: project, id: 'x' };
  expect(reminderUrl(world.app, reminded)).toContain(`${site}/reminders/x/`);
  // A verified domain that is set again stays in use.
  await operate('payer-domains.set', { domain: DOMAIN });
  expect(await sitesOf(merchant)).toEqual([site]);

  const removed = await operate('payer-domains.remove');
  expect(removed).toMatchObject({ domain: null, pages_url: world.url });
  expect(await sitesOf(merchant)).toEqual([world.url]);
});

test('the domain serves the pages of its project, and those of others are unknown there', async () => {
  const withRefund = async (of: Merchant): Promise<Record<string, string>> => {
    const refund = await refundOf(of);
    return { ...(await addressesOf(of)), refund: await refund() };
  };
  const [own, foreign] = [await withRefund(merchant), await withRefund(other)];
  const { host } = new URL(await useDomain());
  const found: string[] = [];
  for (const [kind, url] of Object.entries(own)) {
    const { pathname } = new URL(url);
    const { status } = await at(host, pathname);
    if (status !== 200 && status !== 302) found.push(`${kind} ${status}`);
    // Its old address keeps working.
    if ((await at(new URL(world.url).host, pathname)).status !== status) found.push(`old ${kind}`);
    const theirs = await at(host, new URL(defined(foreign[kind] ?? null, kind)).pathname);
    const missing = await at(host, `${pathname.slice(0, -4)}AAAA`);
    if (theirs.status !== 404 || missing.status !== 404) found.push(`foreign ${kind}`);
    const id = (text: string) => text.replaceAll(/"request_id":"\w+"/g, '');
    if (id(theirs.text) !== id(missing.text)) found.push(`${kind} tells foreign from missing`);
  }
  expect(found).toEqual([]);
});

test('a foreign page cannot be used by a form either', async () => {
  const link = await other.api.paymentLinks.create({ name: 'Tea', ...price });
  const { host } = new URL(await useDomain());
  const path = new URL(link.url).pathname;
  expect((await at(host, path, { method: 'POST', form: '' })).status).toBe(404);
  expect((await other.api.checkouts.list()).data.filter(({ name }) => name === 'Tea')).toEqual([]);
  const { id } = await other.api.checkouts.create(price);
  const form = 'pay_currency=LTC';
  expect((await at(host, `/checkouts/${id}`, { method: 'POST', form })).status).toBe(404);
  expect((await other.api.checkouts.get(id)).invoices).toEqual([]);

  const mine = await merchant.api.checkouts.create(price);
  const chosen = await at(host, `/checkouts/${mine.id}`, { method: 'POST', form });
  expect([chosen.status, String(chosen.headers.location)]).toEqual([
    303,
    expect.stringMatching(/^\/invoices\//),
  ]);
});

/** What every project shares. */
const SHARED = /^\/(assets\/|brand\/colors|pay\.js|modal\/|\.well-known\/chaintill-domain)/;

test('the API, the dashboard and every other route are unknown on the domain', async () => {
  const { host } = new URL(await useDomain());
  const answered: string[] = [];
  for (const [pattern, methods] of routes.all())
    for (const method of methods) {
      const url = pathOf(world, pattern);
      const { status } = await at(host, url, { method: method as 'GET' });
      if (status !== 404 && !SHARED.test(url)) answered.push(`${method} ${pattern} ${status}`);
    }
  expect(answered).toEqual([]);
  for (const path of ['/', '/dashboard/', '/docs', '/openapi.json', '/status', '/nothing'])
    expect((await at(host.toUpperCase(), path)).status).toBe(404);
  expect((await at(host, '/dashboard', { method: 'POST', form: '' })).status).toBe(404);
  for (const path of ['/pay.js', '/assets/coins/ltc.svg', '/brand/colors/ffd400-light.css'])
    expect((await at(host, path)).status).toBe(200);
});

test('a terminal on the domain accepts its own requests, and none of another origin', async () => {
  const terminal = await openTerminal(world, merchant);
  const site = await useDomain();
  const signIn = async (origin: string) =>
    fastify.inject({
      method: 'POST',
      url: `${new URL(terminal.url).pathname}/session`,
      headers: { host: new URL(site).host, origin, 'content-type': 'application/json' },
      payload: JSON.stringify({ staff_id: terminal.staff['ada'], pin: '1234' }),
    });
  expect((await signIn(world.url)).statusCode).toBe(403);
  expect((await signIn('http://evil.example')).statusCode).toBe(403);
  const { statusCode, headers } = await signIn(site);
  expect(statusCode).toBe(200);
  expect(String(headers['set-cookie'])).not.toContain('Domain=');
});

test('the way back from a checkout of a payment link leads to the domain while there is one', async () => {
  const link = await merchant.api.paymentLinks.create({ name: 'Tea', ...price });
  const { host, origin } = new URL(await useDomain());
  const { pathname } = new URL(link.url);
  const clicked = await at(host, pathname, { method: 'POST', form: 'quantity=1' });
  const path = String(clicked.headers.location);
  const { id = '' } = /\/checkouts\/(?<id>[\w-]+)/.exec(path)?.groups ?? {};
  await merchant.api.checkouts.cancel(id);
  expect((await at(host, path)).text).toContain(`href="${origin}${pathname}"`);
  await operate('payer-domains.remove');
  expect((await at(host, path)).text).toContain(`href="${world.url}${pathname}"`);
});

async function serve(answer: RequestListener): Promise<void> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  world.app.publicUrl.value = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a check names what is wrong, and leaves a domain in use', async () => {
  await operate('payer-domains.set', { domain: DOMAIN });
  const check = async () => {
    const { problem, detail, verified_at: at } = await operate('payer-domains.check');
    return [problem, detail, at === null ? 'unused' : 'used'];
  };
  world.app.publicUrl.value = 'http://127.0.0.1:1';
  expect(await check()).toEqual(['unreachable', 'connect', 'unused']);
  await serve((_, response) => response.writeHead(301, { location: 'https://a.example' }).end());
  expect(await check()).toEqual(['redirects', '301', 'unused']);
  await serve((_, response) => response.end('{"host":"pay.shop.localhost","proof":"none"}'));
  expect(await check()).toEqual(['foreign', '200', 'unused']);
  await serve((_, response) => response.writeHead(404).end('not here'));
  expect(await check()).toEqual(['foreign', '404', 'unused']);
  await serve((_, response) => response.end(JSON.stringify(proofOf(world.app, 'backend:8080'))));
  expect(await check()).toEqual(['host_changed', 'backend', 'unused']);
  world.app.publicUrl.value = world.url;
  expect(await check()).toEqual([null, null, 'used']);
  await serve((_, response) => response.writeHead(502).end());
  expect(await check()).toEqual(['foreign', '502', 'used']);

  await operate('payer-domains.set', { domain: '10.0.0.1.nip.localhost' });
  await operate('payer-domains.set', { domain: 'nowhere.invalid' });
  expect(await check()).toEqual(['unreachable', 'dns', 'unused']);
});

test('only a domain of its own is accepted', async () => {
  const refused = async (domain: string, of = project) => {
    const answer = operate('payer-domains.set', { domain }, of);
    return answer.then(
      () => null,
      (error: { details?: readonly { code: string }[] }) => error.details?.[0]?.code ?? error,
    );
  };
  for (const domain of [
    'shop',
    'https://pay.shop.example',
    'pay.shop.example:8443',
    'pay.shop.example/pay',
    'pay_1.shop.example',
    '-pay.shop.example',
    '127.0.0.1',
    '[::1]',
    'ada@shop.example',
    `${'a'.repeat(64)}.example`,
    'pay..example',
    'pay.shop.123',
  ])
    expect([domain, await refused(domain)]).toEqual([domain, 'has_invalid_format']);
  world.app.publicUrl.value = 'https://till.example/pay';
  expect(await refused('TILL.example')).toBe('has_invalid_format');
  expect(await refused('zahlen.Café.example')).toBe(null);
  expect((await operate('payer-domains.show')).domain).toBe('zahlen.xn--caf-dma.example');
  expect(await refused('ZAHLEN.xn--caf-dma.example', other.project.id)).toBe('must_be_unique');
  await expect(operate('payer-domains.check', {}, other.project.id)).rejects.toThrow();
});

test.each([
  ['https://till.example', 'https://pay.shop.example'],
  ['https://till.example/pay', 'https://pay.shop.example/pay'],
  ['http://[::1]:9080', 'http://pay.shop.example:9080'],
  ['http://127.0.0.1:9080/pay', 'http://pay.shop.example:9080/pay'],
])('with the public URL %s, pages are at %s', (publicUrl, expected) => {
  expect(siteAt(publicUrl, 'pay.shop.example')).toBe(expected);
});

test('a host is compared without its port, its last dot and its case', () => {
  expect(hostName('Pay.Shop.Example.:443')).toBe('pay.shop.example');
  expect(hostName('pay.shop.example:')).toBe('pay.shop.example');
  expect(readDomain('pay.shop.example')).toBe('pay.shop.example');
});
