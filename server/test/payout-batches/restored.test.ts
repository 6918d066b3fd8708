// A restored backup from before or during the sending of a batch: what was paid since is not paid again, although the
// worker continues the batch without being asked.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { newId } from '../../src/core/ids.ts';
import { amountOf } from '../../src/core/money.ts';
import { createBatch, sendBatch } from '../../src/payout-batches/create.ts';
import { findBatch } from '../../src/payout-batches/store-batches.ts';
import { payoutBatchesWorker } from '../../src/payout-batches/worker.ts';
import { findQuarantine } from '../../src/payouts/quarantine.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { createRestoredInstance, type RestoredInstance } from '../payouts/restored-instance.ts';
import { HEAD } from './support.ts';

const PERSON = { key: 'user:root', name: 'root' };
const AMOUNTS: Readonly<Record<string, string>> = { BTC: '0.3', ETH: '0.3', XRP: '100' };

let instance: RestoredInstance;
beforeEach(async () => {
  instance = await createRestoredInstance();
});
afterEach(() => instance.close());

const statusOf = async (id: string) =>
  (await findBatch(instance.app.db, instance.project.id, id))?.status;

const rowsOf = (id: string) =>
  instance.app.db.query(
    `select r.status, w.status as sent, w.hold ->> 'code' as hold from payout_batch_rows r
     left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
     where r.batch_id = $1 order by r.n`,
    [id],
  );

async function createdBatch(coin: string, addresses: readonly string[]): Promise<string> {
  const { app, clock, project } = instance;
  const id = newId(clock, app.random);
  const tag = coin === 'XRP' ? '?dt=7' : '';
  const lines = addresses.map((address, n) => `${address}${tag},${AMOUNTS[coin]},${coin},pay-${n}`);
  const text = [HEAD, ...lines].join('\n');
  const batch = { projectId: project.id, id, name: 'file', text, paysAgain: false };
  await createBatch(app, batch, PERSON);
  await instance.settle();
  return id;
}

/** `early`: the worker continues the batch before the process has compared the coin with its chain. */
test.each([
  ['BTC', 'sending', 'early'],
  ['BTC', 'sending', 'later'],
  ['ETH', 'sending', 'early'],
  ['XRP', 'sending', 'early'],
  ['BTC', 'ready', 'later'],
] as const)(
  'a batch in %s that was %s in the backup pays each row once (%s)',
  async (coin, stage, when) => {
    await instance.fund(coin, ['900', '900', '900']);
    const amount = amountOf('1000', instance.coinWallet(coin).coin);
    const facts = { projectId: instance.project.id, currency: coin, amount };
    await adjustAccount(instance.app, { ...facts, reason: 'test' });
    const addresses = [1, 2, 3].map((n) =>
      foreignAddress(instance.coinWallet(coin).coin, 'row', n),
    );
    const id = await createdBatch(coin, addresses);
    const named = { projectId: instance.project.id, id };
    const send = () => sendBatch(instance.app, named, PERSON);
    if (stage === 'ready') await instance.backUp();
    await send();
    if (stage === 'sending') await instance.backUp();
    await instance.goOn(coin);
    expect(await statusOf(id)).toBe('completed');

    await instance.restore();
    expect(await statusOf(id)).toBe(stage);
    if (stage === 'ready') await send();
    if (when === 'early') await runDueWork(instance.app, [payoutBatchesWorker]);
    await instance.goOn(coin);
    expect(await findQuarantine(instance.app.db, coin)).not.toBeNull();
    await endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted: true });
    await instance.goOn(coin);
    // What it took before is recognized as paid. What it takes later waits for a person.
    const expected =
      when === 'early'
        ? { status: 'taken', sent: 'completed', hold: null }
        : { status: 'taken', sent: 'on_hold', hold: 'possibly_paid' };
    expect(await rowsOf(id)).toEqual([expected, expected, expected]);
    const paid = await Promise.all(addresses.map((address) => instance.paidTo(coin, address)));
    expect(paid).toEqual([1, 1, 1]);
  },
);
