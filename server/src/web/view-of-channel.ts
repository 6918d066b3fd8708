// Makes the hosted page's view of a channel from its row, its newest deposits and the height of the chain.
// Used by routes.ts.
import type { App } from '../app.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { findChannelById } from '../channels/store.ts';
import { known } from '../core/assert.ts';
import { readCursor } from '../deposits/cursor.ts';
import { type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import { newestDepositsOfOwner } from '../deposits/store.ts';
import { fewestConfirmations, pageTransactions } from './page-deposits.ts';
import type { PaymentPageStatus, PaymentPageView } from './payment-page-view.ts';
import type { Locale } from './strings.ts';

/** A channel is paid for years; its payer wants to see what was sent just now. */
const DEPOSITS_SHOWN = 5;

/** Null when there is no such channel. */
export async function viewOfChannel(
  app: App,
  id: string,
  locale: Locale,
): Promise<PaymentPageView | null> {
  const channel = await findChannelById(app.db, id);
  if (channel === null) return null;
  const coin = known(app.knownCoins.get(channel.pay_currency), 'the program knows the coin');
  const [deposits, cursor] = await Promise.all([
    newestDepositsOfOwner(app.db, channel.id, DEPOSITS_SHOWN),
    readCursor(app, coin.code),
  ]);
  const live = deposits.filter(isLive);
  const status = statusOfChannel(channel, live);
  const isConfirming = status === 'confirming';
  const destination = { address: channel.address, tag: channel.tag };
  return {
    kind: 'channel',
    status,
    locale,
    pagePath: `/channels/${channel.id}`,
    name: channel.name,
    description: channel.description,
    payCurrency: coin.asset.code,
    amounts: null,
    price: null,
    networkName: coin.networkName,
    isTestNetwork: app.config.network !== 'main',
    address: channel.address,
    tag:
      channel.tag === null || coin.destinationTag === null
        ? null
        : { name: coin.destinationTag.name, value: String(channel.tag) },
    uri: coin.paymentUri(destination, null, app.config.network),
    createdAt: null,
    expiresAt: null,
    confirmations: isConfirming ? fewestConfirmations(live, cursor) : null,
    transactions: pageTransactions(app, coin, live),
    successUrl: null,
    unsuccessUrl: null,
    now: new Date(app.clock.now()),
  };
}

function statusOfChannel(channel: ChannelRow, live: readonly DepositRow[]): PaymentPageStatus {
  if (channel.status === 'disabled') return 'disabled';
  return live.every(isSettled) ? 'waiting' : 'confirming';
}
