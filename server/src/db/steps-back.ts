// Numbers every detected rollback of the database. Code that hands out values which must never be reused (addresses,
// tags) reads the newest number and skips ahead when it has risen.
import type { Sql } from './database.ts';
import { beginHistory } from './own-history.ts';
import type { Tx } from './tx.ts';

export async function noteStepBack(tx: Tx, step: { reason: string; now: Date }): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    'insert into steps_back (reason, noticed_at) values ($1, $2) returning id',
    [step.reason, step.now],
  );
  // What is written from now on is a different history from the one in the backups.
  await beginHistory(tx);
  return rows[0]?.id ?? 0;
}

/** 0 if there was none. */
export async function lastStepBack(sql: Sql): Promise<number> {
  const rows = await sql.query<{ id: number }>('select max(id) as id from steps_back');
  return rows[0]?.id ?? 0;
}
