// Text for decisions about deposits that could not be credited automatically.
import type { OperatorApi } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/i18n.tsx';

export type DecidedRow = OperatorApi['deposits.decided']['output']['rows'][number];

export function useDecisionText(): (decision: DecidedRow['decision']) => string {
  const t = useTexts('inbox').decisions;
  return (decision) => t[decision];
}
