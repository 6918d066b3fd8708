// Why a withdrawal waits for a person: a code with its parameters. The texts are in the catalog
// (locales/<language>/reasons.json), except for rule names, which the merchant chose.
import { textsOf } from '../core/texts/texts.ts';
import type { Decision } from '../policy/policy.ts';

export type HoldReason =
  | { readonly code: 'rule'; readonly rule: string }
  /** The project setting `withdrawalMaxEur`. */
  | { readonly code: 'above_setting' }
  | { readonly code: 'looks_like_known'; readonly address: string }
  /** Paid by a transaction that this database does not know (payout-doubts.ts). */
  | { readonly code: 'maybe_paid'; readonly txid: string };

/** Null when the policy allows the withdrawal. Pure. */
export function holdOf({ outcome, rule, code, looksLike }: Decision): HoldReason | null {
  if (outcome === 'allow') return null;
  if (code !== undefined) return { code };
  if (looksLike !== undefined) return { code: 'looks_like_known', address: looksLike };
  return { code: 'rule', rule };
}

/** English text. */
export function holdText(hold: HoldReason): string {
  const { hold: texts } = textsOf('reasons', 'en');
  switch (hold.code) {
    case 'rule':
      return hold.rule;
    case 'above_setting':
      return texts.above_setting;
    case 'looks_like_known':
      return texts.looks_like_known({ address: hold.address });
    case 'maybe_paid':
      return texts.maybe_paid({ txid: hold.txid });
  }
}
