// Exchange transfers (wire.md (b) rows 22 to 24, (c), (d2), 1.2): two entries with one reference, quoted and committed
// or immediate.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function funded(): Promise<Merchant> {
  const merchant = await world.merchant();
  const currency = defined(world.app.currencies.get('EUR'), 'EUR');
  await adjustAccount(world.app, {
    projectId: merchant.project.id,
    currency: 'EUR',
    amount: amountOf('100', currency),
    reason: 'test funds',
  });
  return merchant;
}

test('an immediate exchange creates two entries with one reference', async () => {
  const merchant = await funded();
  const made = await merchant.api.exchangeTransfers.create({
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '50',
    force_commit: true,
  });
  expect(made.exchange).toMatchObject({ pair: 'BTCEUR', fee: '0.5', fee_currency: 'EUR' });
  const { data } = await merchant.api.transactions.list({ reference_type: 'ExchangeTransfer' });
  expect(data).toMatchObject([
    {
      currency: 'BTC',
      amount: made.received_amount,
      balance: made.received_amount,
      status: null,
      reference_id: made.id,
    },
    { currency: 'EUR', amount: '-50.0', balance: '50.0', status: null, reference_id: made.id },
  ]);
});

test('a quote holds the money for 30 seconds and is executed once', async () => {
  const merchant = await funded();
  const quoted = await merchant.api.exchangeTransfers.create({
    charged_currency: 'EUR',
    received_currency: 'LTC',
    charged_amount: '100',
  });
  const available = async () =>
    (await merchant.api.accounts.list()).data.find((account) => account.currency === 'EUR')
      ?.available;
  expect(await available()).toBe('0.0');
  await merchant.api.exchangeTransfers.commit(quoted.id);
  await expect(merchant.api.exchangeTransfers.commit(quoted.id)).rejects.toMatchObject({
    code: 'already_committed',
  });

  const other = await funded();
  const late = await other.api.exchangeTransfers.create({
    charged_currency: 'EUR',
    received_currency: 'LTC',
    received_amount: '0.5',
  });
  await world.advance(30_001);
  await expect(other.api.exchangeTransfers.commit(late.id)).rejects.toMatchObject({
    code: 'commit_window_expired',
  });
});

test('more than the account holds, equal currencies and two amounts are rejected', async () => {
  const merchant = await funded();
  await expect(
    merchant.api.exchangeTransfers.create({
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '100.01',
    }),
  ).rejects.toMatchObject({
    details: [
      { code: 'must_be_less_than_or_equal', target: 'charged_amount', args: { value: '100.0' } },
    ],
  });
  await expect(
    merchant.api.exchangeTransfers.create({
      charged_currency: 'EUR',
      received_currency: 'EUR',
      charged_amount: '1',
    }),
  ).rejects.toMatchObject({ details: [{ code: 'must_be_different' }] });
  await expect(
    merchant.api.exchangeTransfers.create({
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '1',
      received_amount: '1',
    }),
  ).rejects.toMatchObject({ details: [{ code: 'exactly_one_of' }] });
});

test.each(['USD', 'BTC', 'JPY'])(
  'an amount whose fee leaves nothing gets the minimum that brings one unit of %s',
  async (received) => {
    const { api } = await funded();
    const terms = { charged_currency: 'EUR', received_currency: received };
    const tooLittle = { ...terms, charged_amount: '0.01' };
    const error = await api.exchangeTransfers.create(tooLittle).catch((thrown) => thrown);
    const [detail] = error.details;
    expect(detail).toMatchObject({
      code: 'must_be_greater_than_or_equal',
      target: 'charged_amount',
    });
    const least = { ...terms, charged_amount: detail.args.value };
    const made = await api.exchangeTransfers.create(least);
    expect(Number(made.received_amount)).toBeGreaterThan(0);
  },
);

/** In the smallest unit. */
function units(text: string | undefined, code: string): bigint {
  return amountOf(defined(text, 'an amount'), defined(world.app.currencies.get(code), code));
}

/** wire.md (d2) in numbers: EUR in cents, BTC in satoshis, the rate in 1/10,000 EUR. */
test('fee = ceil(charged × 1 %), received = floor((charged - fee) / rate), whichever amount is given', async () => {
  const merchant = await funded();
  const pair = { charged_currency: 'EUR', received_currency: 'BTC' };
  for (const form of [{ charged_amount: '33.33' }, { received_amount: '0.0005' }]) {
    const made = await merchant.api.exchangeTransfers.create({ ...pair, ...form });
    const [charged, fee] = [units(made.charged_amount, 'EUR'), units(made.exchange?.fee, 'EUR')];
    const rate = units(made.exchange?.rate, 'BTC') / 10_000n;
    const received = units(made.received_amount, 'BTC');
    expect(fee).toBe((charged + 99n) / 100n);
    const worth = ((charged - fee) * 10n ** 10n) / rate;
    if ('charged_amount' in form) expect(received).toBe(worth);
    else expect([received, worth >= received]).toEqual([50_000n, true]);
  }
});

test('a response has the documented fields, and is shown again by its id, to its project only', async () => {
  const merchant = await funded();
  const requested = { charged_currency: 'EUR', received_currency: 'LTC', charged_amount: '20' };
  const made = await merchant.api.exchangeTransfers.create({ ...requested, custom_id: 'swap' });
  expect(Object.keys(made)).toEqual([
    'id',
    'charged_amount',
    'charged_currency',
    'received_amount',
    'received_currency',
    'custom_id',
    'exchange',
  ]);
  expect(made).toMatchObject({ charged_amount: '20.0', custom_id: 'swap' });
  expect(await merchant.api.exchangeTransfers.get(made.id)).toEqual(made);
  const other = await world.merchant();
  const unallocated = [
    other.api.exchangeTransfers.get(made.id),
    other.api.exchangeTransfers.commit(made.id),
  ];
  for (const outcome of await Promise.allSettled(unallocated)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 404 } });
  }
  expect(await merchant.api.exchangeTransfers.commit(made.id)).toEqual(made);
  expect(merchant.callbacks).toEqual([]);
});

test('a custom_id is used once, and free again when its quote has expired', async () => {
  const merchant = await funded();
  const requested = { charged_currency: 'EUR', received_currency: 'LTC', charged_amount: '10' };
  const create = () => merchant.api.exchangeTransfers.create({ ...requested, custom_id: 'once' });
  await create();
  await expect(create()).rejects.toMatchObject({ status: 409, code: 'duplicate_custom_id' });
  await world.advance(30_001);
  const second = await create();
  await merchant.api.exchangeTransfers.commit(second.id);
  await expect(create()).rejects.toMatchObject({ status: 409, code: 'duplicate_custom_id' });
  const { data } = await merchant.api.accounts.list();
  expect(data.find(({ currency }) => currency === 'EUR')).toMatchObject({
    balance: '90.0',
    available: '90.0',
  });
});

test('no amount, an unknown currency and too many decimals are rejected by field', async () => {
  const merchant = await funded();
  const requested = { charged_currency: 'EUR', received_currency: 'BTC' };
  const refused = async (change: object) =>
    merchant.api.exchangeTransfers.create({ ...requested, ...change } as never).then(
      () => [],
      (error) => error.details.map((detail: { code: string }) => detail.code),
    );
  expect(await refused({})).toEqual(['exactly_one_of']);
  expect(await refused({ charged_amount: '1.001' })).toEqual(['bad_precision']);
  expect(await refused({ charged_amount: null, received_amount: '0.0001' })).toEqual([]);
  expect(await refused({ charged_amount: '1', received_currency: 'XYZ' })).toEqual([
    'must_be_included_in',
  ]);
});

test('of 50 parallel commits of one exchange, one succeeds', async () => {
  const merchant = await funded();
  const requested = { charged_currency: 'EUR', received_currency: 'LTC', charged_amount: '10' };
  const { id } = await merchant.api.exchangeTransfers.create(requested);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => merchant.api.exchangeTransfers.commit(id)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  // Each of the others sees the first one; none fails on a constraint.
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason.code : []));
  expect(refusals).toEqual(Array.from({ length: 49 }, () => 'already_committed'));
  const { data } = await merchant.api.transactions.list({ reference_type: 'ExchangeTransfer' });
  expect(data).toHaveLength(2);
});
