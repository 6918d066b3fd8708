// What the screens of channels ask.
import type { Channel } from '@chaintill/client';
import { queryOptions } from '@tanstack/react-query';
import { merchant, operator } from '../../shared/api.ts';
import {
  foundOrNone,
  listOptions,
  merchantPage,
  operatorPage,
  ROWS_OF_A_PAGE,
  wholeList,
} from '../../shared/lists.ts';
import { paymentStatuses } from '../../shared/statuses/channel-payment.ts';
import { type Span, spanAsked } from '../../shared/ui/span-filter.tsx';

export interface ChannelFilter {
  readonly customer_id?: string | undefined;
  /** The merchant's reference, which one channel has at most. */
  readonly custom_id?: string | undefined;
}

export function channelList(project: string, { customer_id, custom_id }: ChannelFilter) {
  const ask = merchant(project);
  return listOptions(
    ['channel', project, 'list', { customer_id, custom_id }],
    async (after, signal) => {
      if (custom_id === undefined) {
        const asked = { customer_id, limit: ROWS_OF_A_PAGE, starting_after: after };
        return merchantPage(await ask('listChannels', asked, { signal }));
      }
      const found = await foundOrNone(ask('showChannelByCustomId', { custom_id }, { signal }));
      const isMeant = (row: Channel) =>
        customer_id === undefined || row.customer_id === customer_id;
      return wholeList(found.filter(isMeant));
    },
  );
}

export function channelOne(project: string, id: string) {
  return queryOptions({
    queryKey: ['channel', project, id],
    queryFn: ({ signal }) => merchant(project)('showChannel', { channel_id: id }, { signal }),
  });
}

export type PaymentFilter = Span & { readonly [K in 'status' | 'txid']?: string | undefined };

export function channelPayments(project: string, channel_id: string, filter: PaymentFilter) {
  const { from, to, status, txid } = filter;
  const known = paymentStatuses.find((each) => each === status);
  const asked = { project, channel_id, txid, status: known, ...spanAsked({ from, to }) };
  return listOptions(['channel_payment', project, channel_id, filter], async (after, signal) =>
    operatorPage(
      await operator(
        'channel-payments.list',
        { ...asked, limit: ROWS_OF_A_PAGE, after },
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

export function payableCoins(project: string) {
  return queryOptions({
    queryKey: ['coin', project],
    queryFn: ({ signal }) => merchant(project)('listCoins', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
