// The data for an OpenTelemetry collector: the whole life of a merchant's object is one trace, whose id is derived from
// its own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { followedDatabase } from '../../src/tracing/followed-ports.ts';
import { openTraces } from '../../src/tracing/otlp.ts';
import { createTestDatabase } from '../support/database.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { signedCall } from '../support/signed-call.ts';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from '../support/trace-receiver.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const THEIR_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const THEIR_SPAN = '00f067aa0ba902b7';
const made = { price_amount: '5', price_currency: 'EUR', pay_currency: 'LTC' };

let receiver: TraceReceiver;
let world: World;
let merchant: Merchant;
let invoiceId: string;
let withdrawalId: string;
let together: readonly string[];
let refundId: string;
let exchangeId: string;
let payee: string;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  process.env.OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20of-the-collector';
  process.env.OTEL_SERVICE_NAME = 'till-of-a-test';
  process.env.OTEL_BSP_MAX_QUEUE_SIZE = '20000';
  const { traces, close } = openTraces(createLog('silent'));
  const database = await createTestDatabase();
  const followed = { ...database, db: followedDatabase(database.db, traces) };
  world = await createWorld({}, { database: followed, traces, coins: ['LTC'], audits: 'never' });
  merchant = await world.merchant();
  await fillWallet(world, 'LTC', ['30']);
  await credit(world, merchant, { LTC: '10' });
  invoiceId = await paidInvoice();
  withdrawalId = await sentWithdrawal();
  together = await paidTogether();
  refundId = await refundedSurplus();
  exchangeId = await exchanged();
  await signedCall(
    world.url,
    { ...merchant.key, secret: 'wrong' },
    requested('GET', '/api/accounts'),
  );
  await close();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

/** Paid and in one block, before any worker runs. */
async function paidInvoice(): Promise<string> {
  const { id } = await merchant.api.invoices.create(made);
  await world.pay({ invoice_id: id });
  await world.mine('LTC', 6);
  return id;
}

async function sentWithdrawal(): Promise<string> {
  payee = foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'payee', 1);
  const body = {
    address: payee,
    received_amount: '1',
    force_commit: true,
    charged_currency: 'LTC',
    received_currency: 'LTC',
  };
  const answer = await signedCall(world.url, merchant.key, {
    ...requested('POST', '/api/coin_withdrawals'),
    body,
  });
  await world.settle();
  await world.mine('LTC');
  return (JSON.parse(answer.text) as { data: { id: string } }).data.id;
}

async function paidTogether(): Promise<readonly string[]> {
  const invoices = await Promise.all([1, 2, 3].map(() => merchant.api.invoices.create(made)));
  for (const { id } of invoices) await world.pay({ invoice_id: id });
  await world.mine('LTC', 6);
  return invoices.map(({ id }) => id);
}

/** For an additional payment to an invoice. */
async function refundedSurplus(): Promise<string> {
  const { id } = await merchant.api.invoices.create(made);
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.mine('LTC', 6);
  await world.pay({ invoice_id: id, amount: '1', risk_level: 'low' });
  await world.mine('LTC', 6);
  const [deposit] = (await merchant.api.coinDeposits.list()).data;
  const address = foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'payee', 2);
  const sent = { address, description: 'as agreed' };
  const refunded = await merchant.api.coinDeposits.refund(defined(deposit, 'it').id, sent);
  await world.settle();
  return defined(refunded.coin_withdrawal_id, 'a withdrawal');
}

async function exchanged(): Promise<string> {
  const { id } = await merchant.api.exchangeTransfers.create({
    charged_currency: 'LTC',
    charged_amount: '0.1',
    received_currency: 'EUR',
  });
  await merchant.api.exchangeTransfers.commit(id);
  await world.settle();
  return id;
}

function requested(method: string, target: string) {
  return { method, target, headers: { traceparent: `00-${THEIR_TRACE}-${THEIR_SPAN}-01` } };
}

const idOf = (objectId: string) => objectId.replaceAll('-', '');
const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);
const named = (spans: readonly ReceivedSpan[], name: string) =>
  spans.filter((span) => span.name === name);

test('an invoice is one trace, from the request for it over its block to its callbacks', () => {
  const spans = spansOf(idOf(invoiceId));
  const [root] = named(spans, 'invoice');
  const above = new Map(spans.map((span) => [span.spanId, span]));
  expect(root?.parentSpanId).toBe('');
  const lost = spans.filter((span) => span !== root && !above.has(span.parentSpanId));
  expect(lost).toEqual([]);
  const below = (name: string) => {
    const own = new Set(named(spans, name).map(({ spanId }) => spanId));
    const isBelow = ({ parentSpanId }: ReceivedSpan): boolean => {
      const parent = above.get(parentSpanId);
      return own.has(parentSpanId) || (parent !== undefined && isBelow(parent));
    };
    return spans.filter(isBelow).map((span) => span.name);
  };
  expect(below('batch invoices')).not.toEqual([]);
  expect(named(spans, 'POST /api/invoices')[0]?.facts).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/invoices',
    'http.response.status_code': 201,
    'chaintill.operation': 'createInvoice',
  });
  expect(below('worker watch-ltc')).toEqual(
    expect.arrayContaining(['LTC blocks', 'transaction', 'insert deposits']),
  );
  expect(below('worker assess-ltc')).toEqual(
    expect.arrayContaining(['transaction', 'update invoices', 'insert events']),
  );
  const callbacks = merchant.callbacks.filter(({ data }) => data.id === invoiceId);
  expect(callbacks.length).toBeGreaterThan(0);
  expect(callbacks.map(({ headers }) => headers.traceparent).sort()).toEqual(
    named(spans, 'POST')
      .map(({ spanId }) => `00-${idOf(invoiceId)}-${spanId}-01`)
      .sort(),
  );
});

test("a request stays in its sender's trace, and its withdrawal links there", () => {
  const [request] = named(spansOf(THEIR_TRACE), 'POST /api/coin_withdrawals');
  expect(request?.parentSpanId).toBe(THEIR_SPAN);
  const spans = spansOf(idOf(withdrawalId));
  expect(named(spans, 'POST /api/coin_withdrawals').flatMap(({ links }) => links)).toEqual([
    THEIR_TRACE,
  ]);
  const names = spans.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['withdrawal', 'LTC broadcast', 'POST']));
});

test.each([
  ['a withdrawal that sends something back', 'withdrawal', () => refundId],
  ['an exchange', 'exchange', () => exchangeId],
])('%s starts like any other object', (_what, name, id) => {
  const spans = spansOf(idOf(id()));
  const [root] = named(spans, name);
  const known = new Set(spans.map(({ spanId }) => spanId));
  expect(root?.parentSpanId).toBe('');
  expect(spans.filter((span) => span !== root && !known.has(span.parentSpanId))).toEqual([]);
});

test('the trace of an unknown sender is not continued', () => {
  expect(named(spansOf(THEIR_TRACE), 'GET /api/accounts')).toEqual([]);
  const [refused] = named(receiver.spans, 'GET /api/accounts');
  expect(refused?.facts['http.response.status_code']).toBe(401);
});

test('work for several objects is a separate trace, linked from that of each', () => {
  const [first, ...others] = together.map((id) =>
    named(spansOf(idOf(id)), 'worker assess-ltc').flatMap(({ links }) => links),
  );
  expect(first).toHaveLength(1);
  expect(others).toEqual([first, first]);
  const shared = spansOf(first?.[0] ?? '').map(({ name }) => name);
  expect(shared).toEqual(expect.arrayContaining(['worker assess-ltc', 'update invoices']));
});

test('no secret and no address is exported', () => {
  const reported = JSON.stringify(receiver.spans);
  expect(reported).not.toContain(payee);
  expect(reported).not.toContain(merchant.key.secret);
  expect(reported).not.toContain(merchant.callbackSecret);
  expect(reported).not.toContain('url.');
  const longest = Math.max(
    ...receiver.spans.flatMap(({ facts }) =>
      Object.values(facts).map((value) => String(value).length),
    ),
  );
  expect(longest).toBeLessThanOrEqual(2000);
  expect(receiver.headers[0]?.authorization).toBe('Bearer of-the-collector');
});

test('work without an object is not traced', () => {
  const reported = new Set(receiver.spans.map(({ name }) => name));
  const idle = ['statistics', 'cleaning', 'address-pool'];
  const { workers } = world.assembled;
  expect(workers.map(({ name }) => name)).toEqual(expect.arrayContaining(idle));
  expect(idle.filter((name) => reported.has(`worker ${name}`))).toEqual([]);
});
