// Tokens that are not configured, at addresses of this instance: the operator sees them within limits, and nothing else
// happens.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { claimTransfers } from '../../src/chains/simulated/read-payments.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import {
  listUnknownTokens,
  PER_ADDRESS_MAX,
  PER_NETWORK_MAX,
  storeUnknownTokens,
} from '../../src/deposits/unknown-tokens.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const UINT256_MAX = 2n ** 256n - 1n;
const FLOOD = 10_000;
const contractAt = (n: number) => `0xbb${n.toString(16).padStart(38, '0')}`;

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_TOKENS: 'USDT' }, { coins: ['ETH', 'USDT'] });
  merchant = await world.merchant();
});
afterAll(() => world.close());

const eth = () => defined(world.app.coins.get('ETH'), 'ETH');
const simulation = () => world.simulation('ETH');

async function ourAddress(coin: string): Promise<string> {
  const invoice = await merchant.api.invoices.create({
    price_amount: '20',
    price_currency: coin,
    pay_currency: coin,
  });
  const [row] = await world.app.db.query<{ address: string }>(
    'select address from addresses where owner_id = $1',
    [invoice.id],
  );
  return defined(row, 'its address').address;
}

async function mine(): Promise<void> {
  await world.mine('ETH');
  await world.settle();
}

const countOf = async (table: 'deposits' | 'events' | 'mails') =>
  (await world.app.db.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

const recordedAt = async (address: string) =>
  (await listUnknownTokens(world.app)).arrivals.filter((row) => row.address === address);

test('the operator sees an arrival at the address of any coin, and nothing else happens', async () => {
  const address = await ourAddress('USDT');
  const before = [await countOf('deposits'), await countOf('events'), await countOf('mails')];
  const usdt = defined(world.app.coins.get('USDT')?.token?.contracts.main, 'the contract of USDT');
  const txid = await claimTransfers(simulation(), [
    { contract: contractAt(1), address, amount: UINT256_MAX },
    { contract: contractAt(1), address, amount: 1n },
    { contract: usdt.toLowerCase(), address, amount: 5n },
    { contract: contractAt(1), address: foreignAddress(eth(), 'strangers', 1), amount: 5n },
  ]);
  await mine();
  const expected = {
    coin: 'ETH',
    contract: contractAt(1),
    address,
    txid,
    project_id: merchant.project.id,
  };
  expect(await listUnknownTokens(world.app)).toMatchObject({
    arrivals: [{ ...expected, amount: UINT256_MAX + 1n }],
    omitted: [],
  });
  expect([await countOf('deposits'), await countOf('events'), await countOf('mails')]).toEqual(
    before,
  );
  expect(await listAlerts(world.app.db, { withResolved: true })).toEqual([]);
});

test('a reorganization removes the arrival until its transaction is in a block again', async () => {
  const address = await ourAddress('ETH');
  const claim = { contract: contractAt(2), address, amount: 7n };
  const txid = await claimTransfers(simulation(), [claim]);
  await mine();
  expect(await recordedAt(address)).toMatchObject([{ txid }]);
  await world.reorganise('ETH', 1);
  await world.settle();
  expect(await recordedAt(address)).toEqual([]);
  await mine();
  expect(await recordedAt(address)).toMatchObject([{ txid, amount: 7n }]);
  await world.reorganise('ETH', 1, { drop: true });
  await mine();
  expect(await recordedAt(address)).toEqual([]);
});

test('of a flood in one block, the limit of the address is recorded and the rest is counted', async () => {
  const address = await ourAddress('ETH');
  const invoice = await merchant.api.invoices.create({
    price_amount: '1',
    price_currency: 'ETH',
    pay_currency: 'ETH',
  });
  const flood = Array.from({ length: FLOOD }, (_, n) => ({
    contract: contractAt(100 + n),
    address,
    amount: 1n,
  }));
  await claimTransfers(simulation(), flood);
  await world.pay({ invoice_id: invoice.id });
  await mine();
  expect(await recordedAt(address)).toHaveLength(PER_ADDRESS_MAX);
  const { omitted } = await listUnknownTokens(world.app);
  expect(omitted).toMatchObject([{ coin: 'ETH', arrivals: FLOOD - PER_ADDRESS_MAX }]);
  // The payment in the same block counts as usual.
  await world.mine('ETH', 33);
  await world.settle();
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
  expect(await listAlerts(world.app.db, { withResolved: true })).toEqual([]);
});

test('a network records a limited number each day, and drops the rows after 90 days', async () => {
  const later = world.app.clock.now() + 100 * DAY;
  const store = (day: number, count: number) =>
    world.app.db.transaction((tx) =>
      storeUnknownTokens(
        tx,
        eth(),
        Array.from({ length: count }, (_, n) => ({
          txid: `0x${day}${n}`,
          contract: contractAt(3),
          address: `0x${n}`,
          amount: 1n,
          height: 1,
          seenAt: day,
          day: new Date(day).toISOString().slice(0, 10),
        })),
      ),
    );
  const countAt = async (day: number) => {
    const [row] = await world.app.db.query<{ n: number }>(
      'select count(*)::int as n from unknown_tokens where seen_at = $1',
      [new Date(day)],
    );
    return row?.n;
  };
  const old = world.app.clock.now() - 91 * DAY;
  await store(later, PER_NETWORK_MAX + 200);
  expect(await countAt(later)).toBe(PER_NETWORK_MAX);
  await store(old, 3);
  expect(await countAt(old)).toBe(0);
  const { omitted } = await listUnknownTokens(world.app);
  expect(omitted[0]?.arrivals).toBe(200);
});
