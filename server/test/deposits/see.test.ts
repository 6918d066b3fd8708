// Payments that a node reports twice, or to two addresses in one transaction: one statement stores them, and the scan
// continues.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlockRef, IncomingPayment } from '../../src/chains/chain.ts';
import { matchPayments, type Observation } from '../../src/deposits/match.ts';
import { storeDeposits } from '../../src/deposits/record-deposits.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const coin = coinOf('ETH');
const BLOCK: BlockRef = { height: 1, hash: '0xb1' };

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

async function newAddress(): Promise<string> {
  const channel = await merchant.api.channels.create({
    name: 'A customer',
    pay_currency: 'ETH',
    receiver_currency: 'ETH',
  });
  return channel.address;
}

type Said = Pick<IncomingPayment, 'txid' | 'address' | 'amount'> & { block?: BlockRef | null };

async function see(said: readonly Said[]): Promise<void> {
  const seenAt = world.clock.now();
  const observations = said.map(({ block = null, ...one }): Observation => {
    return { block, seenAt, payments: [{ index: 1, tag: null, ...one }], spends: [] };
  });
  const matched = await matchPayments(world.app.db, coin, observations);
  await world.app.db.transaction((tx) => storeDeposits(tx, { coin, matched, deepUnder: null }));
}

const depositsOf = (txid: string) =>
  world.app.db.query<{ address: string; amount: bigint; block_hash: string | null }>(
    `select address, amount, block_hash from deposits where txid = $1 order by amount, address`,
    [txid],
  );

test('a payment listed twice in one batch is one deposit, as listed first', async () => {
  const address = await newAddress();
  const said = { txid: '0xtwice', address, amount: 5n };
  await see([said, said]);
  await see([
    { ...said, block: BLOCK },
    { ...said, block: BLOCK, amount: 6n },
  ]);
  expect(await depositsOf(said.txid)).toEqual([{ address, amount: 5n, block_hash: BLOCK.hash }]);
});

test('a payment listed again a thousand payments later is one deposit, as listed first', async () => {
  const address = await newAddress();
  const many = Array.from({ length: 1100 }, (_, n) => ({
    txid: `0xmany${n}`,
    address,
    amount: 10n ** 18n,
    block: BLOCK,
  }));
  const [first] = many;
  if (first === undefined) throw new Error('there are many');
  await see([...many, { ...first, amount: 2n * 10n ** 18n }]);
  expect(await depositsOf(first.txid)).toMatchObject([{ amount: first.amount }]);
  const stored = await world.app.db.query<{ n: number; payments: number }>(
    `select count(*)::int as n, count(distinct p.id)::int as payments
     from deposits d left join channel_payments p on p.deposit_id = d.id where d.address = $1`,
    [address],
  );
  expect(stored).toEqual([{ n: many.length, payments: many.length }]);
});

test.each([
  ['at once', true],
  ['one after the other', false],
])('one transaction to two addresses is two deposits, seen %s', async (how, atOnce) => {
  const txid = `0x${how}`;
  const pair = [
    { txid, address: await newAddress(), amount: 5n, block: BLOCK },
    { txid, address: await newAddress(), amount: 6n, block: BLOCK },
  ];
  for (const step of atOnce ? [pair] : pair.map((one) => [one])) await see(step);
  expect(await depositsOf(txid)).toMatchObject(
    pair.map(({ address, amount }) => ({ address, amount })),
  );
});

test('a credited deposit is compared with payments to its own address', async () => {
  const txid = '0xbooked';
  const pair = [
    { txid, address: await newAddress(), amount: 5n, block: BLOCK },
    { txid, address: await newAddress(), amount: 6n, block: BLOCK },
  ];
  await see(pair);
  await world.app.db.query('update deposits set booked_at = now() where txid = $1', [txid]);
  const again = { height: 1, hash: '0xb2' };
  await see(pair.map((one) => ({ ...one, block: again })).reverse());
  expect(await depositsOf(txid)).toMatchObject([
    { block_hash: again.hash },
    { block_hash: again.hash },
  ]);
  const alerts = await world.app.db.query(
    `select 1 from alerts where kind = 'deposit_amount_changed'`,
  );
  expect(alerts).toEqual([]);
  // It is not in the books.
  await world.app.db.query('update deposits set booked_at = null where txid = $1', [txid]);
});

test('a payment to us is found among ten thousand others, at any position', async () => {
  const observations = async (place: number): Promise<Observation[]> => {
    const address = await newAddress();
    const payments = Array.from({ length: 10_000 }, (_, n) => ({
      txid: `0xamong${n}`,
      index: 1,
      tag: null,
      amount: 5n,
      address: n === place ? address : `0x${String(n).padStart(40, '0')}`,
    }));
    return [{ block: BLOCK, seenAt: world.clock.now(), payments, spends: [] }];
  };
  for (const place of [0, 4999, 5000, 9999]) {
    const matched = await matchPayments(world.app.db, coin, await observations(place));
    expect(matched.map(({ payment }) => payment.txid)).toEqual([`0xamong${place}`]);
  }
});
