// Rows of interface.md parts 3.1, 4.1, 4.2, 4.4, 7 and 8, and of wire.md (b), (c), (d2) and 1.2 for coin withdrawals
// that no other test of this folder covers: amounts, levels, addresses, references, errors, lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import type { ErrorDetail } from '../../src/core/errors.ts';
import { listAddress, loadOperatorLists } from '../../src/risk/operator-lists.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const BTC_ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const OTHER_NETWORK = ' of the test network: this one is of the main network';
const WHY_OTHER = { reason: 'other_network', ours: 'test', other: 'main' };
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  await fillWallet(world, 'BTC', ['1', '1']);
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '100000', BTC: '10', ETH: '10' });
});
afterAll(() => world.close());

interface Answer {
  readonly status: number;
  readonly data: CoinWithdrawal;
  readonly error: { code: string; message: string; details: readonly ErrorDetail[] };
}

async function create(change: object): Promise<Answer> {
  const usual = { charged_currency: 'EUR', received_currency: 'BTC', charged_amount: '100' };
  const answer = await signedCall(world.url, merchant.key, {
    method: 'POST',
    target: '/api/coin_withdrawals',
    body: { address: BTC_ADDRESS, ...usual, ...change },
  });
  return { status: answer.status, ...JSON.parse(answer.text) };
}

/** In the smallest unit. */
function units(text: string | undefined, code: string): bigint {
  const { scale } = defined(world.app.currencies.get(code), code);
  const [whole = '0', part = ''] = defined(text, 'an amount').split('.');
  return BigInt(whole + part.padEnd(scale, '0'));
}

const ceil = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor;
const onePercent = (cents: bigint) => ceil(cents, 100n);

/** wire.md (d2) in numbers: EUR in cents, BTC in satoshis, the rate in 1/10,000 EUR. */
function arithmetic({ data }: Answer) {
  const rate = units(data.exchange?.rate, 'BTC') / 10_000n;
  const toCents = (satoshis: bigint) => ceil(satoshis * rate, 10n ** 10n);
  const toSatoshis = (cents: bigint) => (cents * 10n ** 10n) / rate;
  return {
    charged: units(data.charged_amount, 'EUR'),
    fee: units(data.exchange?.fee, 'EUR'),
    received: units(data.received_amount, 'BTC'),
    networkFee: units(data.network_fee, 'BTC'),
    toCents,
    toSatoshis,
  };
}

describe('4.1 and (d2), the amount forms from a EUR account', () => {
  test('charged_amount: fee = ceil(charged × 1 %), received = floor((charged - fee) / rate - network fee)', async () => {
    const { charged, fee, received, networkFee, toSatoshis } = arithmetic(await create({}));
    expect([charged, fee]).toEqual([10_000n, 100n]);
    expect(received).toBe(toSatoshis(charged - fee) - networkFee);
  });

  test.each([
    ['charged_amount_to_send', { charged_amount_to_send: '10' }],
    ['received_amount', { received_amount: '0.01155781' }],
    ['amount, in the received currency', { amount: '0.01155781', amount_currency: 'BTC' }],
    ['amount, in the charged currency', { amount: '10', amount_currency: 'EUR' }],
  ])('%s: the charge is the minimum that pays for it, fees on top', async (_name, form) => {
    const answer = await create({ charged_amount: undefined, ...form });
    const { charged, fee, received, networkFee, toCents, toSatoshis } = arithmetic(answer);
    const isFixed = JSON.stringify(form).includes('0.01155781');
    expect(received).toBe(isFixed ? 1_155_781n : toSatoshis(1_000n));
    const net = toCents(received + networkFee);
    expect(fee).toBe(onePercent(charged));
    expect(charged - fee).toBeGreaterThanOrEqual(net);
    expect(charged - 1n - onePercent(charged - 1n)).toBeLessThan(net);
  });

  test('amount with both flags is charged_amount, with "true" as text as well', async () => {
    const flags = { amount_includes_processing_fee: true, amount_includes_network_fee: 'true' };
    const form = { charged_amount: undefined, amount: '100', amount_currency: 'EUR', ...flags };
    const [given, usual] = [await create(form), await create({})];
    expect(given.data.charged_amount).toBe(usual.data.charged_amount);
    expect(given.data.received_amount).toBe(usual.data.received_amount);
  });

  test('each fee is inside or on top by its own flag', async () => {
    const form = { charged_amount: undefined, amount: '0.01', amount_currency: 'BTC' };
    const inside = arithmetic(await create({ ...form, amount_includes_network_fee: true }));
    expect(inside.received).toBe(1_000_000n - inside.networkFee);
    const fee = arithmetic(await create({ ...form, amount_includes_processing_fee: true }));
    expect(fee.charged).toBe(fee.toCents(1_000_000n + fee.networkFee));
  });

  test('an amount is a text or a number, and amounts in the coin have no exchange', async () => {
    expect((await create({ charged_amount: 100 })).data.charged_amount).toBe('100.0');
    const form = { charged_currency: 'BTC', charged_amount: undefined, received_amount: 0.25 };
    const { data } = await create(form);
    expect(data).not.toHaveProperty('exchange');
    expect(data).toMatchObject({ received_amount: '0.25', fee_currency: 'BTC' });
    const [charged, ...parts] = [data.charged_amount, '0.25', data.network_fee, data.fee];
    const sum = parts.map((part) => units(part, 'BTC')).reduce((all, part) => all + part, 0n);
    expect(units(charged, 'BTC')).toBe(sum);
  });
});

test('2.2: a withdrawal has exactly the documented fields, before and after its commit', async () => {
  const { data } = await create({ custom_id: 'shape', customer_id: 'anna' });
  const keys = [
    'id',
    'custom_id',
    'customer_id',
    'address',
    'network',
    'txid',
    'status',
    // Additive (wire.md 1.1): why it waits or has failed.
    'status_context',
    'charged_amount',
    'charged_currency',
    'received_amount',
    'received_currency',
    'network_fee',
    'network_fee_level',
    'fee',
    'fee_currency',
    'description',
    'exchange',
    'risk',
    'created_at',
  ];
  expect(Object.keys(data)).toEqual(keys);
  expect(data).toMatchObject({ status: 'new', txid: null, risk: null, description: null });
  const committed = await merchant.api.coinWithdrawals.commit(data.id);
  expect(Object.keys(committed)).toEqual(keys);
  expect(committed.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|\+00:00)$/);
});

describe('network_fee_level and GET /api/coin_withdrawals/network_fees', () => {
  test('average is the default, each level charges its quote, others are rejected', async () => {
    const fees = await merchant.api.coinWithdrawals.networkFees({ all_networks: true });
    const quoted = (level: string) =>
      fees.find((fee) => fee.currency === 'BTC' && fee.level === level)?.fee;
    expect((await create({})).data.network_fee_level).toBe('average');
    for (const level of ['slow', 'average', 'fast']) {
      const { data } = await create({ network_fee_level: level });
      expect(data).toMatchObject({ network_fee_level: level, network_fee: quoted(level) });
    }
    const { status, error } = await create({ network_fee_level: 'express' });
    expect([status, error.details[0]]).toMatchObject([
      422,
      { code: 'must_be_included_in', target: 'network_fee_level' },
    ]);
  });

  test('lists three levels of BTC and the average of the others, or all, without meta', async () => {
    const some = await merchant.api.coinWithdrawals.networkFees();
    const names = some.map((fee) => `${fee.currency} ${fee.level} ${fee.network}`);
    expect(names.filter((name) => name.startsWith('BTC'))).toEqual([
      'BTC fast bitcoin',
      'BTC average bitcoin',
      'BTC slow bitcoin',
    ]);
    expect(names.filter((name) => !name.startsWith('BTC')).sort()).toEqual([
      'BCH average bitcoin_cash',
      'ETH average ethereum',
      'LTC average litecoin',
      'XRP average ripple',
    ]);
    const all = await merchant.api.coinWithdrawals.networkFees({ all_networks: true });
    expect(all).toHaveLength(15);
  });
});

describe('4.1 address, in each form of a coin', () => {
  test.each([
    ['BTC', 'base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['BTC', 'base58 of a script', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['BTC', 'bech32', BTC_ADDRESS],
    ['BTC', 'bech32m', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
    ['BCH', 'cashaddr', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t'],
    ['BCH', 'legacy', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['LTC', 'bech32', 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0'],
    ['LTC', 'base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['LTC', 'the old form of a script', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['ETH', 'EIP-55', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ETH', 'lower case', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ])('%s: %s', async (received_currency, _form, address) => {
    const { status, data } = await create({ received_currency, address });
    expect(status).toBe(201);
    expect(await merchant.api.coinWithdrawals.get(data.id)).toMatchObject({
      address: data.address,
    });
  });

  test.each([
    ['BTC', 'a wrong checksum', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm'],
    ['BTC', 'another coin', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ETH', 'a wrong EIP-55 checksum', '0x5aAeb6053f3E94C9b9A09f33669435E7Ef1BeAed'],
    ['BTC', 'the main network', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', OTHER_NETWORK],
  ])(
    '%s rejects %s: invalid_coin_address with its currency',
    async (code, form, address, more = '') => {
      const { status, error } = await create({ received_currency: code, address });
      expect([status, error.code, error.message]).toEqual([422, 'invalid', 'invalid']);
      expect(error.details).toEqual([
        {
          code: 'invalid_coin_address',
          target: 'address',
          message: `must be a valid ${code} address${more}`,
          args: { currency: code, ...(form === 'the main network' && WHY_OTHER) },
        },
      ]);
    },
  );
});

describe('7, errors', () => {
  test('a high-risk destination: high_risk_address with the documented message, and nothing is held', async () => {
    const address = foreignAddress(defined(world.app.coins.get('BTC'), 'BTC'), 'high risk', 1);
    await listAddress(world.app, { coin: 'BTC', address, kind: 'block', note: null });
    world.app.riskLists.entries = await loadOperatorLists(world.app.db);
    const { status, error } = await create({ address });
    expect(status).toBe(422);
    expect(error).toEqual({
      code: 'high_risk_address',
      message:
        'We were unable to process your request as the address of the recipient may be associated with resource primarily used for unlawful activities',
      details: [],
    });
  });

  test.each(['charged_currency', 'received_currency', 'amount_currency'])(
    '%s outside the supported set: must_be_included_in with the list',
    async (target) => {
      const form = { charged_amount: undefined, amount: '100', amount_currency: 'EUR' };
      const { status, error } = await create({ ...form, [target]: 'XYZ' });
      expect(status).toBe(422);
      const detail = defined(
        error.details.find((item) => item.target === target),
        target,
      );
      expect(detail).toMatchObject({ code: 'must_be_included_in' });
      expect(detail.args['list']).toContain(target === 'received_currency' ? 'BTC' : 'EUR');
    },
  );

  test('more decimals than the currency has: bad_precision, never rounded', async () => {
    const { error } = await create({ charged_amount: '10.001' });
    expect(error.details).toMatchObject([
      { code: 'bad_precision', target: 'charged_amount', args: { precision: '2' } },
    ]);
    const coins = { charged_amount: undefined, received_amount: '0.000000001' };
    expect((await create(coins)).error.details).toMatchObject([
      { code: 'bad_precision', target: 'received_amount', args: { precision: '8' } },
    ]);
  });

  test('more than the balance: the error has both amounts, and the suggested ones pass', async () => {
    const other = await world.merchant();
    await credit(world, other, { EUR: '50' });
    const mine = merchant;
    merchant = other;
    try {
      const { error } = await create({ charged_amount: '50.01' });
      expect(error.details.map(({ code, target }) => [code, target])).toEqual([
        ['must_be_less_than_or_equal', 'charged_amount'],
        ['must_be_less_than_or_equal', 'received_amount'],
      ]);
      expect(error.details[0]?.args).toEqual({ value: '50.0' });
      const made = await create({ charged_amount: error.details[0]?.args['value'] });
      expect(made.status).toBe(201);
      expect(made.data.received_amount).toBe(error.details[1]?.args['value']);
    } finally {
      merchant = mine;
    }
  });

  const reported = (answer: Answer) => {
    expect([answer.status, answer.error.code]).toEqual([422, 'invalid']);
    return answer.error.details.map(({ target, code }) => `${target} ${code}`);
  };

  test('a wrong field, a wrong address, a missing reference and a too small amount are reported together', async () => {
    const strict = await world.merchant({ strictCustomers: true });
    const answer = await signedCall(world.url, strict.key, {
      method: 'POST',
      target: '/api/coin_withdrawals',
      headers: { 'api-version': '1' },
      body: {
        address: 'nowhere',
        charged_currency: 'EUR',
        received_currency: 'BTC',
        charged_amount: '4.99',
        network_fee_level: 'express',
        force_commit: 'perhaps',
        network: 'ethereum',
        customer_id: 'nobody',
        travel_rule_compliant: true,
      },
    });
    expect(reported({ status: answer.status, ...JSON.parse(answer.text) })).toEqual([
      'network_fee_level must_be_included_in',
      'force_commit must_be_boolean',
      'custom_id must_be_filled',
      'network must_be_included_in',
      'address invalid_coin_address',
      'beneficiary must_be_filled',
      'customer_id customer_not_found',
      'charged_amount must_be_greater_than_or_equal',
    ]);
  });

  test('an address of the instance is reported together with an amount below the minimum', async () => {
    const address = await merchant.api.channels.create({
      name: 'Ours',
      pay_currency: 'BTC',
      receiver_currency: 'BTC',
    });
    const answer = await create({ address: address.address, charged_amount: '4.99' });
    expect(reported(answer)).toEqual([
      'address own_address',
      'charged_amount must_be_greater_than_or_equal',
    ]);
  });

  test.each([
    [{ charged_currency: 'EURO', charged_amount: '0.001' }, ['charged_currency']],
    [{ received_currency: 'BITCOIN', address: 'nowhere' }, ['received_currency']],
    [{ charged_amount: 'much' }, ['charged_amount']],
    [{ charged_amount: 'much', received_amount: '1' }, ['charged_amount', 'charged_amount']],
    [{ charged_amount: undefined, received_amount: 'much' }, ['received_amount']],
    [{ custom_id: ['x'] }, ['custom_id']],
    [{ beneficiary: 'x', travel_rule_compliant: true }, ['beneficiary']],
    [{ charged_amount: undefined, amount: '1', amount_currency: 'EURO' }, ['amount_currency']],
  ])('checks that depend on a rejected field are skipped: %j', async (change, targets) => {
    const answer = await create(change);
    expect(reported(answer).map((line) => line.split(' ')[0])).toEqual(targets);
  });

  test('a network that the coin does not have', async () => {
    expect((await create({ network: 'bitcoin' })).status).toBe(201);
    expect((await create({ network: 'bnb_smart_chain' })).error.details).toMatchObject([
      { code: 'must_be_included_in', target: 'network', args: { list: ['bitcoin'] } },
    ]);
  });
});

test('a withdrawal is found by its custom_id, the newest if an older one was never committed', async () => {
  const first = await create({ custom_id: 'again/and?again' });
  await world.advance(30_001);
  const second = await create({ custom_id: 'again/and?again' });
  const found = await merchant.api.coinWithdrawals.getByCustomId('again/and?again');
  expect([first.status, found.id]).toEqual([201, second.data.id]);
  const unknown = merchant.api.coinWithdrawals.getByCustomId('nobody');
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

test("another project's withdrawal is not found: shown, committed, by custom_id, listed", async () => {
  const { data } = await create({ custom_id: 'mine' });
  const { api } = await world.merchant();
  const requested = [
    api.coinWithdrawals.get(data.id),
    api.coinWithdrawals.commit(data.id),
    api.coinWithdrawals.getByCustomId('mine'),
    api.coinWithdrawals.list({ starting_after: data.id }),
  ];
  for (const outcome of await Promise.allSettled(requested)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 404 } });
  }
  expect((await api.coinWithdrawals.list()).data).toEqual([]);
});

test('4.2: a completed item of the list has its hash and its risk, newest first, page by page', async () => {
  const address = foreignAddress(defined(world.app.coins.get('BTC'), 'BTC'), 'list', 1);
  for (const custom_id of ['page 1', 'page 2', 'page 3'])
    await create({ custom_id, address, customer_id: 'pages', force_commit: 'true' });
  await world.settle();
  await world.mine('BTC');
  const query = { customer_id: 'pages', limit: 2 };
  const first = await merchant.api.coinWithdrawals.list(query);
  expect(first.data.map((item) => item.custom_id)).toEqual(['page 3', 'page 2']);
  expect(first.meta).toEqual({ total: 3, has_more: true });
  const starting_after = defined(first.data[1], 'two of them').id;
  const rest = await merchant.api.coinWithdrawals.list({ ...query, starting_after });
  expect(rest.data.map((item) => item.custom_id)).toEqual(['page 1']);
  expect(rest.meta).toEqual({ total: 3, has_more: false });
  expect(rest.data[0]).toMatchObject({
    status: 'completed',
    txid: expect.stringMatching(/^[0-9a-f]{64}$/),
    risk: { level: expect.any(String), score: expect.any(Number) },
  });
});
