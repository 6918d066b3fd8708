// A project with paused payouts: nothing new is sent, what waits says why, other projects are not delayed, and a person
// resumes with a reason.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { SECOND } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { listPauses, pausePayouts } from '../../src/ledger/payout-pauses.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { resumePayouts } from '../../src/payouts/plan/apply-pauses.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { createProject } from '../../src/projects/create.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { insertCommitted } from './committed.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
  await fixture.fund(
    'LTC',
    Array.from({ length: 9 }, () => '5'),
  );
  await fixture.fund('ETH', ['5']);
});
afterAll(() => fixture.close());

let strangers = 9000;
function stranger(coin: string): string {
  strangers += 1;
  return foreignAddress(fixture.coinWallet(coin).coin, 'stopped', strangers);
}

async function stop(subject: string): Promise<boolean> {
  const { app } = fixture.world;
  const { projectId } = fixture;
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    return pausePayouts(tx, { projectId, cause: 'person', subject, reason: 'a look' });
  });
}

async function resume(): Promise<void> {
  const { app } = fixture.world;
  for (const { id } of await listPauses(app.db, { withResumed: false }))
    await resumePayouts(app, { id, reason: 'looked' });
}

const alerts = async () =>
  (await listAlerts(fixture.world.app.db, { withResolved: false })).map(({ kind }) => kind);

test.each(['LTC', 'ETH'])(
  'a paused project sends no %s until a person resumes payouts',
  async (coin) => {
    const subject = newId(fixture.world.app.clock, fixture.world.app.random);
    expect(await stop(subject)).toBe(true);
    const address = stranger(coin);
    const id = await fixture.withdraw({ coin, amount: '0.3', address });
    await fixture.settle();
    await fixture.advance(31 * SECOND);
    expect(await fixture.withdrawal(id)).toMatchObject({
      status: 'pending',
      wait_reason: 'payouts_paused',
      txid: null,
    });
    expect(await alerts()).toContain('payouts_paused');
    await resume();
    expect(await alerts()).toEqual([]);
    await fixture.settle();
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent', said: null });
    expect((await fixture.paidTo(coin, address)).payments).toBe(1);
    // A finding that a person has reviewed does not stop them again.
    expect(await stop(subject)).toBe(false);
  },
);

test('another project is not delayed, and pays from the same wallet', async () => {
  const { app } = fixture.world;
  await stop(newId(app.clock, app.random));
  const other = await createProject(app, 'Other');
  const address = stranger('LTC');
  const held = await fixture.withdraw({ coin: 'LTC', amount: '0.2', address: stranger('LTC') });
  await insertCommitted(app, other.id, { coin: 'LTC', amount: '0.1', address });
  await fixture.settle();
  expect((await fixture.paidTo('LTC', address)).payments).toBe(1);
  expect((await fixture.withdrawal(held)).status).toBe('pending');
  await resume();
  await fixture.settle();
  expect((await fixture.withdrawal(held)).status).toBe('sent');
});

test('unsigned plans are withdrawn when the stop starts', async () => {
  const { app } = fixture.world;
  for (const coin of ['LTC', 'ETH']) {
    const address = stranger(coin);
    const id = await fixture.withdraw({ coin, amount: '0.2', address });
    await reserveDue(app, fixture.coinWallet(coin));
    expect((await fixture.withdrawal(id)).status).toBe('processing');
    await stop(newId(app.clock, app.random));
    await fixture.settle();
    expect(await fixture.withdrawal(id)).toMatchObject({
      status: 'pending',
      wait_reason: 'payouts_paused',
      transfer_id: null,
    });
    expect((await fixture.paidTo(coin, address)).payments).toBe(0);
    await resume();
    await fixture.settle();
    expect((await fixture.paidTo(coin, address)).payments).toBe(1);
  }
});

test('a stop that starts during batch planning is detected under the lock', async () => {
  const { app } = fixture.world;
  const id = await fixture.withdraw({ coin: 'LTC', amount: '0.2', address: stranger('LTC') });
  await stop(newId(app.clock, app.random));
  expect(await reserveDue(app, fixture.coinWallet('LTC'))).toBe(0);
  expect((await fixture.withdrawal(id)).status).toBe('pending');
  await resume();
});

test('a pause ends once, and nothing else in it can change', async () => {
  const { app } = fixture.world;
  await stop(newId(app.clock, app.random));
  const [activeStop] = await listPauses(app.db, { withResumed: false });
  const id = activeStop?.id ?? '';
  await expect(
    app.db.query(`update payout_pauses set reason = 'x' where id = $1`, [id]),
  ).rejects.toThrow(/a payout pause ends once/);
  await resumePayouts(app, { id, reason: 'looked' });
  await expect(resumePayouts(app, { id, reason: 'again' })).rejects.toMatchObject({
    code: 'invalid_status',
  });
  await expect(
    app.db.query(
      `update payout_pauses set resumed_at = null, resumed_reason = null where id = $1`,
      [id],
    ),
  ).rejects.toThrow(/a payout pause ends once/);
  await expect(fixture.world.database.owner.query('delete from payout_pauses')).rejects.toThrow(
    /append-only/,
  );
});

test("an inconsistent ledger stops its project's payouts before the next plan or signature, and no others", async () => {
  const { app } = fixture.world;
  await resume();
  const other = await createProject(app, 'Whole');
  const planned = await fixture.withdraw({ coin: 'LTC', amount: '0.3', address: stranger('LTC') });
  await reserveDue(app, fixture.coinWallet('LTC'));
  expect(await fixture.withdrawal(planned)).toMatchObject({ status: 'processing' });
  // Alters the ledger as the owner of the tables, bypassing what the database rejects (verified-books.test.ts).
  const add = async (amount: number) => {
    const { owner } = fixture.world.database;
    await owner.query('alter table ledger_accounts disable trigger ledger_accounts_proven');
    await owner.query(
      `update ledger_accounts set balance = balance + $2::numeric
       where project_id = $1 and kind = 'available' and currency = 'GBP'`,
      [fixture.projectId, amount],
    );
    await owner.query('alter table ledger_accounts enable trigger ledger_accounts_proven');
  };
  await add(9_000_000);
  const due = await fixture.withdraw({ coin: 'LTC', amount: '0.3', address: stranger('LTC') });
  const requested = { coin: 'LTC', amount: '0.1', address: stranger('LTC') };
  const others = await insertCommitted(app, other.id, requested);
  // Only the sender runs: no audit has run.
  await runDueWork(app, [senderWorker(fixture.coinWallet('LTC'))]);
  for (const id of [planned, due])
    expect(await fixture.withdrawal(id)).toMatchObject({
      status: 'pending',
      wait_reason: 'payouts_paused',
      txid: null,
    });
  expect(await fixture.withdrawal(others)).toMatchObject({ status: 'sent' });
  const stops = await listPauses(app.db, { withResumed: false });
  expect(new Set(stops.map((stop) => stop.project_id))).toEqual(new Set([fixture.projectId]));
  expect(await alerts()).toContain('audit_finding');
  // A person lifts the stop after a review, and the same finding does not stop it again.
  await resume();
  await runDueWork(app, [senderWorker(fixture.coinWallet('LTC'))]);
  for (const id of [planned, due])
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent' });
  await add(-9_000_000);
  await fixture.settle();
});
