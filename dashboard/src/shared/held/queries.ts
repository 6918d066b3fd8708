// Channel payments, and previews of decisions about a held one.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../api.ts';
import type { OperatorApi } from '../api-types.ts';

export type HeldPayment = OperatorApi['channel-payments.list']['output']['rows'][number];
export type Held = Pick<HeldPayment, 'id' | 'amount' | 'context'>;

export function heldPreview(id: string) {
  return queryOptions({
    queryKey: ['channel_payment', 'preview', id],
    queryFn: ({ signal }) =>
      operator('channel-payments.preview', { channel_payment_id: id }, { signal }),
    staleTime: 0,
  });
}
