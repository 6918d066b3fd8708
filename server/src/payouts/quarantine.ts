// Quarantine: the chain shows activity that this database lacks. A person must review it before anything is sent.
import { skipAhead } from '../addresses/skip-ahead.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlert } from '../ledger/alerts.ts';
import type { QuarantineCode } from '../operator/payouts/contract.ts';

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

/** False when the coin is already in quarantine; starting it again restarts the reconciliation. */
export async function beginQuarantine(
  tx: Tx,
  { coin, reason }: { coin: string; reason: QuarantineReason },
): Promise<boolean> {
  const now = tx.now;
  const { reason: text, cause } = storedReason(reason);
  // Only updated rows have an xmax.
  const [begun] = await tx.query<{ is_new: boolean }>(
    `insert into quarantines (coin, reason, cause, began_at) values ($1, $2, $3, $4)
     on conflict (coin) do update set reconciled_at = null returning xmax = 0 as is_new`,
    [coin, text, cause, now],
  );
  if (begun?.is_new !== true) return false;
  // The lost history may have assigned addresses.
  await skipAhead(tx, { coin, isDoubted: false });
  await raiseAlert(tx, { kind: 'quarantine', subject: coin, facts: reasonFacts(reason) });
  return true;
}

// A cause that the program detected, or text that a person wrote (locales/<language>/reasons.json).

type Plain = 'seed_restored' | 'writes_missing' | 'log_shorter' | 'upgrade_undone';

export type QuarantineCause =
  | { readonly code: Plain }
  | { readonly code: 'restored'; readonly until: string }
  | { readonly code: 'unrecognized_spend'; readonly txid: string; readonly subject: string }
  | { readonly code: 'unknown_address'; readonly txid: string; readonly address: string };

/** A string is text that a person wrote. */
export type QuarantineReason = QuarantineCause | string;

/** One of the two is null. */
interface StoredReason {
  readonly reason: string | null;
  readonly cause: QuarantineCause | null;
}

export function storedReason(reason: QuarantineReason): StoredReason {
  return typeof reason === 'string' ? { reason, cause: null } : { reason: null, cause: reason };
}

export function reasonFacts(reason: QuarantineReason): object {
  if (typeof reason === 'string') return { reason };
  const { code: cause, ...facts } = reason;
  return { cause, ...facts };
}

export function quarantineText(of: {
  readonly reason: string | null;
  readonly code: QuarantineCode | null;
  readonly facts: Readonly<Record<string, unknown>>;
}): string {
  const { reason, code, facts } = of;
  if (code === null) return reason ?? '';
  const text = textsOf('reasons', 'en').quarantine[code];
  return typeof text === 'string' ? text : text(facts as never);
}
