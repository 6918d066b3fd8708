// Quarantine: while the chain shows activity that this database lacks, nothing of the coin is planned, signed or
// broadcast until a person has reviewed it. It starts automatically when an older backup was restored, or by command.
import { skipAhead } from '../addresses/skip-ahead.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlarm } from '../ledger/alarms.ts';

export interface Quarantine {
  readonly coin: string;
  readonly reason: string;
  readonly began_at: Date;
  /** Null until everything that the chain shows was listed. */
  readonly reconciled_at: Date | null;
}

export async function findQuarantine(sql: Sql, coin: string): Promise<Quarantine | null> {
  const rows = await sql.query<Quarantine>(
    'select coin, reason, began_at, reconciled_at from quarantines where coin = $1',
    [coin],
  );
  return rows[0] ?? null;
}

export function listQuarantines(sql: Sql): Promise<Quarantine[]> {
  return sql.query<Quarantine>(
    'select coin, reason, began_at, reconciled_at from quarantines order by coin limit 100',
  );
}

/** Returns false when the coin is already in quarantine; starting it again restarts the reconciliation. */
export async function beginQuarantine(
  tx: Tx,
  { coin, reason }: { coin: string; reason: string },
): Promise<boolean> {
  const now = tx.now;
  const begun = await tx.query<{ is_new: boolean }>(
    `insert into quarantines as q (coin, reason, began_at) values ($1, $2, $3)
     on conflict (coin) do update set reconciled_at = null
     returning began_at = $3 and reason = $2 as is_new`,
    [coin, reason, now],
  );
  if (begun[0]?.is_new !== true) return false;
  // Addresses may have been handed out in a part of the history that this database lost.
  await skipAhead(tx, { coin, isDoubted: false });
  await raiseAlarm(tx, { kind: 'quarantine', subject: coin, facts: { reason } });
  return true;
}
