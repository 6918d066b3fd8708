// Guarantees of the replay guard (wire.md 1.2): a captured request that moves money is useless to an attacker, and
// never blocks an honest retry.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { wallNow } from '../../src/core/clock.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { expectAnswer, expectError } from '../support/api-shapes.ts';
import { type HttpAnswer, type Requested, send, signedHeaders } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { expireUnderpaid, payLittle } from './furnish.ts';

let world: World;
let merchant: Merchant;
let recalculated: string;
let refunded: string;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  recalculated = await payLittle(world, merchant);
  refunded = await payLittle(world, merchant);
  await expireUnderpaid(world);
});
afterAll(() => world.close());

describe('a captured request that moves money', () => {
  test('is rejected, unless its key replays the stored response', async () => {
    const target = `/api/invoices/${recalculated}/recalculations`;
    const requested: Requested = {
      method: 'POST',
      target,
      headers: { 'idempotency-key': 'first' },
    };
    const headers = signedHeaders(merchant.key, requested);
    const first = await send(world.url, { ...requested, headers });
    expectAnswer(first, { operation: operations.createInvoiceRecalculation, version: 2 });
    const again = await send(world.url, { ...requested, headers });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);

    const replayed = { status: 409, code: 'request_replayed' };
    const { 'idempotency-key': _, ...bare } = headers;
    expectError(await send(world.url, { ...requested, headers: bare }), replayed);
    const otherKey = { ...headers, 'idempotency-key': 'other' };
    expectError(await send(world.url, { ...requested, headers: otherKey }), replayed);
    const made = await world.app.db.query('select 1 from invoice_recalculations');
    expect(made).toHaveLength(1);
  });

  test('is rejected after a server error, but accepted when signed again', async () => {
    const target = `/api/invoices/${refunded}/refunds`;
    const key = 'refund';
    const requested: Requested = { method: 'POST', target, headers: { 'idempotency-key': key } };
    const headers = signedHeaders(merchant.key, requested);
    const first = await send(world.url, { ...requested, headers });
    await world.app.db.query(
      'update idempotency_keys set status = null, answer = null, locked_until = $2 where key = $1',
      [key, new Date(wallNow())],
    );
    expectError(await send(world.url, { ...requested, headers }), {
      status: 409,
      code: 'request_replayed',
    });
    const again = await send(world.url, {
      ...requested,
      headers: signedHeaders(merchant.key, requested),
    });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  test('is accepted once when it is sent many times at the same moment', async () => {
    const requested: Requested = {
      method: 'POST',
      target: `/api/coin_withdrawals/${merchant.project.id}/commit`,
    };
    const headers = signedHeaders(merchant.key, requested);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(world.url, { ...requested, headers })),
    );
    // Rejected requests use nothing up, so later ones are checked again.
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toContain(404);
    expect([...statuses].filter((status) => status !== 404 && status !== 409)).toEqual([]);
  });

  test('is executed once when it is sent many times at the same moment', async () => {
    const body = {
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '20',
      force_commit: true,
    };
    const requested: Requested = { method: 'POST', target: '/api/exchange_transfers', body };
    await fund('100.00');
    await sentTwentyTimes(requested);
  });

  test('is rejected under another key, which can then be used by a request signed again', async () => {
    await fund('40.00');
    const requested: Requested = {
      method: 'POST',
      target: '/api/coin_withdrawals',
      body: { ...WITHDRAWAL, custom_id: 'under-a-key' },
    };
    const headers = signedHeaders(merchant.key, requested);
    const first = await send(world.url, { ...requested, headers });
    expectAnswer(first, { operation: operations.createCoinWithdrawal, version: 2 });
    const keyed = { ...requested, headers: { 'idempotency-key': 'later' } };
    const copied = { ...headers, ...keyed.headers };
    const replayed = { status: 409, code: 'request_replayed' };
    expectError(await send(world.url, { ...keyed, headers: copied }), replayed);
    const signedAgain = signedHeaders(merchant.key, keyed);
    expectError(await send(world.url, { ...keyed, headers: signedAgain }), {
      status: 409,
      code: 'duplicate_custom_id',
    });
  });

  test('is paid once when it is sent many times at the same moment, and committed once', async () => {
    await fund('40.00');
    const requested: Requested = {
      method: 'POST',
      target: '/api/coin_withdrawals',
      body: { ...WITHDRAWAL, force_commit: false },
    };
    const made = await sentTwentyTimes(requested);
    const { data } = JSON.parse(made.text);
    await sentTwentyTimes({ method: 'POST', target: `/api/coin_withdrawals/${data.id}/commit` });
    const rows = await world.app.db.query<{ status: string }>(
      `select status from coin_withdrawals where project_id = $1 and custom_id is null`,
      [merchant.project.id],
    );
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  test('stores its signature with its effect, or not at all', async () => {
    await fund('40.00');
    const requested: Requested = {
      method: 'POST',
      target: '/api/coin_withdrawals',
      body: { ...WITHDRAWAL, custom_id: 'interrupted' },
    };
    const headers = signedHeaders(merchant.key, requested);
    const { owner } = world.database;
    await owner.query('alter table object_counts rename to missing_counts');
    const failed = await send(world.url, { ...requested, headers });
    await owner.query('alter table missing_counts rename to object_counts');
    expect(failed.status).toBe(500);
    expect(await usedBy(headers)).toEqual([]);
    const again = await send(world.url, { ...requested, headers });
    expectAnswer(again, { operation: operations.createCoinWithdrawal, version: 2 });
    expect(await usedBy(headers)).toHaveLength(1);
  });

  test('that was rejected can be sent again unchanged', async () => {
    const requested: Requested = { method: 'POST', target: '/api/coin_withdrawals', body: {} };
    const headers = signedHeaders(merchant.key, requested);
    for (let n = 0; n < 3; n++)
      expect((await send(world.url, { ...requested, headers })).status).toBe(422);
    expect(await usedBy(headers)).toEqual([]);
  });

  test('that only reads can be sent again', async () => {
    const requested: Requested = { method: 'GET', target: '/api/accounts' };
    const headers = signedHeaders(merchant.key, requested);
    for (let n = 0; n < 2; n++)
      expect((await send(world.url, { ...requested, headers })).status).toBe(200);
  });
});

const WITHDRAWAL = {
  address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  charged_currency: 'EUR',
  received_currency: 'BTC',
  charged_amount: '20',
  force_commit: true,
};

async function fund(eur: string): Promise<void> {
  await adjustAccount(world.app, {
    projectId: merchant.project.id,
    currency: 'EUR',
    amount: BigInt(eur.replace('.', '')),
    reason: 'test',
  });
}

function usedBy(headers: Readonly<Record<string, string>>): Promise<unknown[]> {
  return world.app.db.query('select 1 from used_signatures where signature = $1', [
    headers['authorization']?.split(':')[1],
  ]);
}

/** One of them is carried out. */
async function sentTwentyTimes(requested: Requested): Promise<HttpAnswer> {
  const headers = signedHeaders(merchant.key, requested);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(world.url, { ...requested, headers })),
  );
  const [carriedOut, ...others] = [...answers].sort((a, b) => a.status - b.status);
  expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 19 }, () => 409));
  expect(others[0]?.text).toContain('later Date');
  return defined(carriedOut, 'one of twenty');
}

test('every operation that moves money accepts a signature once', () => {
  const once = (Object.values(operations) as Operation[]).filter(
    (operation) => operation.isSignatureOnce,
  );
  expect(once.map((operation) => operation.id)).toEqual(
    expect.arrayContaining([
      'createInvoiceRecalculation',
      'commitInvoiceRecalculation',
      'createInvoiceRefund',
      'createCoinWithdrawal',
      'commitCoinWithdrawal',
      'cancelCoinWithdrawal',
      'createExchangeTransfer',
      'commitExchangeTransfer',
    ]),
  );
});
