// Why the payouts of a project are stopped, in the reader's language.
import type { OperatorApi } from './api-types.ts';
import { useInvariantText } from './invariants.ts';
import { useTexts } from './texts.ts';

type Stop = OperatorApi['payouts.stops']['output']['rows'][number];

/** Null for what has no words here. */
export function useStopCause(): (cause: unknown) => string | null {
  const t: Readonly<Record<string, string>> = useTexts('common').stopCauses;
  return (cause) => (typeof cause === 'string' ? (t[cause] ?? null) : null);
}

/** What a person wrote, or the facts of what the program found. */
export function useStopDetail(): (stop: Pick<Stop, 'reason' | 'facts'>) => string {
  const invariantText = useInvariantText();
  return ({ reason, facts: { invariant, coin, txid } }) => {
    if (reason !== null) return reason;
    return typeof invariant === 'string' ? invariantText(invariant) : `${coin} ${txid}`;
  };
}
