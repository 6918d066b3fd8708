// Which deposits are assessed next, in lots that are stored together. What comes after them is chosen, and its first
// lot prepared, while the last of them is stored.
import type { App } from '../app.ts';
import { groupBy } from '../core/group.ts';
import { oneAhead } from './in-batches.ts';
import { type DueDeposit, type Prepared, prepareAssessments } from './prepare-assessments.ts';
import { DEPOSIT_COLUMNS } from './store.ts';

/** Assessed and stored together. */
const BATCH_MAX = 500;
/** Chosen together: to choose reads all those that wait longest. */
const CHOSEN_MAX = 2000;
/** Of those that wait longest, so many are looked at to choose from. */
const WINDOW_MAX = 5000;

/** By transaction. */
export type Batch = readonly (readonly DueDeposit[])[];

export interface Chosen {
  readonly deposits: readonly DueDeposit[];
  readonly batches: readonly Batch[];
  /** False when as many were chosen as can be: there may be more. */
  readonly isAll: boolean;
  /** Under the lease alone, as the risk providers are asked. */
  begin(): void;
  prepared(batch: Batch): Promise<Prepared>;
}

export interface Ahead {
  readonly app: App;
  readonly chosen: Promise<Chosen>;
}

/** Without those in hand, which are being stored. */
export async function chooseDue(
  app: App,
  coin: string,
  inHand: readonly DueDeposit[],
): Promise<Chosen> {
  const ids = new Set(inHand.map(({ id }) => id));
  const found = await dueDeposits(app, coin, CHOSEN_MAX + inHand.length);
  const deposits = found.filter(({ id }) => !ids.has(id));
  // Those first that were never asked for in vain: what failed before is taken apart when they are done.
  const hasFailed = ({ assess_attempts }: DueDeposit) => assess_attempts > 0;
  const batches = [deposits.filter((one) => !hasFailed(one)), deposits.filter(hasFailed)].flatMap(
    batchesOf,
  );
  const isAll = deposits.length < CHOSEN_MAX;
  return {
    ...{ deposits, batches, isAll },
    ...oneAhead(batches, (batch) => prepareAssessments(app, coin, batch.flat())),
  };
}

/** With its first lot begun. Whoever takes it up learns of a failure. */
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

/** Of those that have waited longest, a project's first before another's second: a flood holds up its own shop. */
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
