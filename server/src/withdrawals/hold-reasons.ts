// Why a withdrawal waits for a person: a code with its facts. The texts are in the catalogue
// (locales/<language>/reasons.json), except for the name of a rule, which the merchant chose.
import { textsOf } from '../core/texts/texts.ts';
import type { Decision } from '../policy/policy.ts';

export type HoldReason =
  | { readonly code: 'rule'; readonly rule: string }
  /** The project setting `withdrawalMaxEur`. */
  | { readonly code: 'above_setting' }
  | { readonly code: 'looks_like_known'; readonly address: string }
  /** By a transaction that this database does not know (payout-doubts.ts). */
  | { readonly code: 'maybe_paid'; readonly txid: string };

/** Null when the policy allows the withdrawal. Pure. */
export function holdOf({ outcome, rule, code, looksLike }: Decision): HoldReason | null {
  if (outcome === 'allow') return null;
  if (code !== undefined) return { code };
  if (looksLike !== undefined) return { code: 'looks_like_known', address: looksLike };
  return { code: 'rule', rule };
}

/** For people who read English. */
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
