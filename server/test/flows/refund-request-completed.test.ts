// Ask for a refund of what was completed (decision 226): the surplus of an overpaid checkout, never more, and again a
// refund whose payout was canceled. Their payers see where each refund stands.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefundClaim } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { locales } from '../../src/core/languages.ts';
import type { ProjectSettings } from '../../src/projects/project.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
let fastify: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  ({ fastify } = serveAllRoutes(world));
});
afterAll(async () => {
  await fastify.close();
  await world.close();
});

let strangers = 0;
function stranger(code = 'LTC'): string {
  strangers += 1;
  return foreignAddress(defined(world.app.coins.get(code), code), 'surplus', strangers);
}

let clients = 0;
/** Each from another client, because each has its own limit. */
async function page(path: string, form?: Record<string, string>, locale = 'en') {
  clients += 1;
  const response = await fastify.inject({
    method: form === undefined ? 'GET' : 'POST',
    url: `${path}?locale=${locale}`,
    remoteAddress: `192.0.2.${clients % 250}`,
    ...(form !== undefined && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  });
  const [to = ''] = `${response.headers.location ?? ''}`.split('?');
  return { text: response.body, to };
}

const ask = (invoice: string, address: string) =>
  page(`/invoices/${invoice}/refund`, {
    address,
    id: newId(world.app.clock, world.app.random),
    step: 'request',
  });
const claims = async () => (await merchant.api.refundClaims.list()).data;
async function asked(invoice: string, address = stranger()): Promise<[RefundClaim, string]> {
  const { to } = await ask(invoice, address);
  expect(to).toMatch(/^\/refunds\/[\w-]{43}$/);
  const found = (await claims()).find(({ address: one }) => one === address);
  return [defined(found, 'the request'), to];
}
const payouts = async () => (await merchant.api.coinWithdrawals.list()).data;
async function confirm(code = 'LTC'): Promise<void> {
  await world.settle();
  await world.mine(code, 6);
  await world.settle();
}
const OFFER = 'Ask for a refund';

/** With 50 EUR in the account for fees. */
async function funded(settings: ProjectSettings = {}): Promise<void> {
  merchant = await world.merchant(settings);
  const more = await newInvoice(merchant, { price_amount: '50.00' });
  await world.pay({ invoice_id: more.id, risk_level: 'low' });
  await world.mine('LTC');
}

async function newCheckout(): Promise<string> {
  const { id } = await merchant.api.checkouts.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currencies: [{ currency: 'LTC' }, { currency: 'BTC' }],
  });
  return id;
}

async function choose(checkout: string, coin: string): Promise<string> {
  const { to } = await page(`/checkouts/${checkout}`, { pay_currency: coin });
  return defined(to.split('/').at(-1), 'an invoice');
}

async function pay(invoice: string, times = 1, coin = 'LTC'): Promise<void> {
  const { pay_amount: due } = await merchant.api.invoices.get(invoice);
  const amount = times === 1 ? due : (Number(due) * times).toFixed(8);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine(coin, 12);
  await world.settle();
}

/** 10 EUR, paid one and a half times with 0.19278967 LTC. */
async function overpaid(settings: ProjectSettings = {}) {
  await funded(settings);
  const checkout = await newCheckout();
  const invoice = await choose(checkout, 'LTC');
  await pay(invoice, 1.5);
  expect(await merchant.api.checkouts.get(checkout)).toMatchObject({
    status: 'completed',
    status_context: 'overpaid',
    paid_amount: '14.99',
  });
  return { checkout, invoice };
}

describe('the surplus of a completed checkout', () => {
  test('is asked for on its page, approved and paid once, and shown until it arrives', async () => {
    const { checkout, invoice } = await overpaid();
    for (const path of [`/checkouts/${checkout}`, `/invoices/${invoice}`]) {
      const { text } = await page(path);
      expect(text).toContain(OFFER);
      expect(text).toContain('You paid more than the price. You can ask for 0.06417');
    }
    const [claim, link] = await asked(invoice);
    // 4.99 EUR of 14.99 EUR, in the coins that were paid.
    expect(claim).toMatchObject({
      origin: 'request',
      status: 'claimed',
      price_amount: '4.99',
      rate: 'then',
    });
    expect(claim.amount).toMatch(/^0\.06417\d+$/);
    const waits = (await page(`/checkouts/${checkout}`)).text;
    expect(waits).toContain('Refund requested');
    expect(waits).not.toContain(claim.address);
    const { approve } = merchant.api.refundClaims;
    await Promise.all([approve(claim.id), approve(claim.id), approve(claim.id)]);
    expect(await payouts()).toMatchObject([{ address: claim.address, charged_currency: 'EUR' }]);
    const prepared = (await page(`/checkouts/${checkout}`)).text;
    expect(prepared).toContain('Being prepared');
    expect(prepared).toContain('Payment complete');
    expect(prepared).not.toContain(claim.address);
    expect(prepared).not.toContain(OFFER);
    await confirm();
    const [refund, ...others] = await merchant.api.invoices.refunds(invoice);
    expect(others).toEqual([]);
    expect(refund).toMatchObject({ id: claim.id, after_completion: { price_amount: '4.99' } });
    const txid = defined(refund?.txid, 'it was sent');
    const end = defined(claim.address?.slice(-8), 'an address');
    for (const path of [
      `/checkouts/${checkout}`,
      `/checkouts/${checkout}/receipt`,
      `/invoices/${invoice}`,
    ]) {
      const { text } = await page(path);
      for (const part of ['Confirmed', txid, end]) expect(text, path).toContain(part);
      expect(text).not.toContain(claim.address);
    }
    expect((await page(link)).text).toContain('Payment returned');
    expect(storyOf(merchant, claim.id).map((line) => line.split(' ')[0])).toEqual([
      'claimed',
      'approved',
      'sent',
      'completed',
    ]);
    expect((await ask(invoice, stranger())).to).toBe(`/invoices/${invoice}`);
  });

  test('a price that is paid exactly, and a surplus that the network fee exceeds, offer nothing', async () => {
    await funded();
    for (const times of [1, 1.1]) {
      const checkout = await newCheckout();
      const invoice = await choose(checkout, 'BTC');
      await pay(invoice, times, 'BTC');
      expect((await page(`/checkouts/${checkout}`)).text).not.toContain(OFFER);
      expect((await ask(invoice, stranger())).to).toBe(`/invoices/${invoice}`);
    }
    const off = await overpaid({ offersRefunds: false });
    expect((await page(`/checkouts/${off.checkout}`)).text).not.toContain(OFFER);
  });

  test('refunds of the merchant come off it, and a refund link is not replaced', async () => {
    const { invoice } = await overpaid();
    const [first] = await asked(invoice);
    await merchant.api.invoices.refund(invoice, { amount: '2.00', address: stranger() });
    expect(await merchant.api.refundClaims.get(first.id)).toMatchObject({ status: 'revoked' });
    const [second] = await asked(invoice);
    expect(second).toMatchObject({ price_amount: '2.99' });
    const link = await merchant.api.refundClaims.create(invoice, { amount: '2.00' });
    await expect(merchant.api.refundClaims.approve(second.id)).rejects.toMatchObject({
      code: 'invalid',
      details: [{ target: 'amount', args: { value: '0.99' } }],
    });
    await merchant.api.refundClaims.revoke(link.id);
    await merchant.api.refundClaims.approve(second.id);
    expect((await page(`/invoices/${invoice}`)).text).not.toContain(OFFER);
  });

  test('withdrawn and asked again', async () => {
    const { checkout, invoice } = await overpaid();
    const [first, link] = await asked(invoice);
    expect((await ask(invoice, stranger())).to).toBe(`/invoices/${invoice}`);
    await page(link, { step: 'withdraw' });
    expect((await page(`/checkouts/${checkout}`)).text).toContain(OFFER);
    const [second] = await asked(invoice);
    expect(second.id).not.toBe(first.id);
    await expect(merchant.api.refundClaims.approve(first.id)).rejects.toMatchObject({
      code: 'invalid_status',
    });
    await merchant.api.refundClaims.approve(second.id);
  });

  test('of an approval, a direct refund and a link at once, the sum never exceeds what was paid', async () => {
    for (let n = 0; n < 4; n++) {
      const { invoice } = await overpaid();
      const [claim] = await asked(invoice);
      const direct = { amount: '10.00', address: stranger() };
      const acts = [
        merchant.api.refundClaims.approve(claim.id),
        merchant.api.invoices.refund(invoice, direct),
        merchant.api.refundClaims.create(invoice, { amount: '10.00' }),
      ];
      await Promise.allSettled(n % 2 === 0 ? acts : acts.reverse());
      const refunds = await merchant.api.invoices.refunds(invoice);
      const sum = refunds.reduce((all, one) => all + Number(one.after_completion?.price_amount), 0);
      expect(sum).toBeLessThanOrEqual(14.99);
      const { status } = await merchant.api.refundClaims.get(claim.id);
      const isPaid = refunds.some(({ id }) => id === claim.id);
      expect(isPaid).toBe(status === 'approved');
      expect(await payouts()).toHaveLength(refunds.length);
    }
  });

  test('paid in two coins, its payer chooses the coin, and both together return no more', async () => {
    await funded();
    const checkout = await newCheckout();
    const lite = await choose(checkout, 'LTC');
    const bit = await choose(checkout, 'BTC');
    await pay(lite);
    await pay(bit, 1, 'BTC');
    const { text } = await page(`/checkouts/${checkout}`);
    expect(text).toContain('Ask for a refund in LTC');
    expect(text).toContain('Ask for a refund in BTC');
    const both = await Promise.all([ask(lite, stranger()), ask(bit, stranger('BTC'))]);
    expect(both.filter(({ to }) => to.startsWith('/refunds/'))).toHaveLength(1);
    const [claim] = await claims();
    expect(claim).toMatchObject({ price_amount: '10.0' });
    // A refund of the other invoice uses the surplus up, and ends the request.
    const other = claim?.invoice_id === lite ? bit : lite;
    const address = stranger(other === bit ? 'BTC' : 'LTC');
    await merchant.api.invoices.refund(other, { amount: '2.00', address });
    expect(await merchant.api.refundClaims.get(defined(claim?.id, 'one'))).toMatchObject({
      status: 'revoked',
    });
    const [last] = await asked(lite);
    expect(last).toMatchObject({ price_amount: '8.0' });
    await merchant.api.refundClaims.approve(last.id);
    expect((await page(`/checkouts/${checkout}`)).text).not.toContain(OFFER);
  });

  test('the database refuses a request that returns more than the surplus', async () => {
    const { invoice } = await overpaid();
    const [claim] = await asked(invoice);
    await merchant.api.refundClaims.approve(claim.id);
    const { owner } = world.database;
    await owner.query(
      `insert into refund_claims (project_id, id, invoice_id, status, paid_share, price_share, rate_of, token_hash,
         created_by, created_at, expires_at, origin, address, claimed_at)
       select project_id, $2, invoice_id, 'claimed', paid_share, price_share, rate_of, sha256('x'), created_by,
         created_at, expires_at, origin, address, claimed_at
       from refund_claims where id = $1`,
      [claim.id, OTHER],
    );
    await expect(
      owner.query(
        `insert into invoice_refunds (project_id, id, invoice_id, amount, currency, fee, address, created_at,
           withdrawal_id, paid_share, price_share, rate_of)
         select project_id, $2, invoice_id, amount, currency, fee, address, created_at, withdrawal_id, 1, 1, rate_of
         from invoice_refunds where id = $1`,
        [claim.id, OTHER],
      ),
    ).rejects.toThrow('more than the payer can ask for');
    await owner.query('delete from refund_claims where id = $1', [OTHER]);
  });
});
const OTHER = '01999999-0000-7000-8000-000000000001';

describe('a refund whose payout was canceled', () => {
  test.each(['then', 'today'] as const)(
    'is asked for again with another address, at the rate of %s',
    async (rate) => {
      await funded();
      const { id } = await newInvoice(merchant);
      await pay(id);
      const refund = { amount: '4.00', rate, address: stranger() };
      const { after_completion: part } = await merchant.api.invoices.refund(id, refund);
      expect((await page(`/invoices/${id}`)).text).toContain('Being prepared');
      expect((await page(`/invoices/${id}`)).text).not.toContain(OFFER);
      await merchant.api.coinWithdrawals.cancel(defined(part, 'a part').coin_withdrawal_id);
      const { text } = await page(`/invoices/${id}`);
      expect(text).toContain('could not be sent. You can ask for it again');
      const form = (await page(`/invoices/${id}/refund`)).text;
      expect(form).toContain(rate === 'then' ? '0.05141058 LTC' : '€4.00');
      const [claim] = await asked(id);
      expect(claim).toMatchObject({ price_amount: '4.0', rate });
      await merchant.api.refundClaims.approve(claim.id);
      await confirm();
      expect(await merchant.api.invoices.refunds(id)).toMatchObject([{ id: claim.id }, {}]);
      expect((await page(`/invoices/${id}`)).text).toContain('Confirmed');
      expect((await page(`/invoices/${id}`)).text).not.toContain(OFFER);
    },
  );

  test('a link or another refund of the merchant replaces it', async () => {
    await funded();
    const { id } = await newInvoice(merchant);
    await pay(id);
    const direct = () => merchant.api.invoices.refund(id, { amount: '4.00', address: stranger() });
    const { after_completion: part } = await direct();
    await merchant.api.coinWithdrawals.cancel(defined(part, 'a part').coin_withdrawal_id);
    const link = await merchant.api.refundClaims.create(id, { amount: '4.00' });
    expect((await page(`/invoices/${id}`)).text).not.toContain(OFFER);
    await merchant.api.refundClaims.revoke(link.id);
    const [claim] = await asked(id);
    await direct();
    expect(await merchant.api.refundClaims.get(claim.id)).toMatchObject({ status: 'revoked' });
    expect((await page(`/invoices/${id}`)).text).not.toContain(OFFER);
  });

  test('of a surplus, the surplus is offered again', async () => {
    const { checkout, invoice } = await overpaid();
    const [claim] = await asked(invoice);
    await merchant.api.refundClaims.approve(claim.id);
    const [payout] = await payouts();
    await merchant.api.coinWithdrawals.cancel(defined(payout, 'one').id);
    expect((await page(`/checkouts/${checkout}`)).text).toContain(OFFER);
    const [second] = await asked(invoice);
    expect(second).toMatchObject({ price_amount: '4.99' });
  });

  test('a failed payout is shown, and offers nothing until the merchant cancels it', async () => {
    const { checkout, invoice } = await overpaid();
    const [claim] = await asked(invoice);
    await merchant.api.refundClaims.approve(claim.id);
    await world.database.owner.query(
      `update coin_withdrawals set status = 'failed' where project_id = $1`,
      [merchant.project.id],
    );
    for (const path of [`/checkouts/${checkout}`, `/checkouts/${checkout}/receipt`]) {
      const { text } = await page(path);
      expect(text).toContain('Not sent');
      expect(text).not.toContain(OFFER);
    }
  });
});

test('the part of an expired checkout is asked for as before, its whole and no more', async () => {
  await funded();
  const checkout = await newCheckout();
  const invoice = await choose(checkout, 'LTC');
  await world.pay({ invoice_id: invoice, amount: '0.06', risk_level: 'low' });
  await world.mine('LTC');
  await world.advance(2 * HOUR + MINUTE);
  await world.settle();
  const [claim] = await asked(invoice);
  expect(claim).toMatchObject({ amount: '0.06' });
  await merchant.api.refundClaims.approve(claim.id);
  expect((await page(`/checkouts/${checkout}`)).text).toContain('Being prepared');
  expect((await page(`/checkouts/${checkout}`)).text).not.toContain(OFFER);
});

test.each(locales)('the pages have their texts in %s', async (locale) => {
  if (locale === locales[0]) shared = await overpaid();
  for (const path of [`/checkouts/${shared.checkout}`, `/invoices/${shared.invoice}/refund`]) {
    const { text } = await page(path, undefined, locale);
    expect(text).toContain(`<html lang="${locale}`);
    expect(text).not.toMatch(/undefined|\{amount\}|\[object/);
  }
});
let shared = { checkout: '', invoice: '' };
