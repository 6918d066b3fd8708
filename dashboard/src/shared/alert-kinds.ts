// The title of each kind of alert, and what to do about it.
import type { OperatorApi } from './api-types.ts';
import { useTexts } from './i18n.tsx';

export type AlertKind = OperatorApi['alerts.list']['output']['rows'][number]['kind'];

interface KindText {
  readonly is: string;
  readonly advice: string;
}

/** A kind that a later release added is shown by its code. */
export function useKindText(): (kind: AlertKind) => KindText {
  const { titles, advice } = useTexts('alerts');
  return (kind) =>
    kind in titles
      ? { is: titles[kind], advice: advice[kind] }
      : { is: kind.replaceAll('_', ' '), advice: '' };
}
