// Addresses after the database went back in time: an address assigned in the lost part is never assigned again,
// payments to it wait for a person, and the instance's own change is not a deposit.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tagMaker } from '../../src/addresses/derive.ts';
import { numberAt } from '../../src/addresses/skip-ahead.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, pay } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { attachUnmatched } from '../../src/inbox/attach.ts';
import { creditUnmatched, refundUnmatched } from '../../src/inbox/refund.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { findQuarantine, listQuarantines } from '../../src/payouts/quarantine.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { changeSettings } from '../../src/projects/create.ts';
import type { Project } from '../../src/projects/project.ts';
import { billed } from '../simulation/billed.ts';
import { COINS, endow } from '../simulation/past-actions.ts';
import { createPastWorld, type PastWorld } from '../simulation/past-world.ts';
import { isThorough, sampleCases } from '../support/crash-stride.ts';
import { listUnmatched } from '../support/unmatched.ts';
import { insertCommitted } from './committed.ts';

/** Coins of one model assign addresses with the same code; a thorough run covers all of them. */
const ONE_OF_EACH_KIND = isThorough ? COINS : ['BTC', 'ETH', 'XRP'];

let world: PastWorld;
let lamps: Project;
let books: Project;

beforeEach(async () => {
  world = await createPastWorld('addresses', 1);
  lamps = defined(world.shops[0], 'a shop');
  books = defined(world.shops[1], 'a shop');
  await world.settle();
});
afterEach(() => world.close());

async function paid(coin: string, place: { address: string; tag: number | null }, amount: bigint) {
  const txid = await pay(world.simulation(coin), { outputs: [{ ...place, amount }] });
  await mined(coin);
  return txid;
}

async function mined(coin: string): Promise<void> {
  await mine(world.simulation(coin), { count: 40 });
  world.clock.advance(MINUTE);
  await world.settle();
}

const unmatched = (projectId: string | null) => listUnmatched(world.instance().app, projectId);

test.each(ONE_OF_EACH_KIND)(
  'an address assigned in %s after the backup is not assigned again, and its payments wait for a person',
  async (coin) => {
    await world.takeCopy();
    const lost = [await billed(world, coin, lamps), await billed(world, coin, lamps)];
    await world.goBack('quarantine and restart');
    const given = [];
    for (let n = 0; n < 5; n++) given.push(await billed(world, coin, books));
    for (const place of lost) expect(given).not.toContainEqual(place);
    for (const place of lost) await paid(coin, place, 5_000_000_000n);
    expect(await unmatched(null)).toMatchObject([
      {
        project_id: null,
        status: 'confirmed',
        reason: coin === 'XRP' ? 'unknown_tag' : 'unknown_address',
      },
      { project_id: null, status: 'confirmed' },
    ]);
  },
);

test.each(['in place', 'restart'] as const)(
  'nor when it was never shown (%s), from the first address on, though the chain shows nothing',
  async (mode) => {
    const before = await billed(world, 'BTC', lamps);
    await world.takeCopy();
    const lost = [];
    for (const coin of COINS) lost.push(await billed(world, coin, lamps));
    const text = (place: typeof before) => `${place.address} ${place.tag}`;
    await world.goBack(mode);
    // No worker has run since.
    const given = [];
    for (const coin of COINS) given.push(await billed(world, coin, books));
    const lostOnes = new Set(lost.map(text));
    expect(given.filter((place) => lostOnes.has(text(place)))).toEqual([]);
    const alerts = await listAlerts(world.instance().app.db, { withResolved: false });
    expect(alerts.map(({ kind }) => kind)).toContain('database_replaced');
    // Addresses in the copy keep their owners.
    await paid('BTC', before, 5_000_000_000n);
    expect(await unmatched(null)).toEqual([]);
  },
);

test.each(sampleCases(['BTC', 'ETH'], 1))(
  'a %s payment to an unassigned address starts the quarantine, and every coin skips ahead',
  async (coin) => {
    await world.takeCopy();
    const lost = await billed(world, coin, lamps);
    const other = await billed(world, 'LTC', lamps);
    await pay(world.simulation(coin), { outputs: [{ ...lost, amount: 5_000_000_000n }] });
    await world.goBack('restart');
    await world.settle();
    expect((await listQuarantines(world.sql)).map((each) => each.coin)).toContain(coin);
    expect((await findQuarantine(world.sql, coin))?.cause?.code).toBe('unknown_address');
    for (let n = 0; n < 3; n++) expect(await billed(world, 'LTC', books)).not.toEqual(other);
    for (let n = 0; n < 3; n++) expect(await billed(world, coin, books)).not.toEqual(lost);
    const rows = await world.sql.query<{ coin: string; last: number }>(
      'select coin, max(address_index) as last from addresses where owner_id is not null group by coin',
    );
    const first = numberAt(world.clock.now()) - numberAt(world.clock.now() - MINUTE);
    for (const { last } of rows.filter((row) => ['LTC', coin].includes(row.coin)))
      expect(last).toBeGreaterThan(first);
  },
);

test("a stranger's tag blocks nothing and is never assigned afterwards", async () => {
  const { address } = await billed(world, 'XRP', lamps);
  const [free] = await world.sql.query<{ tag: number }>(
    `select tag from addresses where coin = 'XRP' and owner_id is null order by address_index limit 1`,
  );
  const { tag } = defined(free, 'the next tag');
  await paid('XRP', { address, tag }, 5_000_000n);
  expect(await listQuarantines(world.sql)).toEqual([]);
  const given = [];
  for (let n = 0; n < 5; n++) given.push((await billed(world, 'XRP', books)).tag);
  expect(given).not.toContain(tag);
  // Nor is a tag that was paid before it was derived.
  const [wallet] = await world.sql.query<{ extended_public_key: string; next_index: number }>(
    `select extended_public_key, next_index from wallets where coin = 'XRP'`,
  );
  const { extended_public_key: key, next_index: index } = defined(wallet, 'the wallet');
  const ahead = tagMaker(key)(index + 2);
  await pay(world.simulation('XRP'), { outputs: [{ address, tag: ahead, amount: 5_000_000n }] });
  await mined('XRP');
  for (let n = 0; n < 5; n++) await billed(world, 'XRP', books);
  await world.settle();
  const [derived] = await world.sql.query<{ address_index: number; is_retired: boolean }>(
    `select address_index, retired_at is not null as is_retired from addresses
     where coin = 'XRP' and tag = $1`,
    [ahead],
  );
  expect(derived).toEqual({ address_index: index + 2, is_retired: true });
});

test("an address with an unmatched payment can't be given an owner", async () => {
  const [free] = await world.sql.query<{ address: string }>(
    `select address from addresses where coin = 'LTC' and owner_id is null order by address_index limit 1`,
  );
  const { address } = defined(free, 'the next address');
  await paid('LTC', { address, tag: null }, 100_000_000n);
  const given = world.sql.query(
    `update addresses set owner_type = 'invoice', owner_id = $2, project_id = $2 where address = $1`,
    [address, lamps.id],
  );
  await expect(given).rejects.toThrow('retired_for_ever');
});

test('payments to lost addresses are shown to no project, not even one that receives unmatched payments', async () => {
  const { app } = world.instance();
  await changeSettings(app.db, books.id, { takesUnknownMoney: true });
  await world.takeCopy();
  const lost = await billed(world, 'LTC', lamps);
  await world.goBack('quarantine and restart');
  await paid('LTC', lost, 100_000_000n);
  expect(await unmatched(books.id)).toEqual([]);
  expect(await unmatched(null)).toMatchObject([{ address: lost.address, project_id: null }]);
});

test.each(sampleCases(['BTC', 'LTC', 'BCH'], 2))(
  'forgotten change in %s belongs to the wallet and is no deposit',
  async (coin) => {
    await endow(world);
    await world.takeCopy();
    const payee = foreignAddress(world.simulation(coin).coin, 'payee', 1);
    await insertCommitted(world.instance().app, lamps.id, { coin, amount: '0.1', address: payee });
    await world.settle();
    await mined(coin);
    await world.goBack('restart');
    await world.settle();
    await mined(coin);
    const change = await world.sql.query<{ owner_type: string; is_unmatched: boolean }>(
      `select owner_type, is_unmatched from deposits where coin = $1 and first_seen_at > $2`,
      [coin, new Date(world.clock.now() - 10 * MINUTE)],
    );
    expect(change).toContainEqual({ owner_type: 'treasury', is_unmatched: false });
    expect(change.filter((deposit) => deposit.is_unmatched)).toEqual([]);
    expect(await unmatched(null)).toEqual([]);
  },
);

test('nothing is credited, matched or returned while the coin is in quarantine', async () => {
  await world.takeCopy();
  const lost = await billed(world, 'LTC', lamps);
  await world.goBack('quarantine and restart');
  await paid('LTC', lost, 100_000_000n);
  const { app, coinWallets } = world.instance();
  const [deposit] = await unmatched(null);
  const ids = {
    depositId: defined(deposit, 'the payment').id,
    projectId: books.id,
    reason: 'mine',
  };
  const address = foreignAddress(world.simulation('LTC').coin, 'payee', 2);
  const invoice = await createInvoiceId();
  const refusal = { code: 'invalid_status', message: expect.stringContaining('in quarantine') };
  await expect(creditUnmatched(app, ids)).rejects.toMatchObject(refusal);
  await expect(refundUnmatched(app, { ...ids, address })).rejects.toMatchObject(refusal);
  await expect(attachUnmatched(app, { ...ids, ownerId: invoice })).rejects.toMatchObject(refusal);
  await endQuarantine(app, defined(coinWallets.get('LTC'), 'a treasury'), { isAccepted: false });
  await creditUnmatched(app, { ...ids, projectId: lamps.id });
  expect(await unmatched(null)).toEqual([]);
});

async function createInvoiceId(): Promise<string> {
  const { address } = await billed(world, 'LTC', books);
  const [row] = await world.sql.query<{ owner_id: string }>(
    `select owner_id from addresses where coin = 'LTC' and address = $1`,
    [address],
  );
  return defined(row, 'an invoice').owner_id;
}
