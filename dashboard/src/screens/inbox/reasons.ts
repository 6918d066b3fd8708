// Why money waits, to choose from.
import { useMessages } from '../../shared/i18n.tsx';
import { inboxMessages } from './messages.ts';
import type { Reason } from './queries.ts';

const reasons: readonly Reason[] = [
  ...(['late', 'surplus', 'channel_payment_over', 'no_tag', 'unknown_tag'] as const),
  ...(['unknown_address', 'other_network', 'other_asset', 'below_minimum'] as const),
];

export function useReasons(): readonly { readonly value: Reason; readonly label: string }[] {
  const t = useMessages(inboxMessages);
  return reasons.map((value) => ({ value, label: t[value] }));
}
