// Ask for a refund (decision 217): the payer of a payment that bought nothing asks on its page, the merchant decides.
// Anyone can open the page, so a request moves nothing, and every other resolution ends it in the same transaction.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefundClaim } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { locales } from '../../src/core/languages.ts';
import type { ProjectSettings, UnresolvedContext } from '../../src/projects/project.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { booked, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
let fastify: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'XRP'] });
  ({ fastify } = serveAllRoutes(world));
});
afterAll(async () => {
  await fastify.close();
  await world.close();
});

let strangers = 0;
function stranger(code = 'LTC'): string {
  strangers += 1;
  return foreignAddress(defined(world.app.coins.get(code), code), 'requests', strangers);
}

const AMOUNTS = { underpaid: '0.1', paid_late: '0.12852645', overpaid: '0.2' } as const;

/** An invoice of 0.12852645 LTC (10 EUR) with this context. */
async function unresolved(
  context: UnresolvedContext,
  settings: ProjectSettings = {},
  code = 'LTC',
) {
  merchant = await world.merchant({ merchantName: 'Corner shop', ...settings });
  const invoice = await newInvoice(merchant, { name: 'Order 7', pay_currency: code });
  if (context === 'paid_late') await world.advance(11 * MINUTE);
  const amount = context === 'illicit_resource' ? '0.1' : AMOUNTS[context];
  const risk_level = context === 'illicit_resource' ? 'high' : 'low';
  const paid = code === 'LTC' ? amount : (Number(invoice.pay_amount) / 2).toFixed(6);
  await world.pay({ invoice_id: invoice.id, amount: paid, risk_level });
  await world.mine(code);
  if (context === 'underpaid') await world.advance(11 * MINUTE);
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status_context: context });
  return invoice.id;
}

let clients = 0;
/** Each from another client, because each has its own limit. */
async function page(path: string, form?: Record<string, string>, client?: string) {
  clients += 1;
  const response = await fastify.inject({
    method: form === undefined ? 'GET' : 'POST',
    url: `${path}?locale=en`,
    remoteAddress: client ?? `192.0.2.${clients % 250}`,
    ...(form !== undefined && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  });
  const { location = '' } = response.headers;
  const [to = ''] = `${location}`.split('?');
  return { status: response.statusCode, text: response.body, to, headers: response.headers };
}

const formId = () => newId(world.app.clock, world.app.random);
const ask = (invoice: string, address: string, id = formId()) =>
  page(`/invoices/${invoice}/refund`, { address, id, step: 'request' });
const claims = async () => (await merchant.api.refundClaims.list()).data;
async function asked(invoice: string, address = stranger()): Promise<[RefundClaim, string]> {
  const { to } = await ask(invoice, address);
  expect(to).toMatch(/^\/refunds\/[\w-]{43}$/);
  return [defined((await claims())[0], 'the request'), to];
}
async function stories(id: string) {
  await world.settle();
  return storyOf(merchant, id).map((line) => line.split(' ')[0]);
}
const OFFER = 'Ask for a refund';

test('from the page of an underpaid invoice to the payout', async () => {
  const invoice = await unresolved('underpaid');
  expect((await page(`/invoices/${invoice}`)).text).toContain(OFFER);
  const form = await page(`/invoices/${invoice}/refund`);
  expect(form.text).toContain('name="address"');
  expect(form.text).toContain('0.1 LTC');
  expect(form.headers['content-security-policy']).toMatch(
    /form-action 'self'.*frame-ancestors 'none'/,
  );
  const address = stranger();
  const checked = await page(`/invoices/${invoice}/refund`, { address, step: 'check' });
  expect(checked.text).toContain('Network fee');
  const [, id = ''] = /name="id" value="([^"]+)"/.exec(checked.text) ?? [];
  expect(await claims()).toEqual([]);
  const { to } = await ask(invoice, address, id);
  // A second press makes no second request, and leads to the same page.
  expect((await ask(invoice, address, id)).to).toBe(to);
  const [claim, ...others] = await claims();
  expect(others).toEqual([]);
  expect(claim).toMatchObject({
    id,
    origin: 'request',
    status: 'claimed',
    invoice_id: invoice,
    amount: '0.1',
    address,
    url: null,
    paid_from: expect.any(Array),
  });
  expect(claim?.paid_from.length).toBeGreaterThan(0);
  const shown = (await page(`/invoices/${invoice}`)).text;
  expect(shown).toContain('Refund requested');
  expect(shown).not.toContain(OFFER);
  expect(shown).not.toContain(address);
  expect((await page(to)).text).toContain('Withdraw request');
  const { approve } = merchant.api.refundClaims;
  await Promise.all([approve(id), approve(id), approve(id)]);
  await world.settle();
  await world.mine('LTC', 6);
  await world.settle();
  expect((await merchant.api.coinWithdrawals.list()).data).toMatchObject([{ address }]);
  expect(await merchant.api.invoices.get(invoice)).toMatchObject({ status: 'refunded' });
  expect(await stories(id)).toEqual(['claimed', 'approved', 'sent', 'completed']);
  expect((await page(to)).text).toContain('Payment returned');
  expect(await merchant.api.invoices.refunds(invoice)).toMatchObject([{ id, address }]);
});

test.each([
  ['paid_late', 'refunded', '0.12852645'],
  ['overpaid', 'completed', '0.07147355'],
] as const)('of %s, its usual resolution runs', async (context, status, amount) => {
  const invoice = await unresolved(context);
  expect((await page(`/invoices/${invoice}`)).text).toContain(OFFER);
  const [claim] = await asked(invoice);
  expect(claim).toMatchObject({ amount });
  await merchant.api.refundClaims.approve(claim.id);
  expect(await merchant.api.invoices.get(invoice)).toMatchObject({ status });
  const [refund] = await merchant.api.invoices.refunds(invoice);
  expect(refund).toMatchObject({ id: claim.id, amount, address: claim.address });
  expect((await page(`/invoices/${invoice}`)).text).not.toContain(OFFER);
});

test('what is open, paid, under review or switched off offers nothing', async () => {
  const illicit = await unresolved('illicit_resource', {
    automaticResolution: { illicit_resource: 'nothing' },
  });
  const off = await unresolved('underpaid', { offersRefunds: false });
  const open = await newInvoice(merchant);
  const paid = await newInvoice(merchant);
  await world.pay({ invoice_id: paid.id, risk_level: 'low' });
  await world.mine('LTC');
  for (const id of [illicit, off, open.id, paid.id]) {
    expect((await page(`/invoices/${id}`)).text).not.toContain(OFFER);
    expect((await ask(id, stranger())).to).toBe(`/invoices/${id}`);
  }
  expect(await claims()).toEqual([]);
  expect((await page(`/invoices/${formId()}/refund`)).status).toBe(404);
});

test('while a request waits, nobody replaces its address; its payer withdraws it and asks again', async () => {
  const invoice = await unresolved('underpaid');
  const [claim, link] = await asked(invoice);
  for (const [id, address] of [
    [formId(), stranger()],
    ['ffffffff-ffff-7fff-bfff-ffffffffffff', stranger()],
    ['no id', claim.address ?? ''],
  ] as const)
    expect((await ask(invoice, address, id)).to).toBe(`/invoices/${invoice}`);
  expect(await claims()).toEqual([claim]);
  await expect(
    world.app.db.query(`update refund_claims set address = 'x' where id = $1`, [claim.id]),
  ).rejects.toThrow(/claimed once/);
  await expect(merchant.api.refundClaims.revoke(claim.id)).rejects.toMatchObject({
    code: 'invalid_status',
  });
  await page(link, { step: 'withdraw' });
  await page(link, { step: 'withdraw' });
  expect((await page(link)).text).toContain('This request has ended');
  expect(await stories(claim.id)).toEqual(['claimed', 'revoked']);
  const [second] = await asked(invoice);
  expect(second.id).not.toBe(claim.id);
});

test('a declined request can be repeated, but only five times', async () => {
  const invoice = await unresolved('underpaid');
  for (let n = 0; n < 5; n++) {
    const [claim, link] = await asked(invoice);
    await merchant.api.refundClaims.decline(claim.id, { reason: 'Use the sender’s address' });
    expect((await page(link)).text).toContain('Use the sender’s address');
  }
  expect((await page(`/invoices/${invoice}`)).text).not.toContain(OFFER);
  expect((await ask(invoice, stranger())).to).toBe(`/invoices/${invoice}`);
  expect(await claims()).toHaveLength(5);
});

test('of requests at once, one is made', async () => {
  const invoice = await unresolved('paid_late');
  const all = await Promise.all([1, 2, 3, 4].map(() => ask(invoice, stranger())));
  expect(all.filter(({ to }) => to.startsWith('/refunds/'))).toHaveLength(1);
  expect(await claims()).toHaveLength(1);
});

describe('the merchant’s own choice ends the request', () => {
  test.each([
    ['accepts it', (id: string) => merchant.api.invoices.recalculate(id, { force_commit: true })],
    ['keeps it', (id: string) => merchant.api.invoices.refund(id, {})],
    [
      'sends it elsewhere',
      (id: string) => merchant.api.invoices.refund(id, { address: stranger() }),
    ],
  ])('%s', async (_, resolve) => {
    const invoice = await unresolved('underpaid');
    const [claim, link] = await asked(invoice);
    await resolve(invoice);
    expect(await merchant.api.refundClaims.get(claim.id)).toMatchObject({ status: 'revoked' });
    expect(await stories(claim.id)).toEqual(['claimed', 'revoked']);
    expect((await page(link)).text).toContain('This request has ended');
    await expect(merchant.api.refundClaims.approve(claim.id)).rejects.toMatchObject({
      code: 'invalid_status',
    });
  });

  test('whatever is first: the money is resolved once', async () => {
    for (let n = 0; n < 6; n++) {
      const invoice = await unresolved('underpaid');
      const [claim] = await asked(invoice);
      const acts = [
        merchant.api.refundClaims.approve(claim.id),
        merchant.api.invoices.recalculate(invoice, { force_commit: true }),
        merchant.api.invoices.refund(invoice, { address: stranger() }),
      ];
      const done = await Promise.allSettled(n % 2 === 0 ? acts : acts.reverse());
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
      const { status } = await merchant.api.refundClaims.get(claim.id);
      const sent = (await merchant.api.coinWithdrawals.list()).data;
      if (status === 'revoked')
        expect(sent.map(({ address }) => address)).not.toContain(claim.address);
      else expect(sent).toMatchObject([{ address: claim.address }]);
    }
  });
});

test('own, foreign and unspendable addresses are refused, and a tag is asked for', async () => {
  const invoice = await unresolved('underpaid');
  const own = await newInvoice(merchant);
  for (const [address, problem] of [
    ['x', 'This is not a valid address'],
    [stranger('BTC'), 'This is not a valid address'],
    [own.address, 'A refund to this address is not possible'],
  ] as const)
    expect((await ask(invoice, address)).text).toContain(problem);
  expect(await claims()).toEqual([]);
  const xrp = await unresolved('underpaid', {}, 'XRP');
  const address = stranger('XRP');
  expect((await page(`/invoices/${xrp}/refund`)).text).toContain('name="tag"');
  expect((await ask(xrp, address)).text).toContain('This is not a valid address');
  const path = `/invoices/${xrp}/refund`;
  await page(path, { address, tag: '77', id: formId(), step: 'request' });
  expect(await claims()).toMatchObject([{ address: `${address}?dt=77` }]);
});

test('each client has 20 posts a minute', async () => {
  const invoice = await unresolved('underpaid');
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++) {
    const form = { address: 'x', step: 'check' };
    statuses.push((await page(`/invoices/${invoice}/refund`, form, '198.51.100.9')).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
});

describe('a checkout that was paid in part and has expired', () => {
  async function partlyPaid() {
    merchant = await world.merchant();
    const more = await newInvoice(merchant, { price_amount: '50.00' });
    await world.pay({ invoice_id: more.id, risk_level: 'low' });
    await world.mine('LTC');
    const checkout = await merchant.api.checkouts.create({
      price_amount: '10.00',
      price_currency: 'EUR',
      pay_currencies: [{ currency: 'LTC' }],
    });
    const { to } = await page(`/checkouts/${checkout.id}`, { pay_currency: 'LTC' });
    const invoice = defined(to.split('/').at(-1), 'an invoice');
    await world.pay({ invoice_id: invoice, amount: '0.06', risk_level: 'low' });
    await world.mine('LTC');
    expect((await page(`/checkouts/${checkout.id}`)).text).not.toContain(OFFER);
    await world.advance(2 * HOUR);
    await world.settle();
    expect(await merchant.api.checkouts.get(checkout.id)).toMatchObject({
      status: 'expired',
      status_context: 'partially_paid',
    });
    return { checkout: checkout.id, invoice };
  }

  test('its payer asks on its page, and the part is paid back once', async () => {
    const { checkout, invoice } = await partlyPaid();
    expect((await page(`/checkouts/${checkout}`)).text).toContain(OFFER);
    const [claim] = await asked(invoice);
    expect(claim).toMatchObject({ amount: '0.06' });
    expect((await page(`/checkouts/${checkout}`)).text).toContain('Refund requested');
    const { approve } = merchant.api.refundClaims;
    await Promise.all([approve(claim.id), approve(claim.id)]);
    expect((await merchant.api.coinWithdrawals.list()).data).toMatchObject([
      { address: claim.address },
    ]);
    expect(await merchant.api.checkouts.get(checkout)).toMatchObject({
      refunds: [{ id: claim.id }],
    });
  });

  test('a request reserves nothing, and the acceptance or another refund ends it', async () => {
    const { checkout, invoice } = await partlyPaid();
    const [claim] = await asked(invoice);
    await merchant.api.checkouts.accept(checkout);
    expect(await merchant.api.refundClaims.get(claim.id)).toMatchObject({ status: 'revoked' });
    const other = await partlyPaid();
    const [second] = await asked(other.invoice);
    const direct = { amount: '1.00', address: stranger() };
    await merchant.api.invoices.refund(other.invoice, direct);
    expect(await merchant.api.refundClaims.get(second.id)).toMatchObject({ status: 'revoked' });
  });
});

test.each(locales)('the pages have their texts in %s', async (locale) => {
  if (locale === locales[0]) shared = await unresolved('underpaid');
  for (const path of [`/invoices/${shared}`, `/invoices/${shared}/refund`]) {
    const { body } = await fastify.inject({ method: 'GET', url: `${path}?locale=${locale}` });
    expect(body).toContain(`<html lang="${locale}`);
    expect(body).not.toMatch(/undefined|\{currency\}|\[object/);
  }
});
let shared = '';
