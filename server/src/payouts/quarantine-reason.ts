// Why coins are in quarantine or the database was rolled back: a cause with its parameters when the program detected
// it, or text that a person wrote. The texts of the codes are in the catalog (locales/<language>/reasons.json).

import { textsOf } from '../core/texts/texts.ts';
import type { QuarantineCode } from '../operator/quarantine/contract.ts';

type Plain = 'seed_restored' | 'writes_missing' | 'log_shorter' | 'upgrade_undone';

export type QuarantineCause =
  | { readonly code: Plain }
  | { readonly code: 'restored'; readonly until: string }
  | { readonly code: 'unrecognized_spend'; readonly txid: string; readonly subject: string }
  | { readonly code: 'unknown_address'; readonly txid: string; readonly address: string };

/** A string is text that a person wrote. */
export type QuarantineReason = QuarantineCause | string;

/** The database columns: one of the two is null. */
export interface StoredReason {
  readonly reason: string | null;
  readonly cause: QuarantineCause | null;
}

export function storedReason(reason: QuarantineReason): StoredReason {
  return typeof reason === 'string' ? { reason, cause: null } : { reason: null, cause: reason };
}

/** The reason's fields for an alert. */
export function reasonFacts(reason: QuarantineReason): object {
  if (typeof reason === 'string') return { reason };
  const { code: cause, ...facts } = reason;
  return { cause, ...facts };
}

/** English text. */
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
