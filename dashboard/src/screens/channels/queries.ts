// Queries of the channel screens.
import type { Channel } from '@chaintill/client';
import { merchant, operator } from '../../shared/api.ts';
import {
  listOptions,
  merchantPage,
  merchantQuery,
  operatorList,
  operatorPage,
  ROWS_OF_A_PAGE,
} from '../../shared/queries.ts';
import { paymentStatuses } from '../../shared/statuses.tsx';
import { requestedSpan, type Span } from '../../shared/ui/filters.tsx';

type ListRequest = 'status' | 'coin' | 'customer_id' | 'custom_id';
type ChannelFilter = Span & { readonly [K in ListRequest]?: string | undefined };

type Shown = 'id' | 'name' | 'status' | 'pay_currency' | 'network' | 'receiver_currency';
export type ListedChannel = Pick<Channel, Shown | 'address' | 'customer_id'>;

const channelStatuses = ['enabled', 'disabled'] as const;

/** If only the customer filter is used, the total is counted as well. */
export function channelList(project: string, filter: ChannelFilter) {
  const { status, coin, customer_id, custom_id, from, to } = filter;
  const limit = ROWS_OF_A_PAGE;
  const isCounted = [status, coin, custom_id, from, to].every((value) => value === undefined);
  return listOptions<ListedChannel>(['channel', project, 'list', filter], async (after, signal) => {
    if (isCounted) {
      const requested = { customer_id, limit, starting_after: after };
      return merchantPage(await merchant(project)('listChannels', requested, { signal }));
    }
    const requested = {
      project,
      customer_id,
      custom_id,
      limit,
      after,
      coin: coin?.toUpperCase(),
      status: channelStatuses.find((known) => known === status),
      ...requestedSpan({ from, to }),
    };
    return operatorPage(await operator('channels.list', requested, { signal }));
  });
}

export function channelOne(project: string, id: string) {
  return merchantQuery(project, {
    key: ['channel', project, id],
    name: 'showChannel',
    input: { channel_id: id },
  });
}

type PaymentFilter = Span & { readonly [K in 'status' | 'txid']?: string | undefined };

export function channelPayments(project: string, channel_id: string, filter: PaymentFilter) {
  const { from, to, status, txid } = filter;
  const known = paymentStatuses.find((each) => each === status);
  const requested = { project, channel_id, txid, status: known, ...requestedSpan({ from, to }) };
  return operatorList(
    ['channel_payment', project, channel_id, filter],
    'channel-payments.list',
    requested,
  );
}

type Request = 'project' | 'coin' | 'customer_id' | 'txid';
type HeldFilter = Span & { readonly [K in Request]?: string | undefined };

export function heldPayments(filter: HeldFilter) {
  const { from, to, ...rest } = filter;
  const requested = { ...rest, ...requestedSpan({ from, to }), held: true };
  return operatorList(
    ['channel_payment', null, 'held', filter],
    'channel-payments.list',
    requested,
  );
}
