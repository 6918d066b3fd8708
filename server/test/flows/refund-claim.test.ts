// Refund claims (decision 213): a refund as a link. The payer enters an address, the merchant approves, and the payout
// is an ordinary withdrawal. Opening the link changes nothing; a claim is claimed once, and its amount is reserved.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RefundClaim } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { locales } from '../../src/core/languages.ts';
import { createLog } from '../../src/core/log.ts';
import { formatAmount } from '../../src/core/money.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer } from '../../src/http/server.ts';
import { refundableNow } from '../../src/invoices/refundable.ts';
import { findInvoice } from '../../src/invoices/store-invoices.ts';
import { takeClaim } from '../../src/invoices/take-claim.ts';
import { createApiKey } from '../../src/projects/api-keys.ts';
import { listAddress, loadOperatorLists } from '../../src/risk/operator-lists.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { expectError } from '../support/api-shapes.ts';
import { otherApp } from '../support/other-app.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
let fastify: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'ETH', 'XRP'] });
  ({ fastify } = serveAllRoutes(world));
});
afterAll(async () => {
  await fastify.close();
  await world.close();
});

let strangers = 0;
function stranger(code = 'LTC'): string {
  strangers += 1;
  return foreignAddress(defined(world.app.coins.get(code), code), 'claims', strangers);
}

/** 10 EUR, paid, with more money in the account for fees. */
async function completed(code = 'LTC') {
  merchant = await world.merchant({ merchantName: 'Corner shop' });
  const invoice = await newInvoice(merchant, { name: 'Order 7', pay_currency: code });
  const more = await newInvoice(merchant, { price_amount: '50.00', pay_currency: code });
  for (const { id, pay_amount: amount } of [invoice, more])
    await world.pay({ invoice_id: id, amount, risk_level: 'low' });
  await world.mine(code);
  return invoice;
}

async function claimOf(code = 'LTC', terms: { amount?: string; rate?: 'then' | 'today' } = {}) {
  const invoice = await completed(code);
  const claim = await merchant.api.refundClaims.create(invoice.id, { amount: '10.00', ...terms });
  return { invoice, claim };
}

const get = ({ id }: RefundClaim) => merchant.api.refundClaims.get(id);
const tokenOf = ({ url }: RefundClaim) => defined(url?.split('/').at(-1), 'a token');
const pathOf = (claim: RefundClaim) => `/refunds/${tokenOf(claim)}?locale=en`;

let clients = 0;
/** Each from another client, because each has its own limit. */
async function page(claim: RefundClaim, form?: Record<string, string>, client?: string) {
  clients += 1;
  const response = await fastify.inject({
    method: form === undefined ? 'GET' : 'POST',
    url: pathOf(claim),
    remoteAddress: client ?? `192.0.2.${clients % 250}`,
    ...(form !== undefined && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}

const check = (claim: RefundClaim, address: string) => page(claim, { address, step: 'check' });
const request = (claim: RefundClaim, address: string) => page(claim, { address, step: 'request' });
const wrongStatus = { code: 'invalid_status' };

test('from the link to the payout, each step visible to the payer and the merchant', async () => {
  const { invoice, claim } = await claimOf();
  expect(claim).toMatchObject({
    status: 'open',
    invoice_id: invoice.id,
    price_amount: '10.0',
    amount: '0.12852645',
    rate: 'then',
    address: null,
  });
  expect(Buffer.from(tokenOf(claim), 'base64url')).toHaveLength(32);
  const form = await page(claim);
  expect(form).toMatchObject({ status: 200 });
  expect(form.text).toContain('Corner shop');
  expect(form.text).toContain('0.12852645 LTC');
  expect(form.text).toContain('name="address"');
  expect(form.headers['content-security-policy']).toMatch(
    /form-action 'self'.*frame-ancestors 'none'/,
  );
  const address = stranger();
  const checked = await check(claim, address);
  expect(checked.text).toContain('Network fee');
  expect(checked.text).toContain('Request refund');
  // Neither a preview nor the check of an address changes anything.
  expect(await get(claim)).toEqual(claim);
  expect(await request(claim, address)).toMatchObject({ status: 303 });
  expect(await get(claim)).toMatchObject({ status: 'claimed', address });
  expect((await page(claim)).text).toContain('Refund requested');
  const approved = await merchant.api.refundClaims.approve(claim.id);
  expect(approved).toMatchObject({ status: 'approved', coin_withdrawal_id: expect.any(String) });
  expect((await page(claim)).text).toContain('Refund approved');
  const [refund] = await merchant.api.invoices.refunds(invoice.id);
  expect(refund).toMatchObject({ id: claim.id, address, amount: '0.12852645' });
  await world.settle();
  expect(storyOf(merchant, invoice.id).at(-1)).toBe('refunded completed');
  expect(await get(claim)).toMatchObject({ status: 'sent', txid: expect.any(String) });
  await world.mine('LTC', 6);
  expect(await get(claim)).toMatchObject({ status: 'completed' });
  expect((await page(claim)).text).toContain('Payment returned');
});

test('each change of a claim is told once, in order, and without its link', async () => {
  const { claim } = await claimOf();
  await Promise.all([request(claim, stranger()), request(claim, stranger())]);
  await merchant.api.refundClaims.approve(claim.id);
  await merchant.api.refundClaims.approve(claim.id);
  await world.settle();
  await world.mine('LTC', 6);
  await world.settle();
  expect(storyOf(merchant, claim.id)).toEqual([
    'claimed claimed',
    'approved approved',
    'sent sent',
    'completed completed',
  ]);
  const told = merchant.callbacks.filter(({ data }) => data.id === claim.id);
  expect(told.map(({ data }) => data['url'])).toEqual([null, null, null, null]);
  expect(told[1]?.data).toMatchObject({ coin_withdrawal_id: expect.any(String) });
  const { claim: declined } = await claimOf();
  await request(declined, stranger());
  await merchant.api.refundClaims.decline(declined.id, {});
  const { claim: revoked } = await claimOf();
  await merchant.api.refundClaims.revoke(revoked.id);
  await merchant.api.refundClaims.revoke(revoked.id);
  await world.settle();
  expect(storyOf(merchant, revoked.id)).toEqual(['revoked revoked']);
});

test('a payout that is canceled is told as failed', async () => {
  const { claim } = await claimOf();
  await request(claim, stranger());
  const { coin_withdrawal_id: id } = await merchant.api.refundClaims.approve(claim.id);
  await merchant.api.coinWithdrawals.cancel(defined(id, 'a withdrawal'));
  await world.settle();
  expect(storyOf(merchant, claim.id)).toEqual([
    'claimed claimed',
    'approved approved',
    'failed failed',
  ]);
});

test('of two addresses at once, one is kept, and the database refuses another', async () => {
  const { claim } = await claimOf();
  const addresses = [stranger(), stranger(), stranger()];
  await Promise.all(addresses.map((address) => request(claim, address)));
  const { address } = await get(claim);
  expect(addresses).toContain(address);
  await request(claim, stranger());
  expect(await get(claim)).toMatchObject({ status: 'claimed', address });
  for (const change of [`address = 'x'`, `status = 'open', address = null, claimed_at = null`])
    await expect(
      world.app.db.query(`update refund_claims set ${change} where id = $1`, [claim.id]),
    ).rejects.toThrow(/claimed once/);
});

test('two approvals at once pay once', async () => {
  const { claim } = await claimOf();
  await request(claim, stranger());
  const { approve } = merchant.api.refundClaims;
  await Promise.all([approve(claim.id), approve(claim.id), approve(claim.id)]);
  expect((await merchant.api.coinWithdrawals.list()).data).toHaveLength(1);
});

test('a claim reserves its amount until it is revoked, declined or expired', async () => {
  const { invoice, claim } = await claimOf('LTC', { amount: '6.00' });
  const wanted = { amount: '4.01' };
  const tooMuch = { details: [{ target: 'amount', args: { value: '4.0' } }] };
  const { refundClaims, invoices } = merchant.api;
  await expect(refundClaims.create(invoice.id, wanted)).rejects.toMatchObject(tooMuch);
  const direct = { ...wanted, address: stranger() };
  await expect(invoices.refund(invoice.id, direct)).rejects.toMatchObject(tooMuch);
  expect(await refundClaims.revoke(claim.id)).toMatchObject({ status: 'revoked' });
  expect((await request(claim, stranger())).status).toBe(303);
  expect((await page(claim)).text).toContain('This link is no longer valid');
  const second = await refundClaims.create(invoice.id, { amount: '10.00' });
  await request(second, stranger());
  await expect(refundClaims.revoke(second.id)).rejects.toMatchObject(wrongStatus);
  const reason = { reason: 'Already refunded by card' };
  expect(await refundClaims.decline(second.id, reason)).toMatchObject({ status: 'declined' });
  expect((await page(second)).text).toContain('Already refunded by card');
  await expect(refundClaims.approve(second.id)).rejects.toMatchObject(wrongStatus);
  const third = await refundClaims.create(invoice.id, { amount: '10.00', expires_in: 3600 });
  await world.advance(HOUR);
  expect(await get(third)).toMatchObject({ status: 'expired' });
  await request(third, stranger());
  expect(await get(third)).toMatchObject({ status: 'expired', address: null });
  await refundClaims.create(invoice.id, { amount: '10.00' });
});

test('of claims of the whole at once, one is made', async () => {
  const invoice = await completed();
  const { create } = merchant.api.refundClaims;
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => create(invoice.id, { amount: '10.00' })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a claim with an address does not expire, and a payout that is canceled gives its amount back', async () => {
  const { invoice, claim } = await claimOf();
  await request(claim, stranger());
  await world.advance(31 * DAY);
  const { coin_withdrawal_id: id } = await merchant.api.refundClaims.approve(claim.id);
  await merchant.api.coinWithdrawals.cancel(defined(id, 'a withdrawal'));
  expect(await get(claim)).toMatchObject({ status: 'failed' });
  expect((await page(claim)).text).toContain('could not be sent');
  await merchant.api.refundClaims.create(invoice.id, { amount: '10.00' });
});

test('the address is checked for the coin, its network and its tag; own and blocked ones are refused', async () => {
  const { claim } = await claimOf();
  const own = await newInvoice(merchant);
  const blocked = stranger();
  await listAddress(world.app, { coin: 'LTC', address: blocked, kind: 'block', note: null });
  world.app.riskLists.entries = await loadOperatorLists(world.app.db);
  const wrong = 'This is not a valid address';
  for (const [address, problem] of [
    ['x', wrong],
    [stranger('BTC'), wrong],
    // Of the same coin on the main network.
    ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', wrong],
    [own.address, 'A refund to this address is not possible'],
    [blocked, 'A refund to this address is not possible'],
  ] as const) {
    expect((await check(claim, address)).text).toContain(problem);
    expect((await request(claim, address)).text).toContain(problem);
  }
  expect(await get(claim)).toMatchObject({ status: 'open' });
});

test('a coin with tags asks for the tag', async () => {
  const { claim } = await claimOf('XRP');
  expect((await page(claim)).text).toContain('name="tag"');
  const address = stranger('XRP');
  expect((await check(claim, address)).text).toContain('This is not a valid address');
  await page(claim, { address, tag: '77', step: 'request' });
  expect(await get(claim)).toMatchObject({ status: 'claimed', address: `${address}?dt=77` });
});

test('a fee above the amount is explained, and nothing is claimed or approved', async () => {
  const { claim } = await claimOf();
  const quote = defined(world.app.networkFees.get('LTC'), 'a quote');
  const expensive = { ...quote, average: 20_000_000n };
  world.app.networkFees.set('LTC', expensive);
  const small = 'The network fee is higher than the refund';
  expect((await request(claim, stranger())).text).toContain(small);
  expect(await get(claim)).toMatchObject({ status: 'open' });
  world.app.networkFees.set('LTC', quote);
  await request(claim, stranger());
  world.app.networkFees.set('LTC', expensive);
  await expect(merchant.api.refundClaims.approve(claim.id)).rejects.toMatchObject({
    code: 'refund_too_small',
  });
  world.app.networkFees.set('LTC', quote);
  expect(await get(claim)).toMatchObject({ status: 'claimed' });
});

test('a key without payout permission makes links but approves nothing', async () => {
  const { claim } = await claimOf();
  await request(claim, stranger());
  const key = await createApiKey(world.app, merchant.project.id, {
    name: 'shop',
    apiVersion: 2,
    permissions: ['read', 'write'],
    ipAllowList: [],
  });
  for (const step of ['approve', 'decline']) {
    const target = `/api/refund_claims/${claim.id}/${step}`;
    const response = await signedCall(world.url, key, { method: 'POST', target, body: '{}' });
    expectError(response, { status: 403, code: 'unauthorized' });
  }
  expect(await get(claim)).toMatchObject({ status: 'claimed' });
});

test('those who only read see no link: anyone who has it chooses where the money goes', async () => {
  const { claim } = await claimOf();
  const key = await createApiKey(world.app, merchant.project.id, {
    name: 'reports',
    apiVersion: 2,
    permissions: ['read'],
    ipAllowList: [],
  });
  for (const target of ['/api/refund_claims', `/api/refund_claims/${claim.id}`]) {
    const { status, text } = await signedCall(world.url, key, { method: 'GET', target });
    expect(status).toBe(200);
    expect(text).toContain(claim.id);
    expect(text).not.toContain(tokenOf(claim));
  }
  expect((await get(claim)).url).toBe(claim.url);
});

test('the stored answer of a retry is sealed, and a retry gets the same link', async () => {
  const invoice = await completed();
  const key = await createApiKey(world.app, merchant.project.id, {
    name: 'shop',
    apiVersion: 2,
    permissions: ['read', 'write'],
    ipAllowList: [],
  });
  const target = `/api/invoices/${invoice.id}/refund_claims`;
  const headers = { 'idempotency-key': 'the refund of order 7' };
  const create = () =>
    signedCall(world.url, key, { method: 'POST', target, headers, body: { amount: '10.00' } });
  const first = await create();
  const { data } = JSON.parse(first.text) as { data: RefundClaim };
  const [stored] = await world.app.db.query<{ answer: string }>(
    'select answer from idempotency_keys where key = $1',
    [headers['idempotency-key']],
  );
  expect(stored?.answer).not.toContain(tokenOf(data));
  expect(await create()).toMatchObject({ status: 201, text: first.text });
});

test('unknown tokens are not found, no table holds a token, and posts have a limit per client', async () => {
  const { claim } = await claimOf();
  const unknown = { ...claim, url: `x/${'A'.repeat(43)}` };
  expect((await page(unknown)).status).toBe(404);
  await expect(takeClaim(world.app, 'A'.repeat(43), stranger())).rejects.toMatchObject({
    code: 'not_found',
  });
  const stored = await world.app.db.query('select c::text from refund_claims c where id = $1', [
    claim.id,
  ]);
  expect(JSON.stringify(stored)).not.toContain(tokenOf(claim));
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++)
    statuses.push((await page(claim, { address: 'x', step: 'check' }, '198.51.100.7')).status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
});

test.each(locales)('the page has its texts in %s', async (locale) => {
  const { claim } = locale === locales[0] ? await claimOf() : { claim: shared };
  shared = claim;
  const url = `/refunds/${tokenOf(claim)}?locale=${locale}`;
  const { body } = await fastify.inject({ method: 'GET', url });
  expect(body).toContain(`<html lang="${locale}`);
  expect(body).not.toMatch(/undefined|\{currency\}|\[object/);
});
let shared: RefundClaim;

test('no line of the log has the link', async () => {
  const { claim } = await claimOf();
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const server = createServer(otherApp(world.app, { log }), handlers);
  const { statusCode } = await server.fastify.inject({ method: 'GET', url: pathOf(claim) });
  await server.fastify.close();
  expect(statusCode).toBe(200);
  expect(lines.join('')).toContain('"path":"/refunds/:token"');
  expect(lines.join('')).not.toContain(tokenOf(claim));
});

test('what is offered as the most has the decimals that a request can have', async () => {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant, { pay_currency: 'ETH' });
  // In wei, and a little more than is asked for.
  const amount = `${Number(invoice.pay_amount).toFixed(8)}000000001`;
  await world.pay({ invoice_id: invoice.id, amount, risk_level: 'low' });
  await world.mine('ETH', 15);
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
  const row = defined(await findInvoice(world.app.db, merchant.project.id, invoice.id), 'it');
  const { paid } = await refundableNow(world.app.db, world.app, row);
  const text = formatAmount(paid, defined(world.app.currencies.get('ETH'), 'ETH'));
  const claim = await merchant.api.refundClaims.create(invoice.id, {
    amount: text,
    amount_currency: 'ETH',
  });
  expect(claim.status).toBe('open');
});
