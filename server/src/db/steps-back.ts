// Numbers every detected rollback of the database. Code that hands out single-use values (addresses, tags) reads the
// newest number and skips ahead when it has increased.
import type { Sql } from './database.ts';
import { beginHistory } from './own-history.ts';
import type { Tx } from './tx.ts';

/** A person's reason, or the cause that the program found. */
interface StepBack {
  readonly reason: string | null;
  readonly cause: object | null;
  readonly now: Date;
}

export async function noteStepBack(tx: Tx, step: StepBack): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    'insert into steps_back (reason, cause, noticed_at) values ($1, $2, $3) returning id',
    [step.reason, step.cause, step.now],
  );
  // Everything written from now on belongs to a different history than the backups.
  await beginHistory(tx);
  return rows[0]?.id ?? 0;
}

/** 0 if there was none. */
export async function lastStepBack(sql: Sql): Promise<number> {
  const rows = await sql.query<{ id: number }>('select max(id) as id from steps_back');
  return rows[0]?.id ?? 0;
}
