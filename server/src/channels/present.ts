// Channels and channel payments in the API's format (wire.md (c)).

import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import type { Channel, ChannelPayment } from '../contract/objects/channels.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import { payerSite } from '../core/payer-site.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  type NewestPage,
  newestPage,
  type PageRequest,
  type Span,
  within,
} from '../db/newest-page.ts';
import { beginningPage } from '../db/read-page.ts';
import { presentExchange } from '../rates/present.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';
import { CHANNEL_COLUMNS, type ChannelPaymentRow, type ChannelRow } from './store-channels.ts';

export function presentChannel(instance: Instance, row: ChannelRow): Static<typeof Channel> {
  const coin = defined(instance.knownCoins.get(row.pay_currency), 'the coin is registered');
  const destination = { address: row.address, tag: row.tag };
  return {
    id: row.id,
    status: row.status,
    name: row.name,
    description: row.description,
    receiver_currency: row.receiver_currency,
    pay_currency: coin.asset.code,
    address: coin.formatAddress(destination),
    network: row.network,
    project_id: row.project_id,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    uri: coin.paymentUri(destination, null, instance.config.network),
    hosted_page_url: `${payerSite(instance, row.project_id)}/channels/${row.id}`,
  };
}

export function presentChannelPayment(
  instance: Instance,
  row: ChannelPaymentRow,
): Static<typeof ChannelPayment> {
  const coin = defined(instance.knownCoins.get(row.paid_currency), 'the coin is registered');
  const receiver = defined(
    instance.currencies.get(row.received_currency),
    'currency is registered',
  );
  return {
    id: row.id,
    paid_amount: formatAmount(row.paid_amount, coin),
    paid_currency: coin.asset.code,
    received_amount: formatAmount(row.received_amount, receiver),
    received_currency: row.received_currency,
    fee: formatAmount(row.fee, receiver),
    fee_currency: row.received_currency,
    txid: row.txid,
    ...(row.rate !== null && {
      exchange: presentExchange(row.rate, coin.asset.code, row.received_currency),
    }),
    status: row.status,
    status_context: row.status_context,
    refund_address: row.refund_address,
    coin_withdrawal_id: row.coin_withdrawal_id,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    channel_id: row.channel_id,
    address: coin.formatAddress({ address: row.address, tag: row.tag }),
    network: coin.network,
    risk: row.risk === null ? null : presentStoredRisk(row.risk),
    created_at: formatTime(row.created_at),
  };
}

interface ChannelListRequest extends PageRequest {
  readonly projectId: string;
  readonly status: ChannelRow['status'] | null;
  readonly coin: string | null;
  readonly customerId: string | null;
  /** A prefix. */
  readonly customId: string | null;
  readonly span: Span;
}

/** Newest first. With a reference prefix: sorted by reference. Errors: 404. */
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
      ...page,
      indexed: [ofCustomer],
      filters,
      span: { ...span, column: 'created_at' },
    });
  return beginningPage(sql, {
    ...page,
    by: 'custom_id collate "C"',
    beginning: customId,
    always: 'custom_id is not null',
    filters: [...filters, ...within('created_at', span), ofCustomer],
  });
}
