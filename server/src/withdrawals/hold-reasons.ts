// Why a withdrawal waits for a person: a code with its parameters. The texts are in the catalog
// (locales/<language>/reasons.json), except for rule names, which the merchant chose.
import { textsOf } from '../core/texts/texts.ts';
import type { Decision } from '../policy/policy.ts';

export type HoldReason =
  | { readonly code: 'rule'; readonly rule: string }
  /** The project setting `withdrawalMaxEur`. */
  | { readonly code: 'above_transaction_limit' }
  | { readonly code: 'lookalike_address'; readonly address: string }
  /** Paid by a transaction that this database does not know (payout-doubts.ts). */
  | { readonly code: 'possibly_paid'; readonly txid: string };

/** Null when the policy allows the withdrawal. Pure. */
export function holdOf({ outcome, rule, code, looksLike }: Decision): HoldReason | null {
  if (outcome === 'allow') return null;
  if (code !== undefined) return { code };
  if (looksLike !== undefined) return { code: 'lookalike_address', address: looksLike };
  return { code: 'rule', rule };
}

/** English text. */
export function holdText(hold: HoldReason): string {
  const { hold: texts } = textsOf('reasons', 'en');
  switch (hold.code) {
    case 'rule':
      return hold.rule;
    case 'above_transaction_limit':
      return texts.above_transaction_limit;
    case 'lookalike_address':
      return texts.lookalike_address({ address: hold.address });
    case 'possibly_paid':
      return texts.possibly_paid({ txid: hold.txid });
  }
}
