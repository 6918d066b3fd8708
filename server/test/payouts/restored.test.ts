// An older backup of the database is restored while the chains went on: what was paid since is not paid again. The
// simulated networks are in a database of their own here, as real ones are elsewhere.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlockRef } from '../../src/chains/chain.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { stick } from '../../src/chains/simulated/stick.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { known } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { sumOf } from '../../src/core/group.ts';
import { amountOf } from '../../src/core/money.ts';
import { listAlarms } from '../../src/ledger/alarms.ts';
import { followTransfers } from '../../src/payouts/follow/follow.ts';
import { maySend } from '../../src/payouts/plan/may-send.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { beginQuarantine, findQuarantine } from '../../src/payouts/recover/quarantine.ts';
import { openSpends, storeUnrecognised } from '../../src/payouts/recover/unrecognised-spends.ts';
import { advanceDue } from '../../src/payouts/send/advance.ts';
import { readPlan, TRANSFER_COLUMNS, type TransferRow } from '../../src/payouts/send/transfer.ts';
import { topUpAddress } from '../../src/payouts/wallet/own-address.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { inTurn } from '../support/cut-stride.ts';
import { otherApp } from '../support/other-app.ts';
import { insertCommitted, storedWithdrawal } from './committed.ts';
import { createRestoredTill, type RestoredTill } from './restored-till.ts';

const COINS = ['BTC', 'ETH', 'XRP'];

let till: RestoredTill;
beforeEach(async () => {
  till = await createRestoredTill();
});
afterEach(() => till.close());

let strangers = 0;
/** Committed, and not looked at by any worker. */
async function withdraw(coin: string, payee?: string): Promise<{ id: string; address: string }> {
  strangers += 1;
  const address = payee ?? foreignAddress(till.treasury(coin).coin, 'restored', strangers);
  const id = await insertCommitted(till.app, till.project.id, { coin, amount: '0.3', address });
  return { id, address };
}

const stored = (id: string) => storedWithdrawal(till.app.db, id);

test.each(COINS)(
  'a %s withdrawal that was paid after the backup is not paid again',
  async (coin) => {
    await till.fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await till.backUp();
    await till.settle();
    await till.mined(coin);
    const txid = known((await stored(id)).txid, 'it was sent');
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    await till.restore();
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    await till.goOn(coin);
    expect(await till.paidTo(coin, address)).toBe(1);
    expect(await stored(id)).toMatchObject({ status: 'pending', wait_reason: 'quarantined' });
    expect(await findQuarantine(till.app.db, coin)).toMatchObject({
      reconciled_at: expect.any(Date),
    });
    const spends = await openSpends(till.app.db, coin);
    expect(spends).toContainEqual(expect.objectContaining({ kind: 'payment', subject: id, txid }));

    // A person looks at the list, and accepts it.
    await expect(
      endQuarantine(till.app, till.treasury(coin), { isAccepted: false }),
    ).rejects.toThrow(/unknown spends/);
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
    expect(await stored(id)).toMatchObject({ status: 'completed', txid, said: null });
    const next = await withdraw(coin);
    await till.goOn(coin);
    expect(await stored(next.id)).toMatchObject({ status: 'completed' });
    expect(await till.paidTo(coin, next.address)).toBe(1);
    expect(await till.paidTo(coin, address)).toBe(1);
    expect(await findQuarantine(till.app.db, coin)).toBeNull();
  },
);

test('nor after a quarantine with more than a thousand findings, all of which are accepted', async () => {
  await till.fund('BTC', ['2', '2', '2']);
  const { id, address } = await withdraw('BTC');
  await till.backUp();
  await till.settle();
  await till.mined('BTC');
  await till.restore();
  await till.goOn('BTC');
  await till.app.db.query(
    `insert into unknown_spends (coin, kind, subject, txid, block_height, block_hash, found_at)
     select 'BTC', 'output', n || ':0', n::text, 1, 'x', now() from generate_series(1, 1000) n`,
  );
  const accepted = await endQuarantine(till.app, till.treasury('BTC'), { isAccepted: true });
  await till.goOn('BTC');
  expect(await till.paidTo('BTC', address)).toBe(1);
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(accepted.length).toBeGreaterThan(1000);
});

test('a quarantine is not ended while something is found that is not in the list', async () => {
  await till.app.db.transaction((tx) => beginQuarantine(tx, { coin: 'BTC', reason: 'asked for' }));
  await till.settle();
  const btc = till.treasury('BTC');
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
  const ended = endQuarantine(otherApp(till.app, { db: late }), btc, { isAccepted: true });
  await expect(ended).rejects.toThrow('look at the list again');
  expect(await findQuarantine(db, 'BTC')).not.toBeNull();
});

test.each(inTurn(COINS, 1))(
  'nor is one of two %s withdrawals that ask for the same',
  async (coin) => {
    await till.fund(coin, ['2', '2', '2']);
    const sent = await withdraw(coin);
    await till.settle();
    const second = await withdraw(coin, sent.address);
    const third = await withdraw(coin, sent.address);
    await till.backUp();
    await till.goOn(coin);
    expect(await till.paidTo(coin, sent.address)).toBe(3);
    await till.restore();
    await till.goOn(coin);
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
    await till.goOn(coin);
    for (const { id } of [sent, second, third])
      expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await till.paidTo(coin, sent.address)).toBe(3);
  },
);

test.each(inTurn(COINS, 2))(
  'nor is a %s withdrawal whose payment is in no block yet',
  async (coin) => {
    await till.fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await till.backUp();
    await till.settle();
    expect(await stored(id)).toMatchObject({ status: 'sent' });
    await till.restore();
    await till.settle();
    expect(await till.paidTo(coin, address)).toBe(1);
    expect(await findQuarantine(till.app.db, coin)).not.toBeNull();
    await expect(
      endQuarantine(till.app, till.treasury(coin), { isAccepted: true }),
    ).rejects.toThrow(/in no block yet/);
    await till.goOn(coin);
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
    await till.goOn(coin);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await till.paidTo(coin, address)).toBe(1);
  },
);

test.each(inTurn(COINS, 3))(
  'nor is a %s withdrawal that was planned when the backup was made',
  async (coin) => {
    await till.fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await reserveDue(till.app, till.treasury(coin));
    expect(await stored(id)).toMatchObject({ status: 'processing' });
    await till.backUp();
    await till.settle();
    await till.mined(coin);
    await till.restore();
    await till.goOn(coin);
    expect(await till.paidTo(coin, address)).toBe(1);
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
    const next = await withdraw(coin);
    await till.goOn(coin);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await stored(next.id)).toMatchObject({ status: 'completed' });
    expect([await till.paidTo(coin, address), await till.paidTo(coin, next.address)]).toEqual([
      1, 1,
    ]);
  },
);

test.each(inTurn(['ETH', 'XRP'], 4))(
  'nor are two that were planned one after the other in %s',
  async (coin) => {
    await till.fund(coin, ['2', '2', '2']);
    const made = [await withdraw(coin), await withdraw(coin)];
    await reserveDue(till.app, till.treasury(coin));
    for (const { id } of made) expect(await stored(id)).toMatchObject({ status: 'processing' });
    await till.backUp();
    await till.settle();
    await till.mined(coin);
    await till.restore();
    await till.goOn(coin);
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
    const next = await withdraw(coin);
    await till.goOn(coin);
    for (const { id, address } of [...made, next]) {
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await till.paidTo(coin, address)).toBe(1);
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
    await till.fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await till.settle();
    const before = await stored(id);
    expect(before).toMatchObject({ status: 'sent' });
    await till.backUp();
    await stick(till.simulation(coin), known(before.txid, 'it was sent'));
    await mine(till.simulation(coin), { count: 25 });
    await till.settle();
    await till.mined(coin);
    const { txid, status } = await stored(id);
    expect(status).toBe('completed');
    expect(txid).not.toBe(before.txid);
    await till.restore();
    // Fees are others by now.
    if (!isAlike) await till.app.db.query('update transfers set fee_cap = network_fee');
    await till.goOn(coin);
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
    for (let round = 0; round < 5; round++) {
      till.clock.advance(HOUR);
      await till.mined(coin, 20);
    }
    const [older] = await till.app.db.query<{ status: string }>(
      'select status from transfers where txid = $1',
      [before.txid],
    );
    expect(older?.status).toBe(isAlike ? 'replaced' : 'dead');
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
    expect(await till.paidTo(coin, address)).toBe(1);
  },
);

/** What this database does not know: another one of ours did it, or a thief. */
async function payWithOurKeys(
  code: string,
  paid: readonly { address: string; tag: null; amount: bigint }[],
): Promise<string> {
  const { coin, network } = till.treasury(code);
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
  const before = await till.networks.query<{ txid: string }>(
    'select txid from simulation.transactions',
  );
  expect(await submit(till.simulation(code), raw)).toMatchObject({ kind: 'accepted' });
  const seen = new Set(before.map((row) => row.txid));
  const after = await till.networks.query<{ txid: string }>(
    'select txid from simulation.transactions',
  );
  return known(
    after.find((row) => !seen.has(row.txid)),
    'a new transaction',
  ).txid;
}

/** Two that were planned one after the other; the first is then paid by what this database does not know. */
async function paidElsewhere(coin: string, between: (first: string) => Promise<void>) {
  await till.fund(coin, ['2', '2', '2']);
  const [first, second] = [await withdraw(coin), await withdraw(coin)];
  await reserveDue(till.app, till.treasury(coin));
  await between(first.id);
  await till.app.db.transaction((tx) => beginQuarantine(tx, { coin, reason: 'asked for' }));
  const amount = amountOf('0.3', till.treasury(coin).coin);
  const txid = await payWithOurKeys(coin, [{ address: first.address, tag: null, amount }]);
  await till.goOn(coin);
  const spends = await openSpends(till.app.db, coin);
  expect(spends).toMatchObject([{ kind: 'number' }, { kind: 'payment', subject: first.id, txid }]);
  expect(await stored(first.id)).toMatchObject({ status: 'processing', txid: null });
  await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
  expect(await stored(first.id)).toMatchObject({ status: 'completed', txid });
  return { first, second };
}

test('one transaction that paid several withdrawals costs its fee once', async () => {
  const { coin } = till.treasury('BTC');
  await till.fund('BTC', ['2', '2']);
  const requests = [await withdraw('BTC'), await withdraw('BTC'), await withdraw('BTC')];
  await till.app.db.transaction((tx) => beginQuarantine(tx, { coin: 'BTC', reason: 'asked for' }));
  const amount = amountOf('0.3', coin);
  const outputs = requests.map(({ address }) => ({ address, tag: null, amount }));
  const txid = await payWithOurKeys('BTC', outputs);
  await till.goOn('BTC');
  await endQuarantine(till.app, till.treasury('BTC'), { isAccepted: true });
  for (const { id } of requests)
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  const [chain] = await till.networks.query<{ fee: bigint }>(
    'select fee from simulation.transactions where coin = $1 and txid = $2',
    ['BTC', txid],
  );
  const [booked] = await till.app.db.query<{ fee: bigint; n: number }>(
    `select sum(amount) as fee, count(*)::int as n from ledger_postings
     where project_id = $1 and purpose = 'chain_fee' and currency = 'BTC'`,
    [till.project.id],
  );
  expect(booked).toEqual({ fee: known(chain, 'it is on the chain').fee, n: requests.length });
});

test('a stranger who pays what a withdrawal asks for changes nothing: it is sent, and sent again when the chain takes it back', async () => {
  await till.fund('BTC', ['2', '2', '2']);
  const { id, address } = await withdraw('BTC');
  await till.settle();
  const txid = known((await stored(id)).txid, 'it was sent');
  const amount = amountOf('0.3', till.treasury('BTC').coin);
  await payMany(till.simulation('BTC'), [{ outputs: [{ address, tag: null, amount }] }]);
  await till.goOn('BTC');
  expect(await findQuarantine(till.app.db, 'BTC')).toBeNull();
  expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  await reorganise(till.simulation('BTC'), { depth: 5, drop: true });
  await spendElsewhere(txid);
  await till.goOn('BTC');
  await endQuarantine(till.app, till.treasury('BTC'), { isAccepted: true });
  for (let round = 0; round < 5; round++) await till.mined('BTC', 20);
  // The stranger's payment is gone as well.
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(await till.paidTo('BTC', address)).toBe(1);
});

test.each([
  ['waits for another transfer', false],
  ['has another transfer planned', true],
])(
  'a completed withdrawal that the chain took back, and that %s in the backup, is not paid again',
  async (_what, isPlanned) => {
    await till.fund('BTC', ['2', '2', '2']);
    const { id, address } = await withdraw('BTC');
    await till.settle();
    const txid = known((await stored(id)).txid, 'it was sent');
    await till.mined('BTC', 3);
    await reorganise(till.simulation('BTC'), { depth: 5, drop: true });
    await spendElsewhere(txid);
    // A person has seen what uses its inputs.
    await till.settle();
    await endQuarantine(till.app, till.treasury('BTC'), { isAccepted: true });
    const isDue = async () => {
      const rows = await till.app.db.query(
        `select 1 from coin_withdrawals w join payouts p on p.withdrawal_id = w.id
         where w.id = $1 and w.status = 'completed' and p.status in ('waiting', 'planned')`,
        [id],
      );
      return rows.length === 1;
    };
    const workers = till.workers('BTC').filter(({ name }) => !name.includes('send'));
    for (let round = 0; round < 40 && !(await isDue()); round++) {
      await mine(till.simulation('BTC'), { count: 5 });
      till.clock.advance(HOUR);
      await makeAllDue(till.app);
      await runDueWork(till.app, workers);
      await followTransfers(till.app, till.treasury('BTC'), await till.treasury('BTC').chain.tip());
      await maySend(till.app, till.treasury('BTC'));
      await advanceDue(till.app, till.treasury('BTC'));
    }
    expect(await isDue()).toBe(true);
    if (isPlanned) await reserveDue(till.app, till.treasury('BTC'));
    await till.backUp();
    await till.goOn('BTC');
    await till.goOn('BTC');
    expect(await till.paidTo('BTC', address)).toBe(1);
    await till.restore();
    await till.goOn('BTC');
    expect(await findQuarantine(till.app.db, 'BTC')).not.toBeNull();
    await endQuarantine(till.app, till.treasury('BTC'), { isAccepted: true });
    for (let round = 0; round < 5; round++) await till.mined('BTC', 20);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await till.paidTo('BTC', address)).toBe(1);
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
  const fee = amountOf('0.001', till.treasury('BTC').coin);
  const amount = sumOf(origin.inputs, (input) => input.amount) - fee;
  const address = foreignAddress(till.treasury('BTC').coin, 'elsewhere', 1);
  const outputs = [{ address, tag: null, amount }];
  const raw = encodeTransfer({ coin: 'BTC', origin: { inputs: origin.inputs }, outputs, fee });
  expect(await submit(till.simulation('BTC'), raw)).toMatchObject({ kind: 'accepted' });
}

test.each(inTurn(['ETH', 'XRP'], 5))(
  'a %s payment found is accepted though another transfer was planned after it, which is planned again',
  async (coin) => {
    const { first, second } = await paidElsewhere(coin, async () => undefined);
    await till.goOn(coin);
    expect(await stored(second.id)).toMatchObject({ status: 'completed' });
    for (const { address } of [first, second]) expect(await till.paidTo(coin, address)).toBe(1);
  },
);

test.each(inTurn(['ETH', 'XRP'], 6))(
  'a %s transfer that was sent with a later number is carried out once the next takes the number before it',
  async (coin) => {
    const { first, second } = await paidElsewhere(coin, async (waiting) => {
      // As when the signer refuses the first for a while.
      await till.app.db.query(
        `update transfers set due_at = $2 where id in (
           select transfer_id from transfer_payments where withdrawal_id = $1)`,
        [waiting, new Date(till.clock.now() + DAY)],
      );
      await till.settle();
    });
    const third = await withdraw(coin);
    await till.goOn(coin);
    for (const { id, address } of [first, second, third]) {
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await till.paidTo(coin, address)).toBe(1);
    }
  },
);

const cancel = (coin: string, id: string) =>
  cancelWithdrawal(till.app, till.treasury(coin), {
    projectId: till.project.id,
    id,
    reason: 'asked for',
  });

test.each(inTurn(COINS, 7))(
  'the money of a %s withdrawal that was paid after the backup is not returned',
  async (coin) => {
    await till.fund(coin, ['2', '2', '2']);
    const { id } = await withdraw(coin);
    await till.backUp();
    await till.settle();
    await till.mined(coin);
    const txid = known((await stored(id)).txid, 'it was sent');
    await till.restore();
    // Nobody knows yet that the database is an older one.
    await expect(cancel(coin, id)).rejects.toMatchObject({ status: 503 });
    await till.app.db.transaction((tx) => beginQuarantine(tx, { coin, reason: 'restored' }));
    const early = { status: 409, message: expect.stringContaining('is in quarantine') };
    await expect(cancel(coin, id)).rejects.toMatchObject(early);
    await till.goOn(coin);
    const late = { status: 409, message: expect.stringContaining(`paid by ${txid}`) };
    await expect(cancel(coin, id)).rejects.toMatchObject(late);
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  },
);

test('a withdrawal that was cancelled in the moment in which it was found paid raises an alarm', async () => {
  const { db } = till.app;
  // Compared with the chain, without which nothing is given back.
  await till.mined('BTC');
  await till.settle();
  const { id, address } = await withdraw('BTC');
  await cancel('BTC', id);
  const amount = amountOf('0.3', till.treasury('BTC').coin);
  const [txid = ''] = await payMany(till.simulation('BTC'), [
    { outputs: [{ address, tag: null, amount }] },
  ]);
  await till.mined('BTC');
  const [block = null] = await db.query<BlockRef>(
    `select height, hash from chain_cursors where coin = 'BTC'`,
  );
  // Stored by a watcher that has read which withdrawals are open before that one was cancelled.
  const found = { coin: 'BTC', kind: 'payment', subject: id, txid } as const;
  await db.transaction((tx) =>
    storeUnrecognised(tx, { ...found, project_id: till.project.id, block }),
  );
  await db.transaction((tx) => beginQuarantine(tx, { coin: 'BTC', reason: 'found' }));
  await till.settle();
  await endQuarantine(till.app, till.treasury('BTC'), { isAccepted: true });
  expect(await stored(id)).toMatchObject({ status: 'cancelled' });
  expect(await listAlarms(db, { withCleared: false })).toMatchObject([
    { kind: 'cancelled_but_paid', facts: { subject: id, coin: 'BTC', txid } },
  ]);
});

test.each(inTurn(COINS, 8))(
  '%s that was spent for what the backup does not know is listed',
  async (coin) => {
    await till.fund(coin, ['2', '2', '2']);
    await till.backUp();
    const { id, address } = await withdraw(coin);
    await till.settle();
    await till.mined(coin);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    await till.restore();
    const other = await withdraw(coin);
    await till.goOn(coin);
    expect(await findQuarantine(till.app.db, coin)).not.toBeNull();
    const kind = coin === 'BTC' ? 'output' : 'number';
    expect(await openSpends(till.app.db, coin)).toMatchObject([{ kind }]);
    expect(await stored(other.id)).toMatchObject({ status: 'pending', wait_reason: 'quarantined' });
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: true });
    await till.goOn(coin);
    expect(await stored(other.id)).toMatchObject({ status: 'completed' });
    expect([await till.paidTo(coin, address), await till.paidTo(coin, other.address)]).toEqual([
      1, 1,
    ]);
  },
);

test.each(inTurn(COINS, 9))('a restart after a long absence is no restore of %s', async (coin) => {
  await till.fund(coin, ['2', '2', '2']);
  const before = await withdraw(coin);
  await till.settle();
  await till.restart();
  const after = await withdraw(coin);
  await mine(till.simulation(coin), { count: 60 });
  await till.goOn(coin);
  expect(await findQuarantine(till.app.db, coin)).toBeNull();
  for (const { id, address } of [before, after]) {
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await till.paidTo(coin, address)).toBe(1);
  }
});

test('nothing is sent before the chain was read', async () => {
  await till.fund('BTC', ['2']);
  const { id } = await withdraw('BTC');
  await till.restart();
  const sender = known(
    till.workers('BTC').find(({ name }) => name === 'send-btc'),
    'a sender',
  );
  await runDueWork(till.app, [sender]);
  expect(await stored(id)).toMatchObject({ status: 'pending' });
  await till.settle();
  expect(await stored(id)).toMatchObject({ status: 'sent' });
});

test.each(inTurn(COINS, 10))(
  'in a %s quarantine nothing is planned, signed or broadcast',
  async (coin) => {
    await till.fund(coin, ['2', '2', '2']);
    const signed = await withdraw(coin);
    await till.settle();
    const txid = (await stored(signed.id)).txid;
    await till.app.db.transaction((tx) =>
      beginQuarantine(tx, { coin, reason: 'restored by hand' }),
    );
    const waiting = await withdraw(coin);
    await till.goOn(coin);
    // What was broadcast before is followed.
    expect(await stored(signed.id)).toMatchObject({ status: 'completed', txid });
    expect(await stored(waiting.id)).toMatchObject({
      status: 'pending',
      wait_reason: 'quarantined',
    });
    expect(await till.paidTo(coin, waiting.address)).toBe(0);
    expect(await openSpends(till.app.db, coin)).toEqual([]);
    await endQuarantine(till.app, till.treasury(coin), { isAccepted: false });
    await till.goOn(coin);
    expect(await stored(waiting.id)).toMatchObject({ status: 'completed' });
  },
);
