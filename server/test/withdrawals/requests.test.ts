// What a withdrawal request may contain, and how an invalid one is rejected (interface.md 4.1 and 7, wire.md (b), 1.1
// and 1.2): destinations, amounts and their limits, references, the beneficiary, lists.
import { classicAddressToXAddress } from 'ripple-address-codec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorDetail } from '../../src/core/errors.ts';
import { credit } from '../support/funds.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const BTC_ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const XRP_ADDRESS = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { sends: false });
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '10000', USD: '1000', BTC: '1', JPY: '100000' });
});
afterAll(() => world.close());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly details: readonly ErrorDetail[];
  readonly code: string;
}

async function create(change: object, version: '1' | '2' = '2'): Promise<Answer> {
  const body = {
    address: BTC_ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '10',
    ...change,
  };
  const answer = await signedCall(world.url, merchant.key, {
    method: 'POST',
    target: '/api/coin_withdrawals',
    body,
    headers: { 'api-version': version },
  });
  const parsed = JSON.parse(answer.text);
  const error = parsed.error ?? { details: [], code: '' };
  const { details, code } = error;
  return { status: answer.status, body: parsed.data ?? parsed, details, code };
}

const targets = (answer: Answer) => answer.details.map(({ target, code }) => [target, code]);

describe('an XRP destination', () => {
  const xrp = (address: string) => create({ address, received_currency: 'XRP' });

  test.each([
    ['a tag', `${XRP_ADDRESS}?dt=12345`, `${XRP_ADDRESS}?dt=12345`],
    ['no tag, said so', `${XRP_ADDRESS}?dt=0`, `${XRP_ADDRESS}?dt=0`],
    [
      'an X-address with a tag',
      classicAddressToXAddress(XRP_ADDRESS, 77, true),
      `${XRP_ADDRESS}?dt=77`,
    ],
    ['an X-address without one', classicAddressToXAddress(XRP_ADDRESS, false, true), XRP_ADDRESS],
  ])('with %s is accepted', async (_name, address, shown) => {
    const answer = await xrp(address);
    expect([answer.status, answer.body['address']]).toEqual([201, shown]);
  });

  test('gets an error that names what is missing: its tag, or another network', async () => {
    const messages = [
      await xrp(XRP_ADDRESS),
      await xrp(classicAddressToXAddress(XRP_ADDRESS, 7, false)),
      await xrp('rubbish'),
    ].map(({ details }) => details[0]?.message);
    expect(messages).toEqual([
      'must be a valid XRP address with its destination tag: write ?dt= and the tag after it, or ?dt=0 when there is none',
      'must be a valid XRP address of the test network: this one is of the main network',
      'must be a valid XRP address',
    ]);
  });

  test.each([
    ['no word of a tag', XRP_ADDRESS],
    ['a tag of 33 bits', `${XRP_ADDRESS}?dt=4294967296`],
    ['two tags', `${XRP_ADDRESS}?dt=1?dt=2`],
    ['a tag against its own', `${classicAddressToXAddress(XRP_ADDRESS, 7, true)}?dt=8`],
    ['another network', classicAddressToXAddress(XRP_ADDRESS, 7, false)],
  ])('with %s is rejected', async (_name, address) => {
    expect(targets(await xrp(address))).toEqual([['address', 'invalid_coin_address']]);
  });
});

test.each(['BTC', 'LTC', 'BCH', 'ETH', 'XRP'])(
  'an own address is rejected as a destination: %s',
  async (pay_currency) => {
    const terms = { name: 'own', receiver_currency: 'EUR' };
    const { address } = await merchant.api.channels.create({ ...terms, pay_currency });
    const answer = await create({ address, received_currency: pay_currency });
    expect(targets(answer)).toEqual([['address', 'own_address']]);
  },
);

describe('the minimum of 5 EUR', () => {
  test.each([
    ['charged_amount', { charged_amount: '4.99' }, '5.0'],
    ['charged_amount_to_send', { charged_amount: undefined, charged_amount_to_send: 4.99 }, '5.0'],
    ['amount', { charged_amount: undefined, amount: '4.99', amount_currency: 'EUR' }, '5.0'],
  ])('is reported on %s', async (target, change, value) => {
    const answer = await create(change);
    expect(answer).toMatchObject({ status: 422, code: 'invalid' });
    expect(answer.details).toEqual([
      {
        code: 'must_be_greater_than_or_equal',
        target,
        message: `must be greater than or equal to ${value}`,
        args: { value },
      },
    ]);
  });

  test.each([
    ['USD', { charged_currency: 'USD', charged_amount: '0.01' }],
    ['JPY', { charged_currency: 'JPY', charged_amount: '1' }],
    ['BTC', { charged_amount: undefined, received_amount: '0.00000001' }],
  ])('is reported in %s, and the suggested amount passes', async (_code, change) => {
    const [detail] = (await create(change)).details;
    const value = String(detail?.args['value']);
    const [form] = Object.entries(change).find(([, text]) => /^\d/.test(String(text))) ?? [''];
    expect(detail).toMatchObject({ target: form, code: 'must_be_greater_than_or_equal' });
    expect((await create({ ...change, [form]: value })).status).toBe(201);
  });
});

test('different requirements of version 1 and version 2 are reported with all other problems', async () => {
  const wrong = {
    address: 'x',
    charged_currency: undefined,
    custom_id: '',
    charged_amount: undefined,
  };
  expect(targets(await create(wrong, '1'))).toEqual([
    ['custom_id', 'must_be_filled'],
    ['address', 'invalid_coin_address'],
    ['charged_amount', 'exactly_one_of'],
  ]);
  expect(targets(await create(wrong, '2'))).toEqual([
    ['charged_currency', 'must_be_filled'],
    ['address', 'invalid_coin_address'],
    ['charged_amount', 'exactly_one_of'],
  ]);
  const fromCoin = { charged_currency: undefined, charged_amount: '0.01', custom_id: 'v1 coin' };
  const made = await create(fromCoin, '1');
  expect(made.body).toMatchObject({ charged_currency: 'BTC', status: 'pending', risk: null });
});

test('a used reference is reported before an insufficient balance', async () => {
  expect((await create({ custom_id: 'once' })).status).toBe(201);
  const again = await create({ custom_id: 'once', charged_amount: '9000000' });
  expect(again).toMatchObject({ status: 409, code: 'duplicate_custom_id' });
  for (let n = 0; n < 2; n++) expect((await create({ custom_id: '' })).status).toBe(201);
});

test('the beneficiary is checked only with the travel rule enabled', async () => {
  const unknown = { beneficiary: { type: 'cat', name: 'Ünïcode', address: {} } };
  expect((await create(unknown)).status).toBe(201);
  expect(targets(await create({ ...unknown, travel_rule_compliant: true }))).toEqual([
    ['beneficiary.type', 'must_be_included_in'],
    ['beneficiary.name', 'has_invalid_format'],
    ['beneficiary.address.country', 'must_be_filled'],
  ]);
  expect(targets(await create({ travel_rule_compliant: 'true' }))).toEqual([
    ['beneficiary', 'must_be_filled'],
  ]);
  const beneficiary = { type: 'legal_person', name: 'Acme 1-2', address: { country: 'DE' } };
  const made = await create({ travel_rule_compliant: true, beneficiary: beneficiary });
  expect(made.status).toBe(201);
});

test('lists omit uncommitted withdrawals, and a cursor must be the id of a row', async () => {
  const made = await create({ force_commit: true, customer_id: 'c 1' });
  const { data, meta } = await merchant.api.coinWithdrawals.list();
  expect([data.map(({ id }) => id), meta.total]).toEqual([[made.body['id']], 1]);
  expect((await merchant.api.coinWithdrawals.list({ customer_id: 'c 2' })).data).toEqual([]);
  const starting_after = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
  await expect(merchant.api.coinWithdrawals.list({ starting_after })).rejects.toMatchObject({
    status: 404,
  });
});

test('a commit whose response was lost gets it again with its key, and with no other', async () => {
  const made = await create({});
  const commit = (key: string) =>
    signedCall(world.url, merchant.key, {
      method: 'POST',
      target: `/api/coin_withdrawals/${String(made.body['id'])}/commit`,
      headers: { 'idempotency-key': key },
    });
  const first = await commit('lost');
  await world.app.db.query(
    'update idempotency_keys set status = null, answer = null, locked_until = $2 where key = $1',
    ['lost', new Date(0)],
  );
  const again = await commit('lost');
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect((await commit('other')).status).toBe(409);
});
