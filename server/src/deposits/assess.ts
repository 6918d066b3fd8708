// Assesses confirmed deposits before anything is credited. One process at a time assesses a coin, because a provider
// may bill per request. When a provider fails, deposits are retried with a growing delay.
import type { App } from '../app.ts';
import { SECOND } from '../core/clock.ts';
import { lockLedgers } from '../ledger/post.ts';
import { underLease } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import {
  type Ahead,
  type Batch,
  type Chosen,
  chooseAhead,
  chooseDue,
  fullBatches,
} from './choose-due.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import { tryBatch } from './in-batches.ts';
import { assessName, notifyOwners } from './record-deposits.ts';
import { type DueDeposit, type Prepared, storeAssessments } from './store-assessments.ts';

/** Renewed during the requests; expires after a crash. */
const LEASE_MILLISECONDS = 15 * SECOND;
const RETRY_FIRST = 5 * SECOND;
const RETRY_DOUBLINGS_MAX = 6;
/** Between two attempts for one deposit. */
export const ASSESS_DELAY_MAX = RETRY_FIRST * 2 ** RETRY_DOUBLINGS_MAX;

/** One worker per coin, so that a slow node does not delay other coins' payments. */
export function assessWorker(coin: string): Worker {
  const name = assessName(coin);
  let ahead: Ahead | null = null;
  const assessDue = async (app: App): Promise<number> => {
    const choosing = ahead?.app === app ? ahead.chosen : chooseDue(app, coin, []);
    ahead = null;
    const chosen = await choosing;
    const count = chosen.deposits.length;
    if (count === 0) return 0;
    app.burst.note(name, fullBatches(chosen));
    const lease = { name, leaseMilliseconds: LEASE_MILLISECONDS };
    const isDone = await underLease(app, lease, async () => {
      ahead = await assessAll(app, coin, chosen);
    });
    return isDone ? count : 0;
  };
  return {
    name,
    pollMilliseconds: 1000,
    due: () => `exists (select 1 from deposits where coin = '${coin}' and assess_at <= $1)`,
    async run(app) {
      try {
        return await assessDue(app);
      } finally {
        if (ahead === null) app.burst.note(name, 0);
      }
    },
  };
}

/** Returns the batches that were chosen while the last one was stored, if more deposits are due. */
async function assessAll(app: App, coin: string, chosen: Chosen): Promise<Ahead | null> {
  const { batches, isAll, prepared } = chosen;
  // If one output of a transaction cannot be assessed, none of them can.
  const trying = {
    random: app.random,
    attempt: (some: Batch) => assessTogether(app, some.flat(), prepared(some)),
    reschedule: (some: Batch) => reschedule(app, some.flat()),
  };
  let ahead: Ahead | null = null;
  let isAnswered = true;
  for (const batch of batches) {
    if (isAnswered && !isAll && batch === batches.at(-1))
      ahead = chooseAhead(app, coin, batch.flat());
    if (isAnswered) isAnswered = await tryBatch(batch, trying);
    else await reschedule(app, batch.flat());
  }
  return ahead;
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
      'deposits wait for risk assessment',
    );
    return false;
  }
}

/** Also notifies the owners: the deposits were seen, whatever the assessment will be. */
async function reschedule(app: App, deposits: readonly DueDeposit[]): Promise<void> {
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
    await notifyOwners(tx, waiting);
  });
}

/** In milliseconds. Doubles with each attempt. */
function pauseAfter({ assess_attempts: before }: DueDeposit): number {
  return RETRY_FIRST * 2 ** Math.min(before + 1, RETRY_DOUBLINGS_MAX);
}
