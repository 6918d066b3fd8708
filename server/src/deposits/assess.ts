// Confirmed deposits are assessed before anything is credited. When a provider fails they wait: the next
// try comes with a growing pause, and nothing is credited unassessed. One process at a time asks of a coin, so that a
// source that counts its answers is asked once; the first of two answers stands all the same.
import type { App } from '../app.ts';
import { SECOND } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { lockLedgers } from '../ledger/post.ts';
import { underLease } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import type { DepositRow } from './deposit.ts';
import { oneAhead, tryLot } from './in-lots.ts';
import { type DueDeposit, type Prepared, prepareAssessments } from './prepare-assessments.ts';
import { assessName, tellOwners } from './record-deposits.ts';
import { DEPOSIT_COLUMNS } from './store.ts';
import { storeAssessments } from './store-assessments.ts';

/** Assessed and stored together. */
const BATCH_MAX = 500;
/** Chosen together: to choose reads all those that wait longest. */
const CHOSEN_MAX = 2000;
/** Of those that wait longest, so many are looked at to choose from. */
const WINDOW_MAX = 5000;
/** Renewed while it asks; a process that dies leaves it to run out. */
const LEASE_MILLISECONDS = 15 * SECOND;
const RETRY_FIRST = 5 * SECOND;
const RETRY_DOUBLINGS_MAX = 6;

/** One for each coin: a node that answers slowly holds up no other coin's payments. */
export function assessWorker(coin: string): Worker {
  const name = assessName(coin);
  return {
    name,
    pollMilliseconds: 1000,
    async run(app) {
      const deposits = await dueDeposits(app, coin);
      if (deposits.length === 0) return 0;
      const lease = { name, leaseMilliseconds: LEASE_MILLISECONDS };
      const isDone = await underLease(app, lease, () => assessAll(app, coin, deposits));
      return isDone ? deposits.length : 0;
    },
  };
}

/** Of those that have waited longest, a project's first before another's second: a flood holds up its own shop. */
function dueDeposits(app: App, coin: string): Promise<DueDeposit[]> {
  return app.db.query<DueDeposit>(
    `with waiting as (
       select id as due_id, project_id as of_project, assess_at as since from deposits
       where coin = $2 and assess_at <= $1 order by assess_at limit ${WINDOW_MAX}
     ), next as (
       select due_id, since, row_number() over (partition by of_project order by since, due_id) as nth
       from waiting order by nth, since, due_id limit ${CHOSEN_MAX}
     )
     select ${DEPOSIT_COLUMNS}, block_hash, assess_attempts
     from next join deposits on id = due_id order by nth, since, due_id`,
    [new Date(app.clock.now()), coin],
  );
}

/** Those first that were never asked for in vain: what failed before is taken apart when they are done. */
async function assessAll(app: App, coin: string, deposits: readonly DueDeposit[]): Promise<void> {
  const hasFailed = ({ assess_attempts }: DueDeposit) => assess_attempts > 0;
  const lots = [deposits.filter((one) => !hasFailed(one)), deposits.filter(hasFailed)].flatMap(
    lotsOf,
  );
  const prepared = oneAhead(lots, (lot) => prepareAssessments(app, coin, lot.flat()));
  // What is wrong with one output of a transaction is wrong with all.
  const trying = {
    random: app.random,
    attempt: (some: Lot) => assessTogether(app, some.flat(), prepared(some)),
    putOff: (some: Lot) => postpone(app, some.flat()),
  };
  let isAnswered = true;
  const full = Math.floor(deposits.length / BATCH_MAX);
  app.burst.lots += full;
  try {
    for (const lot of lots)
      if (isAnswered) isAnswered = await tryLot(lot, trying);
      else await postpone(app, lot.flat());
  } finally {
    app.burst.lots -= full;
  }
}

/** By transaction. */
type Lot = readonly (readonly DueDeposit[])[];

function lotsOf(deposits: readonly DueDeposit[]): Lot[] {
  const count = Math.ceil(deposits.length / BATCH_MAX);
  return Array.from({ length: count }, (_, n) => {
    const some = deposits.slice(n * BATCH_MAX, (n + 1) * BATCH_MAX);
    return [...groupBy(some, ({ txid }) => txid).values()];
  });
}

/** False when they cannot be assessed together now. */
async function assessTogether(
  app: App,
  deposits: readonly DueDeposit[],
  prepared: Promise<Prepared>,
): Promise<boolean> {
  try {
    await storeAssessments(app, await prepared);
    return true;
  } catch (error) {
    const one = deposits.length === 1 ? { deposit_id: deposits[0]?.id } : {};
    app.log.warn(
      { err: error, coin: deposits[0]?.coin, deposits: deposits.length, ...one },
      'deposits wait for their risk assessment',
    );
    return false;
  }
}

/** Their owners are told: that they were seen is known, whatever is thought of them. */
async function postpone(app: App, deposits: readonly DueDeposit[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockLedgers(
      tx,
      deposits.map((deposit) => deposit.project_id),
    );
    const waiting = await tx.query<DepositRow>(
      `update deposits d set assess_at = t.next, assess_attempts = assess_attempts + 1
       from unnest($1::uuid[], $2::timestamptz[]) as t(of_id, next)
       where id = of_id and risk is null and assess_at is not null
       returning ${DEPOSIT_COLUMNS}`,
      [
        deposits.map((deposit) => deposit.id),
        deposits.map((deposit) => new Date(tx.now.getTime() + pauseAfter(deposit))),
      ],
    );
    await tellOwners(tx, waiting);
  });
}

/** Each its own, in milliseconds: twice as long each time. */
function pauseAfter({ assess_attempts: before }: DueDeposit): number {
  return RETRY_FIRST * 2 ** Math.min(before + 1, RETRY_DOUBLINGS_MAX);
}
