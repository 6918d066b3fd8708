// What the screens of channels ask.
import { queryOptions } from '@tanstack/react-query';
import { merchant, operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, merchantPage, operatorPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';
import { type Span, spanAsked } from '../../shared/ui/span-filter.tsx';

export type HeldPayment = OperatorApi['channel-payments.list']['output']['rows'][number];
export type Held = Pick<HeldPayment, 'id' | 'amount' | 'context'>;

export function channelList(
  project: string,
  filter: { readonly customer_id?: string | undefined },
) {
  return listOptions(['channel', project, 'list', filter], async (after, signal) =>
    merchantPage(
      await merchant(project)(
        'listChannels',
        { ...filter, limit: ROWS_OF_A_PAGE, starting_after: after },
        { signal },
      ),
    ),
  );
}

export function channelOne(project: string, id: string) {
  return queryOptions({
    queryKey: ['channel', project, id],
    queryFn: ({ signal }) => merchant(project)('showChannel', { channel_id: id }, { signal }),
  });
}

export function channelPayments(project: string, id: string) {
  return listOptions(['channel_payment', project, id], async (after, signal) =>
    merchantPage(
      await merchant(project)(
        'listChannelPayments',
        { channel_id: id, limit: ROWS_OF_A_PAGE, starting_after: after },
        { signal },
      ),
    ),
  );
}

type Asked = 'project' | 'coin' | 'customer_id' | 'txid';
export type HeldFilter = Span & { readonly [K in Asked]?: string | undefined };

export function heldPayments(filter: HeldFilter) {
  const { from, to, ...rest } = filter;
  const asked = { ...rest, ...spanAsked({ from, to }), held: true };
  return listOptions(['channel_payment', null, 'held', filter], async (after, signal) =>
    operatorPage(
      await operator(
        'channel-payments.list',
        { ...asked, limit: ROWS_OF_A_PAGE, after },
        { signal },
      ),
    ),
  );
}

export function heldPreview(id: string) {
  return queryOptions({
    queryKey: ['channel_payment', 'preview', id],
    queryFn: ({ signal }) =>
      operator('channel-payments.preview', { channel_payment_id: id }, { signal }),
    staleTime: 0,
  });
}

export function payableCoins(project: string) {
  return queryOptions({
    queryKey: ['coin', project],
    queryFn: ({ signal }) => merchant(project)('listCoins', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
