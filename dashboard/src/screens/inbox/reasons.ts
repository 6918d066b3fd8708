// The reasons why a payment is unmatched, as filter options.
import { useTexts } from '../../shared/i18n.tsx';
import type { Reason } from './queries.ts';

const reasons: readonly Reason[] = [
  'late',
  'surplus',
  'channel_payment_over',
  'no_tag',
  'unknown_tag',
  'unknown_address',
  'other_network',
  'other_asset',
  'below_minimum',
];

export function useReasons(): readonly { readonly value: Reason; readonly label: string }[] {
  const t = useTexts('inbox');
  return reasons.map((value) => ({ value, label: t[value] }));
}
