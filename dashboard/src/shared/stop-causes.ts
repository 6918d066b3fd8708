// Why the payouts of a project are paused, in the page's language.
import type { OperatorApi } from './api-types.ts';
import { useInvariantText } from './invariants.ts';
import { useTexts } from './texts.ts';

type Stop = OperatorApi['payouts.stops']['output']['rows'][number];

/** Null for a cause without a text here. */
export function useStopCause(): (cause: unknown) => string | null {
  const t: Readonly<Record<string, string>> = useTexts('common').stopCauses;
  return (cause) => (typeof cause === 'string' ? (t[cause] ?? null) : null);
}

/** What a person wrote, or the facts of an automatic pause. */
export function useStopDetail(): (stop: Pick<Stop, 'reason' | 'facts'>) => string {
  const invariantText = useInvariantText();
  return ({ reason, facts: { invariant, coin, txid } }) => {
    if (reason !== null) return reason;
    return typeof invariant === 'string' ? invariantText(invariant) : `${coin} ${txid}`;
  };
}
