// Guarantees about destinations: a look-alike of a known address waits for a person, a new one has a cooling time, and
// the address book defines what rules call listed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import {
  endsOf,
  listDestination,
  listDestinations,
  unlistDestination,
} from '../../src/policy/destinations.ts';
import { readPolicyJournal } from '../../src/policy/policy-journal.ts';
import { operatorReader } from '../operator/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal, storedRow } from './support.ts';

const XRP_ADDRESS = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
/** Lower case has no checksum (EIP-55), so a look-alike is quickly made. */
const PAID = '0xabc1000000000000000000000000000000001234';
const ALIKE = '0xabc2000000000000000000000000000000001234';
const DIFFERENT = '0xabd1000000000000000000000000000000001234';
const ETH = { received_currency: 'ETH' };

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await fillWallet(world, 'ETH', ['5']);
  await fillWallet(world, 'BTC', ['1', '1']);
});
afterAll(() => world.close());

async function funded(): Promise<Merchant> {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '10000' });
  return merchant;
}

async function paid(merchant: Merchant, changes: object): Promise<void> {
  const { id } = await requestWithdrawal(merchant, '50', changes);
  await world.settle();
  await world.mine('ETH');
  await world.mine('BTC');
  expect((await merchant.api.coinWithdrawals.get(id)).status).toBe('completed');
}

test('a look-alike of a paid address is held, even without a policy', async () => {
  const merchant = await funded();
  expect((await requestWithdrawal(merchant, '50', { ...ETH, address: ALIKE })).status).toBe(
    'pending',
  );
  const other = await funded();
  await paid(other, { ...ETH, address: PAID });
  const { id, status } = await requestWithdrawal(other, '50', { ...ETH, address: ALIKE });
  expect(status).toBe('on_hold');
  const row = await storedRow(world, other, id);
  expect(row.decision?.rule).toBe('lookalike_address');
  expect(row.hold).toEqual({ code: 'lookalike_address', address: row.decision?.looksLike });
  const [shown] = (await operatorReader(world)('withdrawals.list', { status: 'on_hold' })).rows;
  expect(shown).toMatchObject({ id, wait_code: 'held', wait_detail: 'lookalike_address' });
  expect(shown?.wait_subject?.toLowerCase()).toBe(PAID);
  expect((await requestWithdrawal(other, '50', { ...ETH, address: DIFFERENT })).status).toBe(
    'pending',
  );
  expect((await requestWithdrawal(other, '50', { ...ETH, address: PAID })).status).toBe('pending');
});

test('a look-alike of an address book entry is held, unless it is an entry itself', async () => {
  const merchant = await funded();
  const { id: projectId } = merchant.project;
  const entry = (address: string) => ({
    destination: { coin: 'ETH', address, tag: null },
    name: 'exchange',
    mayLoosen: true,
  });
  const canonical = (text: string) =>
    world.app.coins.get('ETH')?.parseAddress(text, 'test')?.address;
  await listDestination(world.app, projectId, entry(canonical(PAID) ?? ''));
  expect((await requestWithdrawal(merchant, '50', { ...ETH, address: ALIKE })).status).toBe(
    'on_hold',
  );
  await listDestination(world.app, projectId, entry(canonical(ALIKE) ?? ''));
  expect((await requestWithdrawal(merchant, '50', { ...ETH, address: ALIKE })).status).toBe(
    'pending',
  );
});

test.each([
  ['0xAbC1000000000000000000000000000000001234', 'abc~1234'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'w50~jzsx'],
  ['bitcoincash:qpm2qsznhks23z7629mms6s8cwef74vcwvy22gdx6a', 'pm2~dx6a'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'ipc~jrfn'],
  [XRP_ADDRESS, 'pt1~paye'],
])('the compared ends of %s are %s', (address, ends) => {
  expect(endsOf(address)).toBe(ends);
});

test('a new destination cools down from its first confirmed payment', async () => {
  const merchant = await funded();
  const rule = { name: 'new', when: { destinationNewerThanHours: 24 }, do: { hold: 0 } };
  await publishPolicy(world, merchant);
  await paid(merchant, {});
  await publishPolicy(world, merchant, rule);
  expect((await requestWithdrawal(merchant, '50')).status).toBe('on_hold');
  await world.advance(24 * HOUR);
  expect((await requestWithdrawal(merchant, '50')).status).toBe('pending');
});

test('on XRP another tag is another destination, and not a look-alike', async () => {
  const merchant = await funded();
  const { id: projectId } = merchant.project;
  await listDestination(world.app, projectId, {
    destination: { coin: 'XRP', address: XRP_ADDRESS, tag: 7 },
    name: null,
    mayLoosen: true,
  });
  const unlisted = { name: 'unlisted', when: { destination: 'unlisted' }, do: { hold: 1 } };
  await publishPolicy(world, merchant, unlisted);
  const xrp = (tag: number) => ({ received_currency: 'XRP', address: `${XRP_ADDRESS}?dt=${tag}` });
  expect((await requestWithdrawal(merchant, '50', xrp(7))).status).toBe('pending');
  const { id } = await requestWithdrawal(merchant, '50', xrp(8));
  expect((await storedRow(world, merchant, id)).decision?.rule).toBe('unlisted');
});

test('removed from the address book, it is unlisted; paid addresses stay known; both are recorded', async () => {
  const merchant = await funded();
  const { id: projectId } = merchant.project;
  const destination = { coin: 'BTC', address: BTC_ADDRESS, tag: null };
  await listDestination(world.app, projectId, { destination, name: 'exchange', mayLoosen: true });
  await paid(merchant, {});
  await unlistDestination(world.app, projectId, destination);
  const listed = async (all: boolean) => {
    const page = { coin: null, after: null, limit: 50 };
    return (await listDestinations(world.app.db, projectId, { all, ...page })).rows;
  };
  const [left] = await listed(true);
  expect(left).toMatchObject({ listed_at: null, name: null, first_paid_at: expect.any(Date) });
  expect(await listed(false)).toEqual([]);
  const again = unlistDestination(world.app, projectId, destination);
  await expect(again).rejects.toMatchObject({ code: 'not_found' });
  const steps = (await readPolicyJournal(world.app.db, projectId, null)).map(({ step }) => step);
  expect(steps).toEqual(['address_unlisted', 'address_listed']);
});
