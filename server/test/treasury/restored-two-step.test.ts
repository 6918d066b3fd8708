// A backup that was made between a withdrawal's creation and its commit, or before it was made at all, is restored.
// What was paid since is not paid again, whatever the merchant repeats.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { foreignAddress } from '../../src/chains/simulated/foreign-address.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay-many.ts';
import { known } from '../../src/core/assert.ts';
import { HOUR, MINUTE, testClock, wallNow } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config/config.ts';
import { newId } from '../../src/core/ids.ts';
import { createLog } from '../../src/core/log.ts';
import { amountOf } from '../../src/core/money.ts';
import { seededRandom } from '../../src/core/random.ts';
import { openDatabase } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { createProject } from '../../src/projects/create.ts';
import type { Project } from '../../src/projects/project.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { endQuarantine } from '../../src/treasury/end-quarantine.ts';
import { topUpAddress } from '../../src/treasury/own-address.ts';
import { beginQuarantine, findQuarantine } from '../../src/treasury/quarantine.ts';
import { commitWithdrawal } from '../../src/withdrawals/commit.ts';
import { createWithdrawal } from '../../src/withdrawals/create.ts';
import { releaseWithdrawal } from '../../src/withdrawals/follow.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

const COINS = ['BTC', 'ETH', 'XRP'];
const log = createLog('silent');
const clock = testClock(Math.floor(wallNow() / 1000) * 1000);

let folder: string;
let networks: TestDatabase;
let original: TestDatabase;
let backup: TestDatabase | null;
let till: Assembled;
let project: Project;
let starts = 0;

async function open(db: TestDatabase['db']): Promise<Assembled> {
  starts += 1;
  const config = readConfig({
    CHAINTILL_DATA_DIR: folder,
    CHAINTILL_ADDRESS_POOL: '20',
    LOG_LEVEL: 'silent',
  });
  return assemble(
    { config, clock, log, db, random: seededRandom(`two steps ${starts}`) },
    { seed: 'world', minesByItself: false, deliveryFault: null, outside: networks.db },
  );
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-two-step-'));
  networks = await createTestDatabase();
  original = await createTestDatabase();
  backup = null;
  till = await open(original.db);
  project = await createProject(till.app, 'Payer');
});
afterEach(async () => {
  const findings = await auditLedger(till.app.db);
  await till.close();
  await till.app.db.close();
  await networks.drop();
  await original.drop();
  await backup?.drop();
  rmSync(folder, { recursive: true, force: true });
  expect(findings).toEqual([]);
});

const treasury = (coin: string) => known(till.treasuries.get(coin), 'a treasury');
const simulation = (coin: string) => known(till.simulations?.get(coin), 'a network');

async function settle(): Promise<void> {
  await makeAllDue(till.app);
  await runDueWork(till.app, till.workers);
}

async function goOn(coin: string, blocks = 1): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await mine(simulation(coin), { count: blocks });
    clock.advance(MINUTE);
    await settle();
  }
}

/** The wallet has coins, and the merchant, too. */
async function fund(code: string): Promise<void> {
  const { coin, network } = treasury(code);
  const { address, tag } = await topUpAddress(till.app, { coin: code, model: network.model });
  const payment = { outputs: [{ address, tag, amount: amountOf('900', coin) }] };
  await payMany(simulation(code), [payment, payment, payment]);
  await goOn(code, 20);
  const amount = amountOf('1000', coin);
  await adjustAccount(till.app, { projectId: project.id, currency: code, amount, reason: 'test' });
}

const NOTHING = {
  ...{
    network: undefined,
    customer_id: undefined,
    force_commit: undefined,
    network_fee_level: undefined,
  },
  ...{ charged_amount: undefined, charged_amount_to_send: undefined, amount: undefined },
  ...{ amount_currency: undefined, amount_includes_processing_fee: undefined },
  ...{ amount_includes_network_fee: undefined, price_change_max_percent: undefined },
  ...{ travel_rule_compliant: undefined, beneficiary: undefined },
};

const caller = () => ({
  project,
  objectId: newId(clock, till.app.random),
  apiKey: 'key',
  apiVersion: 1 as const,
});

const AMOUNTS: Readonly<Record<string, string>> = { BTC: '0.3', ETH: '0.3', XRP: '100' };

function create(coin: string, wish: { customId: string; address: string }) {
  return createWithdrawal(till.app, caller(), {
    ...NOTHING,
    address: coin === 'XRP' ? `${wish.address}?dt=7` : wish.address,
    charged_currency: coin,
    received_currency: coin,
    received_amount: AMOUNTS[coin],
    custom_id: wish.customId,
  });
}

async function backUp(): Promise<void> {
  await till.close();
  await till.app.db.close();
  backup = await copyTestDatabase(original);
  till = await open(openDatabase(original.connection, log));
}

async function restore(): Promise<void> {
  await till.close();
  await till.app.db.close();
  till = await open(known(backup, 'a backup').db);
}

async function paidTo(coin: string, address: string): Promise<number> {
  const rows = await networks.db.query<{ n: number }>(
    `select count(*)::int as n from simulation.outputs o
     join simulation.transactions t using (coin, txid)
     where o.coin = $1 and o.address = $2
       and (t.mempool_number is not null or t.block_hash is not null)`,
    [coin, address],
  );
  return known(rows[0], 'a count').n;
}

async function stored(id: string) {
  const rows = await till.app.db.query<{ status: string; txid: string; hold_reason: string }>(
    'select status, txid, hold_reason from coin_withdrawals where id = $1',
    [id],
  );
  return known(rows[0], 'a withdrawal');
}

const end = (coin: string, isAccepted: boolean) =>
  endQuarantine(till.app, treasury(coin), { isAccepted });

test.each([
  ...COINS.map((coin) => [coin, true] as const),
  ...COINS.map((coin) => [coin, false] as const),
])(
  'a %s withdrawal in two steps that was committed and paid after the backup is not paid again (documents followed: %s)',
  async (coin, isFollowed) => {
    await fund(coin);
    const address = foreignAddress(treasury(coin).coin, 'two steps', 1);
    const { id } = await create(coin, { customId: 'payroll 7', address });
    await backUp();
    await commitWithdrawal(till.app, caller(), id);
    await settle();
    await goOn(coin);
    const { txid, status } = await stored(id);
    expect(status).toBe('completed');
    await restore();
    if (isFollowed)
      await beginQuarantine(till.app.db, till.app, { coin, reason: 'restored the backup' });
    clock.advance(HOUR);
    await goOn(coin);
    expect(await findQuarantine(till.app.db, coin)).not.toBeNull();
    // Its window is over, and yet nothing is released, and nothing accepted anew.
    expect(await stored(id)).toMatchObject({ status: 'new' });
    await expect(create(coin, { customId: 'payroll 7', address })).rejects.toMatchObject({
      code: 'duplicate_custom_id',
    });
    await expect(create(coin, { customId: 'payroll 8', address })).rejects.toMatchObject({
      status: 503,
    });
    await expect(end(coin, false)).rejects.toThrow(/unknown spends/);
    await end(coin, true);
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
    await expect(create(coin, { customId: 'payroll 7', address })).rejects.toMatchObject({
      code: 'duplicate_custom_id',
    });
    await goOn(coin);
    expect(await paidTo(coin, address)).toBe(1);
  },
);

test.each(COINS)(
  'a %s withdrawal that is not in the backup at all, and that its merchant asks for again, waits for a person',
  async (coin) => {
    await fund(coin);
    await backUp();
    const address = foreignAddress(treasury(coin).coin, 'two steps', 2);
    const lost = await create(coin, { customId: 'payroll 9', address });
    await commitWithdrawal(till.app, caller(), lost.id);
    await settle();
    await goOn(coin);
    expect(await paidTo(coin, address)).toBe(1);
    await restore();
    await goOn(coin);
    expect(await findQuarantine(till.app.db, coin)).not.toBeNull();
    await end(coin, true);
    const again = await create(coin, { customId: 'payroll 9', address });
    await commitWithdrawal(till.app, caller(), again.id);
    await goOn(coin);
    expect(await stored(again.id)).toMatchObject({
      status: 'on_hold',
      hold_reason: expect.stringContaining('may have been paid by'),
    });
    expect(await paidTo(coin, address)).toBe(1);
    const other = foreignAddress(treasury(coin).coin, 'two steps', 3);
    const next = await create(coin, { customId: 'payroll 10', address: other });
    await commitWithdrawal(till.app, caller(), next.id);
    await goOn(coin);
    expect(await stored(next.id)).toMatchObject({ status: 'completed' });
  },
);

test('what a person accepts obeys the policy: one that it holds is approved first', async () => {
  await fund('BTC');
  const address = foreignAddress(treasury('BTC').coin, 'two steps', 4);
  const { id } = await create('BTC', { customId: 'large', address });
  await till.app.db.query(`update coin_withdrawals set hold_reason = 'large' where id = $1`, [id]);
  await backUp();
  await commitWithdrawal(till.app, caller(), id);
  expect(await stored(id)).toMatchObject({ status: 'on_hold' });
  await releaseWithdrawal(till.app, project, id);
  await settle();
  await goOn('BTC');
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  await restore();
  clock.advance(HOUR);
  await goOn('BTC');
  await expect(end('BTC', true)).rejects.toMatchObject({ code: 'needs_approval' });
  expect(await stored(id)).toMatchObject({ status: 'on_hold', txid: null });
  await releaseWithdrawal(till.app, project, id);
  await end('BTC', true);
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  await goOn('BTC');
  expect(await paidTo('BTC', address)).toBe(1);
});
