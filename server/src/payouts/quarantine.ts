// Quarantine: when the chain shows activity that this database lacks, nothing of the coin is planned, signed or
// broadcast until a person has reviewed it. It starts automatically when an older backup was restored, or by command.
import { skipAhead } from '../addresses/skip-ahead.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlert } from '../ledger/alerts.ts';
import {
  type QuarantineReason,
  reasonFacts,
  type StoredReason,
  storedReason,
} from './quarantine-reason.ts';

export interface Quarantine extends StoredReason {
  readonly coin: string;
  readonly began_at: Date;
  /** Null until everything that the chain shows has been listed. */
  readonly reconciled_at: Date | null;
}

export async function findQuarantine(sql: Sql, coin: string): Promise<Quarantine | null> {
  const rows = await sql.query<Quarantine>(
    'select coin, reason, cause, began_at, reconciled_at from quarantines where coin = $1',
    [coin],
  );
  return rows[0] ?? null;
}

export function listQuarantines(sql: Sql): Promise<Quarantine[]> {
  return sql.query<Quarantine>(
    'select coin, reason, cause, began_at, reconciled_at from quarantines order by coin limit 100',
  );
}

/**
 * Returns false when the coin is already in quarantine; starting it again restarts the reconciliation. One statement
 * does both: a person who ends it at the same time waits, and then finds that it is not reconciled.
 */
export async function beginQuarantine(
  tx: Tx,
  { coin, reason }: { coin: string; reason: QuarantineReason },
): Promise<boolean> {
  const now = tx.now;
  const { reason: text, cause } = storedReason(reason);
  // An inserted row has no xmax; an updated row has one.
  const [begun] = await tx.query<{ is_new: boolean }>(
    `insert into quarantines (coin, reason, cause, began_at) values ($1, $2, $3, $4)
     on conflict (coin) do update set reconciled_at = null returning xmax = 0 as is_new`,
    [coin, text, cause, now],
  );
  if (begun?.is_new !== true) return false;
  // Addresses may have been handed out in the history that this database lost.
  await skipAhead(tx, { coin, isDoubted: false });
  await raiseAlert(tx, { kind: 'quarantine', subject: coin, facts: reasonFacts(reason) });
  return true;
}
