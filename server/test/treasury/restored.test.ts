// An older backup of the database is restored while the chains went on: what was paid since is not paid again. The
// simulated networks are in a database of their own here, as real ones are elsewhere.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { type Assembled, assemble } from '../../src/assemble.ts';
import type { BlockRef } from '../../src/chains/chain.ts';
import { foreignAddress } from '../../src/chains/simulated/foreign-address.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay-many.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { stick } from '../../src/chains/simulated/stick.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { known } from '../../src/core/assert.ts';
import { DAY, HOUR, MINUTE, testClock, wallNow } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config/config.ts';
import { sumOf } from '../../src/core/group.ts';
import { createLog } from '../../src/core/log.ts';
import { amountOf } from '../../src/core/money.ts';
import { seededRandom } from '../../src/core/random.ts';
import { openDatabase } from '../../src/db/database.ts';
import { listAlarms } from '../../src/ledger/alarms.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { createProject } from '../../src/projects/create.ts';
import { advanceDue } from '../../src/treasury/advance.ts';
import { cancelWithdrawal } from '../../src/treasury/cancel.ts';
import { endQuarantine } from '../../src/treasury/end-quarantine.ts';
import { followTransfers } from '../../src/treasury/follow.ts';
import { maySend } from '../../src/treasury/may-send.ts';
import { topUpAddress } from '../../src/treasury/own-address.ts';
import { beginQuarantine, findQuarantine } from '../../src/treasury/quarantine.ts';
import { reserveDue } from '../../src/treasury/reserve.ts';
import { readPlan, TRANSFER_COLUMNS, type TransferRow } from '../../src/treasury/transfer.ts';
import { openSpends, storeUnknown } from '../../src/treasury/unknown-spends.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertCommitted } from './committed.ts';

const COINS = ['BTC', 'ETH', 'XRP'];
const log = createLog('silent');
const clock = testClock(Math.floor(wallNow() / 1000) * 1000);

interface Till extends Assembled {
  readonly app: App;
  settle(): Promise<void>;
}

let folder: string;
let networks: TestDatabase;
let original: TestDatabase;
let backup: TestDatabase | null;
let till: Till;
let projectId: string;
let starts = 0;

/** Starts the service on a database: a process with nothing in its memory. */
async function open(db: TestDatabase['db']): Promise<Till> {
  starts += 1;
  const config = readConfig({
    CHAINTILL_DATA_DIR: folder,
    CHAINTILL_ADDRESS_POOL: '20',
    LOG_LEVEL: 'silent',
  });
  const ground = { config, clock, log, db, random: seededRandom(`restored ${db} ${starts}`) };
  const assembled = await assemble(ground, {
    ...{ seed: 'world', minesByItself: false, deliveryFault: null },
    outside: networks.db,
  });
  return {
    ...assembled,
    async settle() {
      await makeAllDue(assembled.app);
      await runDueWork(assembled.app, assembled.workers);
    },
  };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-restored-'));
  networks = await createTestDatabase();
  original = await createTestDatabase();
  backup = null;
  till = await open(original.db);
  projectId = (await createProject(till.app, 'Payer')).id;
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

const simulation = (coin: string) => known(till.simulations?.get(coin), 'a simulated network');
const treasury = (coin: string) => known(till.treasuries.get(coin), 'a treasury');

async function fund(code: string, amounts: readonly string[]): Promise<void> {
  const { coin, network } = treasury(code);
  const payments = [];
  for (const amount of amounts) {
    const { address, tag } = await topUpAddress(till.app, { coin: code, model: network.model });
    payments.push({ outputs: [{ address, tag, amount: amountOf(amount, coin) }] });
  }
  await payMany(simulation(code), payments);
  await mined(code, 40);
}

async function mined(coin: string, count = 1): Promise<void> {
  await mine(simulation(coin), { count });
  clock.advance(MINUTE);
  await till.settle();
}

let strangers = 0;
/** Committed, and not looked at by any worker. */
async function withdraw(coin: string, payee?: string): Promise<{ id: string; address: string }> {
  strangers += 1;
  const address = payee ?? foreignAddress(treasury(coin).coin, 'restored', strangers);
  const id = await insertCommitted(till.app, projectId, { coin, amount: '0.3', address });
  return { id, address };
}

/** Copies the database as it is now, and goes on with it. */
async function backUp(): Promise<void> {
  await till.close();
  await original.db.close();
  backup = await copyTestDatabase(original);
  till = await open(openDatabase(original.connection, log));
}

/** The service dies, and comes back on the copy. */
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
  const rows = await till.app.db.query<{ status: string; failure: string | null; txid: string }>(
    'select status, failure, txid from coin_withdrawals where id = $1',
    [id],
  );
  return known(rows[0], 'a withdrawal');
}

/** Whatever the service does from here on, for a while. */
async function goOn(coin: string): Promise<void> {
  await till.settle();
  for (let round = 0; round < 3; round++) await mined(coin);
}

test.each(COINS)(
  'a %s withdrawal that was paid after the backup is not paid again',
  async (coin) => {
    await fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await backUp();
    await till.settle();
    await mined(coin);
    const { txid } = await stored(id);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    await restore();
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    await goOn(coin);
    expect(await paidTo(coin, address)).toBe(1);
    expect(await stored(id)).toMatchObject({ status: 'pending', failure: 'quarantine' });
    expect(await findQuarantine(till.app.db, coin)).toMatchObject({
      reconciled_at: expect.any(Date),
    });
    const spends = await openSpends(till.app.db, coin);
    expect(spends).toContainEqual(expect.objectContaining({ kind: 'payment', subject: id, txid }));

    // A person looks at the list, and accepts it.
    await expect(endQuarantine(till.app, treasury(coin), { isAccepted: false })).rejects.toThrow(
      /unknown spends/,
    );
    await endQuarantine(till.app, treasury(coin), { isAccepted: true });
    expect(await stored(id)).toMatchObject({ status: 'completed', txid, failure: null });
    const next = await withdraw(coin);
    await goOn(coin);
    expect(await stored(next.id)).toMatchObject({ status: 'completed' });
    expect(await paidTo(coin, next.address)).toBe(1);
    expect(await paidTo(coin, address)).toBe(1);
    expect(await findQuarantine(till.app.db, coin)).toBeNull();
  },
);

test('nor after a quarantine with more than a thousand findings, all of which are accepted', async () => {
  await fund('BTC', ['2', '2', '2']);
  const { id, address } = await withdraw('BTC');
  await backUp();
  await till.settle();
  await mined('BTC');
  await restore();
  await goOn('BTC');
  await till.app.db.query(
    `insert into unknown_spends (coin, kind, subject, txid, block_height, block_hash, found_at)
     select 'BTC', 'output', n || ':0', n::text, 1, 'x', now() from generate_series(1, 1000) n`,
  );
  const accepted = await endQuarantine(till.app, treasury('BTC'), { isAccepted: true });
  await goOn('BTC');
  expect(await paidTo('BTC', address)).toBe(1);
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(accepted.length).toBeGreaterThan(1000);
});

test('a quarantine is not ended while something is found that is not in the list', async () => {
  await beginQuarantine(till.app.db, till.app, { coin: 'BTC', reason: 'asked for' });
  await till.settle();
  const btc = treasury('BTC');
  // Found between the look at the list and its end.
  const { db } = till.app;
  let transactions = 0;
  const late = {
    ...db,
    transaction: async <T>(work: Parameters<typeof db.transaction<T>>[0]) => {
      transactions += 1;
      // The first names what is in the list.
      if (transactions === 2)
        await db.query(
          `insert into unknown_spends (coin, kind, subject, txid, found_at)
           values ('BTC', 'output', 'late:0', 'late', now())`,
        );
      return db.transaction(work);
    },
  };
  const ended = endQuarantine({ ...till.app, db: late }, btc, { isAccepted: true });
  await expect(ended).rejects.toThrow('look at the list again');
  expect(await findQuarantine(db, 'BTC')).not.toBeNull();
});

test.each(COINS)('nor is one of two %s withdrawals that ask for the same', async (coin) => {
  await fund(coin, ['2', '2', '2']);
  const sent = await withdraw(coin);
  await till.settle();
  const second = await withdraw(coin, sent.address);
  const third = await withdraw(coin, sent.address);
  await backUp();
  await goOn(coin);
  expect(await paidTo(coin, sent.address)).toBe(3);
  await restore();
  await goOn(coin);
  await endQuarantine(till.app, treasury(coin), { isAccepted: true });
  await goOn(coin);
  for (const { id } of [sent, second, third])
    expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(await paidTo(coin, sent.address)).toBe(3);
});

test.each(COINS)('nor is a %s withdrawal whose payment is in no block yet', async (coin) => {
  await fund(coin, ['2', '2', '2']);
  const { id, address } = await withdraw(coin);
  await backUp();
  await till.settle();
  expect(await stored(id)).toMatchObject({ status: 'sent' });
  await restore();
  await till.settle();
  expect(await paidTo(coin, address)).toBe(1);
  expect(await findQuarantine(till.app.db, coin)).not.toBeNull();
  await expect(endQuarantine(till.app, treasury(coin), { isAccepted: true })).rejects.toThrow(
    /in no block yet/,
  );
  await goOn(coin);
  await endQuarantine(till.app, treasury(coin), { isAccepted: true });
  await goOn(coin);
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(await paidTo(coin, address)).toBe(1);
});

test.each(COINS)(
  'nor is a %s withdrawal that was planned when the backup was made',
  async (coin) => {
    await fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await reserveDue(till.app, treasury(coin));
    expect(await stored(id)).toMatchObject({ status: 'processing' });
    await backUp();
    await till.settle();
    await mined(coin);
    await restore();
    await goOn(coin);
    expect(await paidTo(coin, address)).toBe(1);
    await endQuarantine(till.app, treasury(coin), { isAccepted: true });
    const next = await withdraw(coin);
    await goOn(coin);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await stored(next.id)).toMatchObject({ status: 'completed' });
    expect([await paidTo(coin, address), await paidTo(coin, next.address)]).toEqual([1, 1]);
  },
);

test.each(['ETH', 'XRP'])(
  'nor are two that were planned one after the other in %s',
  async (coin) => {
    await fund(coin, ['2', '2', '2']);
    const made = [await withdraw(coin), await withdraw(coin)];
    await reserveDue(till.app, treasury(coin));
    for (const { id } of made) expect(await stored(id)).toMatchObject({ status: 'processing' });
    await backUp();
    await till.settle();
    await mined(coin);
    await restore();
    await goOn(coin);
    await endQuarantine(till.app, treasury(coin), { isAccepted: true });
    const next = await withdraw(coin);
    await goOn(coin);
    for (const { id, address } of [...made, next]) {
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await paidTo(coin, address)).toBe(1);
    }
  },
);

test.each([
  ['BTC', 'is replaced in the same way again', true],
  ['BTC', 'never confirms', false],
  ['ETH', 'is replaced in the same way again', true],
  ['ETH', 'never confirms', false],
])(
  'nor is a %s withdrawal whose transfer was replaced after the backup, when the older one %s',
  async (coin, _what, isAlike) => {
    await fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await till.settle();
    const before = await stored(id);
    expect(before).toMatchObject({ status: 'sent' });
    await backUp();
    await stick(simulation(coin), before.txid);
    await mine(simulation(coin), { count: 25 });
    await till.settle();
    await mined(coin);
    const { txid, status } = await stored(id);
    expect(status).toBe('completed');
    expect(txid).not.toBe(before.txid);
    await restore();
    // Fees are others by now.
    if (!isAlike) await till.app.db.query('update transfers set fee_cap = network_fee');
    await goOn(coin);
    await endQuarantine(till.app, treasury(coin), { isAccepted: true });
    for (let round = 0; round < 5; round++) {
      clock.advance(HOUR);
      await mined(coin, 20);
    }
    const [older] = await till.app.db.query<{ status: string }>(
      'select status from transfers where txid = $1',
      [before.txid],
    );
    expect(older?.status).toBe(isAlike ? 'replaced' : 'dead');
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
    expect(await paidTo(coin, address)).toBe(1);
  },
);

/** What this database does not know: another one of ours did it, or a thief. */
async function payWithOurKeys(
  code: string,
  paid: readonly { address: string; tag: null; amount: bigint }[],
): Promise<string> {
  const { coin, network } = treasury(code);
  const fee = amountOf(code === 'ETH' ? '0.00042' : '0.0001', coin);
  let raw: string;
  if (network.model === 'outputs') {
    const [input] = await till.app.db.query<{ txid: string; index: number; amount: bigint }>(
      `select txid, output_index "index", amount from wallet_outputs
       where coin = $1 and status = 'unspent' order by amount desc limit 1`,
      [code],
    );
    const origin = known(input, 'coins');
    const change = {
      address: foreignAddress(coin, 'change', 1),
      tag: null,
      amount: origin.amount - fee - sumOf(paid, ({ amount }) => amount),
    };
    raw = encodeTransfer({
      coin: code,
      origin: { inputs: [origin] },
      outputs: [...paid, change],
      fee,
    });
  } else {
    const { address: sender } = await topUpAddress(till.app, { coin: code, model: 'sequence' });
    const { nextNumber: sequence } = await network.account(sender);
    raw = encodeTransfer({ coin: code, origin: { sender, sequence }, outputs: paid, fee });
  }
  const before = await networks.db.query<{ txid: string }>(
    'select txid from simulation.transactions',
  );
  expect(await submit(simulation(code), raw)).toMatchObject({ kind: 'accepted' });
  const seen = new Set(before.map((row) => row.txid));
  const after = await networks.db.query<{ txid: string }>(
    'select txid from simulation.transactions',
  );
  return known(
    after.find((row) => !seen.has(row.txid)),
    'a new transaction',
  ).txid;
}

/** Two that were planned one after the other; the first is then paid by what this database does not know. */
async function paidElsewhere(coin: string, between: (first: string) => Promise<void>) {
  await fund(coin, ['2', '2', '2']);
  const [first, second] = [await withdraw(coin), await withdraw(coin)];
  await reserveDue(till.app, treasury(coin));
  await between(first.id);
  await beginQuarantine(till.app.db, till.app, { coin, reason: 'asked for' });
  const amount = amountOf('0.3', treasury(coin).coin);
  const txid = await payWithOurKeys(coin, [{ address: first.address, tag: null, amount }]);
  await goOn(coin);
  const spends = await openSpends(till.app.db, coin);
  expect(spends).toMatchObject([{ kind: 'number' }, { kind: 'payment', subject: first.id, txid }]);
  expect(await stored(first.id)).toMatchObject({ status: 'processing', txid: null });
  await endQuarantine(till.app, treasury(coin), { isAccepted: true });
  expect(await stored(first.id)).toMatchObject({ status: 'completed', txid });
  return { first, second };
}

test('one transaction that paid several withdrawals costs its fee once', async () => {
  const { coin } = treasury('BTC');
  await fund('BTC', ['2', '2']);
  const wishes = [await withdraw('BTC'), await withdraw('BTC'), await withdraw('BTC')];
  await beginQuarantine(till.app.db, till.app, { coin: 'BTC', reason: 'asked for' });
  const amount = amountOf('0.3', coin);
  const outputs = wishes.map(({ address }) => ({ address, tag: null, amount }));
  const txid = await payWithOurKeys('BTC', outputs);
  await goOn('BTC');
  await endQuarantine(till.app, treasury('BTC'), { isAccepted: true });
  for (const { id } of wishes)
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  const [chain] = await networks.db.query<{ fee: bigint }>(
    'select fee from simulation.transactions where coin = $1 and txid = $2',
    ['BTC', txid],
  );
  const [booked] = await till.app.db.query<{ fee: bigint; n: number }>(
    `select sum(amount) as fee, count(*)::int as n from ledger_postings
     where project_id = $1 and purpose = 'chain_fee' and currency = 'BTC'`,
    [projectId],
  );
  expect(booked).toEqual({ fee: known(chain, 'it is on the chain').fee, n: wishes.length });
});

test('a stranger who pays what a withdrawal asks for changes nothing: it is sent, and sent again when the chain takes it back', async () => {
  await fund('BTC', ['2', '2', '2']);
  const { id, address } = await withdraw('BTC');
  await till.settle();
  const { txid } = await stored(id);
  const amount = amountOf('0.3', treasury('BTC').coin);
  await payMany(simulation('BTC'), [{ outputs: [{ address, tag: null, amount }] }]);
  await goOn('BTC');
  expect(await findQuarantine(till.app.db, 'BTC')).toBeNull();
  expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  await reorganise(simulation('BTC'), { depth: 5, drop: true });
  await spendElsewhere(txid);
  await goOn('BTC');
  await endQuarantine(till.app, treasury('BTC'), { isAccepted: true });
  for (let round = 0; round < 5; round++) await mined('BTC', 20);
  // The stranger's payment is gone as well.
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(await paidTo('BTC', address)).toBe(1);
});

test.each([
  ['waits for another transfer', false],
  ['has another transfer planned', true],
])(
  'a completed withdrawal that the chain took back, and that %s in the backup, is not paid again',
  async (_what, isPlanned) => {
    await fund('BTC', ['2', '2', '2']);
    const { id, address } = await withdraw('BTC');
    await till.settle();
    const { txid } = await stored(id);
    await mined('BTC', 3);
    await reorganise(simulation('BTC'), { depth: 5, drop: true });
    await spendElsewhere(txid);
    // A person has seen what uses its inputs.
    await till.settle();
    await endQuarantine(till.app, treasury('BTC'), { isAccepted: true });
    const isDue = async () => {
      const rows = await till.app.db.query(
        `select 1 from coin_withdrawals w left join transfers t on t.id = w.transfer_id
         where w.id = $1 and w.status = 'completed' and (w.due_at is not null or t.status = 'reserved')`,
        [id],
      );
      return rows.length === 1;
    };
    const workers = till.workers.filter(({ name }) => !name.includes('send'));
    for (let round = 0; round < 40 && !(await isDue()); round++) {
      await mine(simulation('BTC'), { count: 5 });
      clock.advance(HOUR);
      await makeAllDue(till.app);
      await runDueWork(till.app, workers);
      await followTransfers(till.app, treasury('BTC'), await treasury('BTC').chain.tip());
      await maySend(till.app, treasury('BTC'));
      await advanceDue(till.app, treasury('BTC'));
    }
    expect(await isDue()).toBe(true);
    if (isPlanned) await reserveDue(till.app, treasury('BTC'));
    await backUp();
    await goOn('BTC');
    await goOn('BTC');
    expect(await paidTo('BTC', address)).toBe(1);
    await restore();
    await goOn('BTC');
    expect(await findQuarantine(till.app.db, 'BTC')).not.toBeNull();
    await endQuarantine(till.app, treasury('BTC'), { isAccepted: true });
    for (let round = 0; round < 5; round++) await mined('BTC', 20);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await paidTo('BTC', address)).toBe(1);
  },
);

/** Somebody with our keys uses the inputs of a transfer, which can then never confirm. */
async function spendElsewhere(txid: string): Promise<void> {
  const [transfer] = await till.app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers where txid = $1`,
    [txid],
  );
  const { origin } = readPlan(known(transfer, 'a transfer').plan);
  if (!('inputs' in origin)) throw new Error('BTC spends outputs');
  const fee = amountOf('0.001', treasury('BTC').coin);
  const amount = sumOf(origin.inputs, (input) => input.amount) - fee;
  const address = foreignAddress(treasury('BTC').coin, 'elsewhere', 1);
  const outputs = [{ address, tag: null, amount }];
  const raw = encodeTransfer({ coin: 'BTC', origin: { inputs: origin.inputs }, outputs, fee });
  expect(await submit(simulation('BTC'), raw)).toMatchObject({ kind: 'accepted' });
}

test.each(['ETH', 'XRP'])(
  'a %s payment found is accepted though another transfer was planned after it, which is planned anew',
  async (coin) => {
    const { first, second } = await paidElsewhere(coin, async () => undefined);
    await goOn(coin);
    expect(await stored(second.id)).toMatchObject({ status: 'completed' });
    for (const { address } of [first, second]) expect(await paidTo(coin, address)).toBe(1);
  },
);

test.each(['ETH', 'XRP'])(
  'a %s transfer that was sent with a later number is carried out once the next takes the number before it',
  async (coin) => {
    const { first, second } = await paidElsewhere(coin, async (waiting) => {
      // As when the signer refuses the first for a while.
      await till.app.db.query(
        `update transfers set due_at = $2 where id in (
           select transfer_id from transfer_payments where withdrawal_id = $1)`,
        [waiting, new Date(clock.now() + DAY)],
      );
      await till.settle();
    });
    const third = await withdraw(coin);
    await goOn(coin);
    for (const { id, address } of [first, second, third]) {
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await paidTo(coin, address)).toBe(1);
    }
  },
);

const cancel = (coin: string, id: string) =>
  cancelWithdrawal(till.app, treasury(coin), { projectId, id, reason: 'asked for' });

test.each(COINS)(
  'the money of a %s withdrawal that was paid after the backup is not returned',
  async (coin) => {
    await fund(coin, ['2', '2', '2']);
    const { id } = await withdraw(coin);
    await backUp();
    await till.settle();
    await mined(coin);
    const { txid } = await stored(id);
    await restore();
    await beginQuarantine(till.app.db, till.app, { coin, reason: 'restored' });
    const early = { status: 409, message: expect.stringContaining('is in quarantine') };
    await expect(cancel(coin, id)).rejects.toMatchObject(early);
    await goOn(coin);
    const late = { status: 409, message: expect.stringContaining(`paid by ${txid}`) };
    await expect(cancel(coin, id)).rejects.toMatchObject(late);
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    await endQuarantine(till.app, treasury(coin), { isAccepted: true });
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  },
);

test('a withdrawal that was cancelled in the moment in which it was found paid raises an alarm', async () => {
  const { db } = till.app;
  const { id, address } = await withdraw('BTC');
  await cancel('BTC', id);
  const amount = amountOf('0.3', treasury('BTC').coin);
  const [txid = ''] = await payMany(simulation('BTC'), [
    { outputs: [{ address, tag: null, amount }] },
  ]);
  await mined('BTC');
  const [block = null] = await db.query<BlockRef>(
    `select height, hash from chain_cursors where coin = 'BTC'`,
  );
  // Stored by a watcher that has read which withdrawals are open before that one was cancelled.
  const found = { coin: 'BTC', kind: 'payment', subject: id, txid } as const;
  await storeUnknown(db, till.app, { ...found, project_id: projectId, block });
  await beginQuarantine(db, till.app, { coin: 'BTC', reason: 'found' });
  await till.settle();
  await endQuarantine(till.app, treasury('BTC'), { isAccepted: true });
  expect(await stored(id)).toMatchObject({ status: 'cancelled' });
  expect(await listAlarms(db, { withCleared: false })).toMatchObject([
    { kind: 'cancelled_but_paid', facts: { subject: id, coin: 'BTC', txid } },
  ]);
});

test.each(COINS)('%s that was spent for what the backup does not know is listed', async (coin) => {
  await fund(coin, ['2', '2', '2']);
  await backUp();
  const { id, address } = await withdraw(coin);
  await till.settle();
  await mined(coin);
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  await restore();
  const other = await withdraw(coin);
  await goOn(coin);
  expect(await findQuarantine(till.app.db, coin)).not.toBeNull();
  const kind = coin === 'BTC' ? 'output' : 'number';
  expect(await openSpends(till.app.db, coin)).toMatchObject([{ kind }]);
  expect(await stored(other.id)).toMatchObject({ status: 'pending', failure: 'quarantine' });
  await endQuarantine(till.app, treasury(coin), { isAccepted: true });
  await goOn(coin);
  expect(await stored(other.id)).toMatchObject({ status: 'completed' });
  expect([await paidTo(coin, address), await paidTo(coin, other.address)]).toEqual([1, 1]);
});

test.each(COINS)('a restart after a long absence is no restore of %s', async (coin) => {
  await fund(coin, ['2', '2', '2']);
  const before = await withdraw(coin);
  await till.settle();
  await till.close();
  await till.app.db.close();
  till = await open(openDatabase(original.connection, log));
  const after = await withdraw(coin);
  await mine(simulation(coin), { count: 60 });
  await goOn(coin);
  expect(await findQuarantine(till.app.db, coin)).toBeNull();
  for (const { id, address } of [before, after]) {
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await paidTo(coin, address)).toBe(1);
  }
});

test('nothing is sent before the chain was read', async () => {
  await fund('BTC', ['2']);
  const { id } = await withdraw('BTC');
  await till.close();
  await till.app.db.close();
  till = await open(openDatabase(original.connection, log));
  const sender = known(
    till.workers.find(({ name }) => name === 'send-btc'),
    'a sender',
  );
  await runDueWork(till.app, [sender]);
  expect(await stored(id)).toMatchObject({ status: 'pending' });
  await till.settle();
  expect(await stored(id)).toMatchObject({ status: 'sent' });
});

test.each(COINS)('in a %s quarantine nothing is planned, signed or broadcast', async (coin) => {
  await fund(coin, ['2', '2', '2']);
  const signed = await withdraw(coin);
  await till.settle();
  const txid = (await stored(signed.id)).txid;
  await beginQuarantine(till.app.db, till.app, { coin, reason: 'restored by hand' });
  const waiting = await withdraw(coin);
  await goOn(coin);
  // What was broadcast before is followed.
  expect(await stored(signed.id)).toMatchObject({ status: 'completed', txid });
  expect(await stored(waiting.id)).toMatchObject({ status: 'pending', failure: 'quarantine' });
  expect(await paidTo(coin, waiting.address)).toBe(0);
  expect(await openSpends(till.app.db, coin)).toEqual([]);
  await endQuarantine(till.app, treasury(coin), { isAccepted: false });
  await goOn(coin);
  expect(await stored(waiting.id)).toMatchObject({ status: 'completed' });
});
