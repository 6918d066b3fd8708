// Every time that the database was found to have gone back, numbered. What hands out things that must never be handed
// out twice (addresses, tags) reads the newest number and skips ahead when it rose.
import type { Sql } from './database.ts';
import { beginHistory } from './own-history.ts';
import type { Tx } from './tx.ts';

export async function noteStepBack(tx: Tx, step: { reason: string; now: Date }): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    'insert into steps_back (reason, noticed_at) values ($1, $2) returning id',
    [step.reason, step.now],
  );
  // What is written from now on is another history than the one that backups have.
  await beginHistory(tx);
  return rows[0]?.id ?? 0;
}

/** 0 while there was none. */
export async function lastStepBack(sql: Sql): Promise<number> {
  const rows = await sql.query<{ id: number }>('select max(id) as id from steps_back');
  return rows[0]?.id ?? 0;
}
