// An older backup of the database is restored while the chains continued: withdrawals paid since are not paid again.
// The simulated networks have a database of their own here, as real ones do.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlockRef } from '../../src/chains/chain.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { sumOf } from '../../src/core/group.ts';
import { amountOf } from '../../src/core/money.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { followTransfers } from '../../src/payouts/follow/follow.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { maySend } from '../../src/payouts/plan/may-send.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { beginQuarantine, findQuarantine } from '../../src/payouts/quarantine.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { openSpends, storeUnrecognised } from '../../src/payouts/recover/unrecognised-spends.ts';
import { advanceDue } from '../../src/payouts/send/advance.ts';
import { readPlan, TRANSFER_COLUMNS, type TransferRow } from '../../src/payouts/transfer.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { sampleCases } from '../support/crash-stride.ts';
import { otherApp } from '../support/other-app.ts';
import { insertCommitted, storedWithdrawal } from './committed.ts';
import { createRestoredInstance, type RestoredInstance } from './restored-instance.ts';

const COINS = ['BTC', 'ETH', 'XRP'];

let instance: RestoredInstance;
beforeEach(async () => {
  instance = await createRestoredInstance();
});
afterEach(() => instance.close());

let strangers = 0;
/** Committed, and not processed by any worker. */
async function withdraw(coin: string, payee?: string): Promise<{ id: string; address: string }> {
  strangers += 1;
  const address = payee ?? foreignAddress(instance.coinWallet(coin).coin, 'restored', strangers);
  const id = await insertCommitted(instance.app, instance.project.id, {
    coin,
    amount: '0.3',
    address,
  });
  return { id, address };
}

const stored = (id: string) => storedWithdrawal(instance.app.db, id);

test.each(COINS)(
  'a %s withdrawal that was paid after the backup is not paid again',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await instance.backUp();
    await instance.settle();
    await instance.mined(coin);
    const txid = defined((await stored(id)).txid, 'it was sent');
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    await instance.restore();
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    await instance.goOn(coin);
    expect(await instance.paidTo(coin, address)).toBe(1);
    expect(await stored(id)).toMatchObject({ status: 'pending', wait_reason: 'quarantined' });
    expect(await findQuarantine(instance.app.db, coin)).toMatchObject({
      reconciled_at: expect.any(Date),
    });
    const spends = await openSpends(instance.app.db, coin);
    expect(spends).toContainEqual(expect.objectContaining({ kind: 'payment', subject: id, txid }));

    // A person reads the list and accepts it.
    await expect(
      endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: false }),
    ).rejects.toThrow(/unknown spends/);
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    expect(await stored(id)).toMatchObject({ status: 'completed', txid, said: null });
    const next = await withdraw(coin);
    await instance.goOn(coin);
    expect(await stored(next.id)).toMatchObject({ status: 'completed' });
    expect(await instance.paidTo(coin, next.address)).toBe(1);
    expect(await instance.paidTo(coin, address)).toBe(1);
    expect(await findQuarantine(instance.app.db, coin)).toBeNull();
  },
);

test('nor after a quarantine with more than a thousand accepted findings', async () => {
  await instance.fund('BTC', ['2', '2', '2']);
  const { id, address } = await withdraw('BTC');
  await instance.backUp();
  await instance.settle();
  await instance.mined('BTC');
  await instance.restore();
  await instance.goOn('BTC');
  await instance.app.db.query(
    `insert into unknown_spends (coin, kind, subject, txid, block_height, block_hash, found_at)
     select 'BTC', 'output', n || ':0', n::text, 1, 'x', now() from generate_series(1, 1000) n`,
  );
  const accepted = await endQuarantine(instance.app, instance.coinWallet('BTC'), {
    isAccepted: true,
  });
  await instance.goOn('BTC');
  expect(await instance.paidTo('BTC', address)).toBe(1);
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(accepted.length).toBeGreaterThan(1000);
});

test('a quarantine does not end while a finding is not in the list', async () => {
  await instance.app.db.transaction((tx) =>
    beginQuarantine(tx, { coin: 'BTC', reason: 'asked for' }),
  );
  await instance.settle();
  const btc = instance.coinWallet('BTC');
  // Found after the person read the list and before the quarantine ends.
  const { db } = instance.app;
  let transactions = 0;
  const late = {
    ...db,
    transaction: async <T>(work: Parameters<typeof db.transaction<T>>[0]) => {
      transactions += 1;
      // The first request names the findings in the list.
      if (transactions === 2)
        await db.query(
          `insert into unknown_spends (coin, kind, subject, txid, found_at)
           values ('BTC', 'output', 'late:0', 'late', now())`,
        );
      return db.transaction(work);
    },
  };
  const ended = endQuarantine(otherApp(instance.app, { db: late }), btc, { isAccepted: true });
  await expect(ended).rejects.toThrow('look at the list again');
  expect(await findQuarantine(db, 'BTC')).not.toBeNull();
});

test.each(sampleCases(COINS, 1))(
  'nor is one of two %s withdrawals with the same request',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    const sent = await withdraw(coin);
    await instance.settle();
    const second = await withdraw(coin, sent.address);
    const third = await withdraw(coin, sent.address);
    await instance.backUp();
    await instance.goOn(coin);
    expect(await instance.paidTo(coin, sent.address)).toBe(3);
    await instance.restore();
    await instance.goOn(coin);
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    await instance.goOn(coin);
    for (const { id } of [sent, second, third])
      expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await instance.paidTo(coin, sent.address)).toBe(3);
  },
);

test.each(sampleCases(COINS, 2))(
  'nor is a %s withdrawal with an unconfirmed payment',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await instance.backUp();
    await instance.settle();
    expect(await stored(id)).toMatchObject({ status: 'sent' });
    await instance.restore();
    await instance.settle();
    expect(await instance.paidTo(coin, address)).toBe(1);
    expect(await findQuarantine(instance.app.db, coin)).not.toBeNull();
    await expect(
      endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true }),
    ).rejects.toThrow(/in no block yet/);
    await instance.goOn(coin);
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    await instance.goOn(coin);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await instance.paidTo(coin, address)).toBe(1);
  },
);

test.each(sampleCases(COINS, 3))(
  'nor is a %s withdrawal that was planned in the backup',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await reserveDue(instance.app, instance.coinWallet(coin));
    expect(await stored(id)).toMatchObject({ status: 'processing' });
    await instance.backUp();
    await instance.settle();
    await instance.mined(coin);
    await instance.restore();
    await instance.goOn(coin);
    expect(await instance.paidTo(coin, address)).toBe(1);
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    const next = await withdraw(coin);
    await instance.goOn(coin);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await stored(next.id)).toMatchObject({ status: 'completed' });
    expect([
      await instance.paidTo(coin, address),
      await instance.paidTo(coin, next.address),
    ]).toEqual([1, 1]);
  },
);

test.each(sampleCases(['ETH', 'XRP'], 4))(
  'nor are two that were planned one after the other in %s',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    const made = [await withdraw(coin), await withdraw(coin)];
    await reserveDue(instance.app, instance.coinWallet(coin));
    for (const { id } of made) expect(await stored(id)).toMatchObject({ status: 'processing' });
    await instance.backUp();
    await instance.settle();
    await instance.mined(coin);
    await instance.restore();
    await instance.goOn(coin);
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    const next = await withdraw(coin);
    await instance.goOn(coin);
    for (const { id, address } of [...made, next]) {
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await instance.paidTo(coin, address)).toBe(1);
    }
  },
);

test.each([
  ['BTC', 'is replaced in the same way again', true],
  ['BTC', 'never confirms', false],
  ['ETH', 'is replaced in the same way again', true],
  ['ETH', 'never confirms', false],
])(
  'nor is a %s withdrawal whose transaction was replaced after the backup, when the older one %s',
  async (coin, _what, isAlike) => {
    await instance.fund(coin, ['2', '2', '2']);
    const { id, address } = await withdraw(coin);
    await instance.settle();
    const before = await stored(id);
    expect(before).toMatchObject({ status: 'sent' });
    await instance.backUp();
    await stick(instance.simulation(coin), defined(before.txid, 'it was sent'));
    await mine(instance.simulation(coin), { count: 25 });
    await instance.settle();
    await instance.mined(coin);
    const { txid, status } = await stored(id);
    expect(status).toBe('completed');
    expect(txid).not.toBe(before.txid);
    await instance.restore();
    // Fees have changed by now.
    if (!isAlike) await instance.app.db.query('update transfers set fee_cap = network_fee');
    await instance.goOn(coin);
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    for (let round = 0; round < 5; round++) {
      instance.clock.advance(HOUR);
      await instance.mined(coin, 20);
    }
    const [older] = await instance.app.db.query<{ status: string }>(
      'select status from transfers where txid = $1',
      [before.txid],
    );
    expect(older?.status).toBe(isAlike ? 'replaced' : 'dead');
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
    expect(await instance.paidTo(coin, address)).toBe(1);
  },
);

/** A payment unknown to this database: another copy of ours sent it, or a thief. */
async function payWithOurKeys(
  code: string,
  paid: readonly { address: string; tag: null; amount: bigint }[],
): Promise<string> {
  const { coin, network } = instance.coinWallet(code);
  const fee = amountOf(code === 'ETH' ? '0.00042' : '0.0001', coin);
  let raw: string;
  if (network.model === 'outputs') {
    const [input] = await instance.app.db.query<{ txid: string; index: number; amount: bigint }>(
      `select txid, output_index "index", amount from wallet_outputs
       where coin = $1 and status = 'unspent' order by amount desc limit 1`,
      [code],
    );
    const origin = defined(input, 'coins');
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
    const { address: sender } = await topUpAddress(instance.app, { coin: code, model: 'sequence' });
    const { nextNumber: sequence } = await network.account(sender);
    raw = encodeTransfer({ coin: code, origin: { sender, sequence }, outputs: paid, fee });
  }
  const before = await instance.networks.query<{ txid: string }>(
    'select txid from simulation.transactions',
  );
  expect(await submit(instance.simulation(code), raw)).toMatchObject({ kind: 'accepted' });
  const seen = new Set(before.map((row) => row.txid));
  const after = await instance.networks.query<{ txid: string }>(
    'select txid from simulation.transactions',
  );
  return defined(
    after.find((row) => !seen.has(row.txid)),
    'a new transaction',
  ).txid;
}

/** Two that were planned one after the other; then a transaction unknown to this database pays the first. */
async function paidElsewhere(coin: string, between: (first: string) => Promise<void>) {
  await instance.fund(coin, ['2', '2', '2']);
  const [first, second] = [await withdraw(coin), await withdraw(coin)];
  await reserveDue(instance.app, instance.coinWallet(coin));
  await between(first.id);
  await instance.app.db.transaction((tx) => beginQuarantine(tx, { coin, reason: 'asked for' }));
  const amount = amountOf('0.3', instance.coinWallet(coin).coin);
  const txid = await payWithOurKeys(coin, [{ address: first.address, tag: null, amount }]);
  await instance.goOn(coin);
  const spends = await openSpends(instance.app.db, coin);
  expect(spends).toMatchObject([{ kind: 'number' }, { kind: 'payment', subject: first.id, txid }]);
  expect(await stored(first.id)).toMatchObject({ status: 'processing', txid: null });
  await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
  expect(await stored(first.id)).toMatchObject({ status: 'completed', txid });
  return { first, second };
}

test('one transaction that paid several withdrawals costs its fee once', async () => {
  const { coin } = instance.coinWallet('BTC');
  await instance.fund('BTC', ['2', '2']);
  const requests = [await withdraw('BTC'), await withdraw('BTC'), await withdraw('BTC')];
  await instance.app.db.transaction((tx) =>
    beginQuarantine(tx, { coin: 'BTC', reason: 'asked for' }),
  );
  const amount = amountOf('0.3', coin);
  const outputs = requests.map(({ address }) => ({ address, tag: null, amount }));
  const txid = await payWithOurKeys('BTC', outputs);
  await instance.goOn('BTC');
  await endQuarantine(instance.app, instance.coinWallet('BTC'), { isAccepted: true });
  for (const { id } of requests)
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  const [chain] = await instance.networks.query<{ fee: bigint }>(
    'select fee from simulation.transactions where coin = $1 and txid = $2',
    ['BTC', txid],
  );
  const [booked] = await instance.app.db.query<{ fee: bigint; n: number }>(
    `select sum(amount) as fee, count(*)::int as n from ledger_postings
     where project_id = $1 and purpose = 'chain_fee' and currency = 'BTC'`,
    [instance.project.id],
  );
  expect(booked).toEqual({ fee: defined(chain, 'it is on the chain').fee, n: requests.length });
});

test("a stranger's matching payment changes nothing: the withdrawal is sent, and again after a reorganization", async () => {
  await instance.fund('BTC', ['2', '2', '2']);
  const { id, address } = await withdraw('BTC');
  await instance.settle();
  const txid = defined((await stored(id)).txid, 'it was sent');
  const amount = amountOf('0.3', instance.coinWallet('BTC').coin);
  await payMany(instance.simulation('BTC'), [{ outputs: [{ address, tag: null, amount }] }]);
  await instance.goOn('BTC');
  expect(await findQuarantine(instance.app.db, 'BTC')).toBeNull();
  expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  await reorganise(instance.simulation('BTC'), { depth: 5, drop: true });
  await spendElsewhere(txid);
  await instance.goOn('BTC');
  await endQuarantine(instance.app, instance.coinWallet('BTC'), { isAccepted: true });
  for (let round = 0; round < 5; round++) await instance.mined('BTC', 20);
  // The stranger's payment is gone as well.
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(await instance.paidTo('BTC', address)).toBe(1);
});

test.each([
  ['waits for another transfer', false],
  ['has another transfer planned', true],
])(
  'a completed withdrawal that was reorganized, and that %s in the backup, is not paid again',
  async (_what, isPlanned) => {
    await instance.fund('BTC', ['2', '2', '2']);
    const { id, address } = await withdraw('BTC');
    await instance.settle();
    const txid = defined((await stored(id)).txid, 'it was sent');
    await instance.mined('BTC', 3);
    await reorganise(instance.simulation('BTC'), { depth: 5, drop: true });
    await spendElsewhere(txid);
    // A person has seen what spends its inputs.
    await instance.settle();
    await endQuarantine(instance.app, instance.coinWallet('BTC'), { isAccepted: true });
    const isDue = async () => {
      const rows = await instance.app.db.query(
        `select 1 from coin_withdrawals w join payouts p on p.withdrawal_id = w.id
         where w.id = $1 and w.status = 'completed' and p.status in ('waiting', 'planned')`,
        [id],
      );
      return rows.length === 1;
    };
    const workers = instance.workers('BTC').filter(({ name }) => !name.includes('send'));
    for (let round = 0; round < 40 && !(await isDue()); round++) {
      await mine(instance.simulation('BTC'), { count: 5 });
      instance.clock.advance(HOUR);
      await makeAllDue(instance.app);
      await runDueWork(instance.app, workers);
      await followTransfers(
        instance.app,
        instance.coinWallet('BTC'),
        await instance.coinWallet('BTC').chain.tip(),
      );
      await maySend(instance.app, instance.coinWallet('BTC'));
      await advanceDue(instance.app, instance.coinWallet('BTC'));
    }
    expect(await isDue()).toBe(true);
    if (isPlanned) await reserveDue(instance.app, instance.coinWallet('BTC'));
    await instance.backUp();
    await instance.goOn('BTC');
    await instance.goOn('BTC');
    expect(await instance.paidTo('BTC', address)).toBe(1);
    await instance.restore();
    await instance.goOn('BTC');
    expect(await findQuarantine(instance.app.db, 'BTC')).not.toBeNull();
    await endQuarantine(instance.app, instance.coinWallet('BTC'), { isAccepted: true });
    for (let round = 0; round < 5; round++) await instance.mined('BTC', 20);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await instance.paidTo('BTC', address)).toBe(1);
  },
);

/** Another party with our keys spends the inputs of a transfer, which can then never confirm. */
async function spendElsewhere(txid: string): Promise<void> {
  const [transfer] = await instance.app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers where txid = $1`,
    [txid],
  );
  const { origin } = readPlan(defined(transfer, 'a transfer').plan);
  if (!('inputs' in origin)) throw new Error('BTC spends outputs');
  const fee = amountOf('0.001', instance.coinWallet('BTC').coin);
  const amount = sumOf(origin.inputs, (input) => input.amount) - fee;
  const address = foreignAddress(instance.coinWallet('BTC').coin, 'elsewhere', 1);
  const outputs = [{ address, tag: null, amount }];
  const raw = encodeTransfer({ coin: 'BTC', origin: { inputs: origin.inputs }, outputs, fee });
  expect(await submit(instance.simulation('BTC'), raw)).toMatchObject({ kind: 'accepted' });
}

test.each(sampleCases(['ETH', 'XRP'], 5))(
  'a found %s payment is accepted even if another transaction was planned later, which is planned again',
  async (coin) => {
    const { first, second } = await paidElsewhere(coin, async () => undefined);
    await instance.goOn(coin);
    expect(await stored(second.id)).toMatchObject({ status: 'completed' });
    for (const { address } of [first, second]) expect(await instance.paidTo(coin, address)).toBe(1);
  },
);

test.each(sampleCases(['ETH', 'XRP'], 6))(
  'a %s transfer with a later nonce confirms once the next transfer takes the nonce before it',
  async (coin) => {
    const { first, second } = await paidElsewhere(coin, async (waiting) => {
      // As when the signer refuses the first for a while.
      await instance.app.db.query(
        `update transfers set due_at = $2 where id in (
           select transfer_id from transfer_payments where withdrawal_id = $1)`,
        [waiting, new Date(instance.clock.now() + DAY)],
      );
      await instance.settle();
    });
    const third = await withdraw(coin);
    await instance.goOn(coin);
    for (const { id, address } of [first, second, third]) {
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await instance.paidTo(coin, address)).toBe(1);
    }
  },
);

const cancel = (coin: string, id: string) =>
  cancelWithdrawal(instance.app, instance.coinWallet(coin), {
    projectId: instance.project.id,
    id,
    reason: 'asked for',
  });

test.each(sampleCases(COINS, 7))(
  'the money of a %s withdrawal that was paid after the backup is not returned',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    const { id } = await withdraw(coin);
    await instance.backUp();
    await instance.settle();
    await instance.mined(coin);
    const txid = defined((await stored(id)).txid, 'it was sent');
    await instance.restore();
    // The rollback is not detected yet.
    await expect(cancel(coin, id)).rejects.toMatchObject({ status: 503 });
    await instance.app.db.transaction((tx) => beginQuarantine(tx, { coin, reason: 'restored' }));
    const early = { status: 409, message: expect.stringContaining('is in quarantine') };
    await expect(cancel(coin, id)).rejects.toMatchObject(early);
    await instance.goOn(coin);
    const late = { status: 409, message: expect.stringContaining(`${txid} paid it`) };
    await expect(cancel(coin, id)).rejects.toMatchObject(late);
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  },
);

test('a withdrawal that is cancelled while it is found paid raises an alert', async () => {
  const { db } = instance.app;
  // Compared with the chain first, as nothing is credited back before.
  await instance.mined('BTC');
  await instance.settle();
  const { id, address } = await withdraw('BTC');
  await cancel('BTC', id);
  const amount = amountOf('0.3', instance.coinWallet('BTC').coin);
  const [txid = ''] = await payMany(instance.simulation('BTC'), [
    { outputs: [{ address, tag: null, amount }] },
  ]);
  await instance.mined('BTC');
  const [block = null] = await db.query<BlockRef>(
    `select height, hash from chain_cursors where coin = 'BTC'`,
  );
  // Stored by a watcher that read the open withdrawals before this one was canceled.
  const found = { coin: 'BTC', kind: 'payment', subject: id, txid } as const;
  await db.transaction((tx) =>
    storeUnrecognised(tx, { ...found, project_id: instance.project.id, block }),
  );
  await db.transaction((tx) => beginQuarantine(tx, { coin: 'BTC', reason: 'found' }));
  await instance.settle();
  await endQuarantine(instance.app, instance.coinWallet('BTC'), { isAccepted: true });
  expect(await stored(id)).toMatchObject({ status: 'cancelled' });
  expect(await listAlerts(db, { withResolved: false })).toMatchObject([
    { kind: 'paid_after_cancellation', facts: { subject: id, coin: 'BTC', txid } },
  ]);
});

test.each(sampleCases(COINS, 8))(
  '%s spent for payments unknown to the backup is listed',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    await instance.backUp();
    const { id, address } = await withdraw(coin);
    await instance.settle();
    await instance.mined(coin);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    await instance.restore();
    const other = await withdraw(coin);
    await instance.goOn(coin);
    expect(await findQuarantine(instance.app.db, coin)).not.toBeNull();
    const kind = coin === 'BTC' ? 'output' : 'number';
    expect(await openSpends(instance.app.db, coin)).toMatchObject([{ kind }]);
    expect(await stored(other.id)).toMatchObject({ status: 'pending', wait_reason: 'quarantined' });
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    await instance.goOn(coin);
    expect(await stored(other.id)).toMatchObject({ status: 'completed' });
    expect([
      await instance.paidTo(coin, address),
      await instance.paidTo(coin, other.address),
    ]).toEqual([1, 1]);
  },
);

test.each(sampleCases(COINS, 9))(
  'a restart after a long absence is no restore of %s',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    const before = await withdraw(coin);
    await instance.settle();
    await instance.restart();
    const after = await withdraw(coin);
    await mine(instance.simulation(coin), { count: 60 });
    await instance.goOn(coin);
    expect(await findQuarantine(instance.app.db, coin)).toBeNull();
    for (const { id, address } of [before, after]) {
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await instance.paidTo(coin, address)).toBe(1);
    }
  },
);

test('nothing is sent before the chain was read', async () => {
  await instance.fund('BTC', ['2']);
  const { id } = await withdraw('BTC');
  await instance.restart();
  const sender = defined(
    instance.workers('BTC').find(({ name }) => name === 'send-btc'),
    'a sender',
  );
  await runDueWork(instance.app, [sender]);
  expect(await stored(id)).toMatchObject({ status: 'pending' });
  await instance.settle();
  expect(await stored(id)).toMatchObject({ status: 'sent' });
});

test.each(sampleCases(COINS, 10))(
  'in a %s quarantine nothing is planned, signed or broadcast',
  async (coin) => {
    await instance.fund(coin, ['2', '2', '2']);
    const signed = await withdraw(coin);
    await instance.settle();
    const txid = (await stored(signed.id)).txid;
    await instance.app.db.transaction((tx) =>
      beginQuarantine(tx, { coin, reason: 'restored by hand' }),
    );
    const waiting = await withdraw(coin);
    await instance.goOn(coin);
    // What was broadcast before is still tracked.
    expect(await stored(signed.id)).toMatchObject({ status: 'completed', txid });
    expect(await stored(waiting.id)).toMatchObject({
      status: 'pending',
      wait_reason: 'quarantined',
    });
    expect(await instance.paidTo(coin, waiting.address)).toBe(0);
    expect(await openSpends(instance.app.db, coin)).toEqual([]);
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: false });
    await instance.goOn(coin);
    expect(await stored(waiting.id)).toMatchObject({ status: 'completed' });
  },
);
