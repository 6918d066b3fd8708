// Chooses the deposits to assess next, in batches, and prepares the first while the last batch is stored.
import type { App } from '../app.ts';
import { groupBy } from '../core/group.ts';
import { DEPOSIT_COLUMNS } from './deposit.ts';
import { oneAhead } from './in-batches.ts';
import { type DueDeposit, type Prepared, prepareAssessments } from './store-assessments.ts';

const BATCH_MAX = 500;
/** Several batches at once, because choosing reads every deposit in the window. */
const CHOSEN_MAX = 2000;
/** The number of longest-waiting deposits to choose from. */
const WINDOW_MAX = 5000;

/** Grouped by transaction. */
export type Batch = readonly (readonly DueDeposit[])[];

export interface Chosen {
  readonly deposits: readonly DueDeposit[];
  readonly batches: readonly Batch[];
  /** False when the limit was reached. */
  readonly isAll: boolean;
  /** Sends requests to the risk providers, so the caller must hold the lease. */
  begin(): void;
  prepared(batch: Batch): Promise<Prepared>;
}

export interface Ahead {
  readonly app: App;
  readonly chosen: Promise<Chosen>;
}

/** Excludes `inHand`, the deposits that are being stored. */
export async function chooseDue(
  app: App,
  coin: string,
  inHand: readonly DueDeposit[],
): Promise<Chosen> {
  const ids = new Set(inHand.map(({ id }) => id));
  const found = await dueDeposits(app, coin, CHOSEN_MAX + inHand.length);
  const deposits = found.filter(({ id }) => !ids.has(id));
  // Deposits that failed before come last, so that they are isolated.
  const hasFailed = ({ assess_attempts }: DueDeposit) => assess_attempts > 0;
  const batches = [deposits.filter((one) => !hasFailed(one)), deposits.filter(hasFailed)].flatMap(
    batchesOf,
  );
  const isAll = deposits.length < CHOSEN_MAX;
  return {
    deposits,
    batches,
    isAll,
    ...oneAhead(batches, (batch) => prepareAssessments(app, coin, batch.flat())),
  };
}

/** A failure to prepare is reported when the result is used. */
export function chooseAhead(app: App, coin: string, inHand: readonly DueDeposit[]): Ahead {
  const chosen = chooseDue(app, coin, inHand);
  chosen.then(
    ({ begin }) => begin(),
    () => undefined,
  );
  return { app, chosen };
}

export function fullBatches({ deposits }: Chosen): number {
  return Math.floor(deposits.length / BATCH_MAX);
}

/** The longest-waiting deposits, interleaved by project: a flood of payments delays only its own project. */
function dueDeposits(app: App, coin: string, limit: number): Promise<DueDeposit[]> {
  return app.db.query<DueDeposit>(
    `with waiting as (
       select id as due_id, project_id as of_project, assess_at as since from deposits
       where coin = $2 and assess_at <= $1 order by assess_at limit ${WINDOW_MAX}
     ), next as (
       select due_id, since, row_number() over (partition by of_project order by since, due_id) as nth
       from waiting order by nth, since, due_id limit $3
     )
     select ${DEPOSIT_COLUMNS}, block_hash, assess_attempts
     from next join deposits on id = due_id order by nth, since, due_id`,
    [new Date(app.clock.now()), coin, limit],
  );
}

function batchesOf(deposits: readonly DueDeposit[]): Batch[] {
  const count = Math.ceil(deposits.length / BATCH_MAX);
  return Array.from({ length: count }, (_, n) => {
    const some = deposits.slice(n * BATCH_MAX, (n + 1) * BATCH_MAX);
    return [...groupBy(some, ({ txid }) => txid).values()];
  });
}
