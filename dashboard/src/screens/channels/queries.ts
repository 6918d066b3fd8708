// Queries of the channel screens.
import type { Channel } from '@chaintill/client';
import {
  listOptions,
  merchantPages,
  merchantQuery,
  operatorList,
  operatorPages,
  type TextSearch,
} from '../../shared/queries.ts';
import { paymentStatuses } from '../../shared/statuses.tsx';
import { requestedSpan } from '../../shared/ui/filters.tsx';

type ChannelFilter = TextSearch<'status' | 'coin' | 'customer_id' | 'custom_id' | 'from' | 'to'>;

type Shown = 'id' | 'name' | 'status' | 'pay_currency' | 'network' | 'receiver_currency';
export type ListedChannel = Pick<Channel, Shown | 'address' | 'customer_id'>;

const channelStatuses = ['enabled', 'disabled'] as const;

/** If only the customer filter is used, the total is counted as well. */
export function channelList(project: string, filter: ChannelFilter) {
  const { status, coin, customer_id, custom_id, from, to } = filter;
  const isCounted = [status, coin, custom_id, from, to].every((value) => value === undefined);
  const requested = {
    project,
    customer_id,
    custom_id,
    coin: coin?.toUpperCase(),
    status: channelStatuses.find((known) => known === status),
    ...requestedSpan({ from, to }),
  };
  return listOptions<ListedChannel>(
    ['channel', project, 'list', filter],
    isCounted
      ? merchantPages(project, 'listChannels', { customer_id })
      : operatorPages('channels.list', requested),
  );
}

export function channelOne(project: string, id: string) {
  return merchantQuery(project, {
    key: ['channel', project, id],
    name: 'showChannel',
    input: { channel_id: id },
  });
}

type PaymentFilter = TextSearch<'status' | 'txid' | 'from' | 'to'>;

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

export type HeldFilter = TextSearch<'project' | 'coin' | 'customer_id' | 'txid' | 'from' | 'to'>;

/** Without a project: of all. */
export function heldPayments(project: string | undefined, filter: HeldFilter) {
  const { from, to, ...rest } = filter;
  const of = project === undefined ? {} : { project };
  const requested = { ...rest, ...of, ...requestedSpan({ from, to }), held: true };
  return operatorList(
    ['channel_payment', project ?? null, 'held', filter],
    'channel-payments.list',
    requested,
  );
}
