// Which invariant of the ledger does not hold, and which findings have paused payouts.
import type { OperatorApi } from './api-types.ts';
import { useTexts } from './i18n.tsx';

/** A code from a newer version has no text here. */
export function useInvariantText(): (code: string) => string {
  const texts: Readonly<Record<string, unknown>> = useTexts('invariants');
  return (code) => String(texts[code] ?? code.replaceAll('_', ' '));
}

type Pause = OperatorApi['payouts.pauses']['output']['rows'][number];

/** What a person wrote, or the facts of an automatic pause. */
export function usePauseDetail(): (pause: Pick<Pause, 'reason' | 'facts'>) => string {
  const invariantText = useInvariantText();
  return ({ reason, facts: { invariant, coin, txid } }) => {
    if (reason !== null) return reason;
    return typeof invariant === 'string' ? invariantText(invariant) : `${coin} ${txid}`;
  };
}
