// The channels of a project, for its members' lists.
import { beginningPage } from '../db/beginning-page.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  type NewestPage,
  newestPage,
  type PageRequest,
  type Span,
  within,
} from '../db/newest-page.ts';
import type { ChannelRow } from './channel.ts';
import { CHANNEL_COLUMNS } from './store-channels.ts';

export interface ChannelListRequest extends PageRequest {
  readonly projectId: string;
  readonly status: ChannelRow['status'] | null;
  /** The pay currency. */
  readonly coin: string | null;
  readonly customerId: string | null;
  /** A prefix. */
  readonly customId: string | null;
  /** Limits the creation time. */
  readonly span: Span;
}

/** Newest first. With a prefix of the reference: in the order of the references. Errors: 404. */
export function pageOfChannels(
  sql: Sql,
  { status, coin, customerId, customId, span, ...requested }: ChannelListRequest,
): Promise<NewestPage<ChannelRow>> {
  const page = { ...requested, table: 'channels', columns: CHANNEL_COLUMNS };
  const ofCustomer: Condition = [customerId, (place) => `customer_id = ${place}`];
  const filters: Condition[] = [
    [status, (place) => `status = ${place}`],
    [coin, (place) => `pay_currency = ${place}`],
  ];
  if (customId === null)
    return newestPage(sql, {
      ...{ ...page, indexed: [ofCustomer], filters },
      span: { ...span, column: 'created_at' },
    });
  return beginningPage(sql, {
    ...{ ...page, by: 'custom_id collate "C"', beginning: customId },
    always: 'custom_id is not null',
    filters: [...filters, ...within('created_at', span), ofCustomer],
  });
}
