// Builds the hosted page's view of a channel from its row, its newest deposits and the chain height.
import type { App } from '../app.ts';
import { type ChannelRow, findChannelById } from '../channels/store-channels.ts';
import { networkLabel } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import type { Locale } from '../core/languages.ts';
import { sitePath } from '../core/site-path.ts';
import { readCursor } from '../deposits/cursor.ts';
import { type DepositRow, isLive, isSettled, newestDepositsOfOwner } from '../deposits/deposit.ts';
import { loadProject, merchantOf } from '../projects/project.ts';
import { fewestConfirmations, pageTransactions } from './page-deposits.ts';
import type { PaymentPageStatus, PaymentPageView } from './payment-page-view.ts';
import { viewOfRefunds } from './view-of-invoice.ts';

/** A channel is used for years; its payer needs the most recent payments. */
const DEPOSITS_SHOWN = 5;

export async function viewOfChannel(
  app: App,
  id: string,
  locale: Locale,
): Promise<PaymentPageView | null> {
  const channel = await findChannelById(app.db, id);
  if (channel === null) return null;
  const coin = defined(app.knownCoins.get(channel.pay_currency), 'the coin is registered');
  const [deposits, project, cursor] = await Promise.all([
    newestDepositsOfOwner(app.db, channel.id, DEPOSITS_SHOWN),
    loadProject(app.db, channel.project_id),
    readCursor(app, coin.code),
  ]);
  const refunds = await viewOfRefunds(app, coin, {
    projectId: channel.project_id,
    invoiceId: null,
    depositIds: deposits.map((deposit) => deposit.id),
  });
  const live = deposits.filter(isLive);
  const status = statusOfChannel(channel, live);
  const isConfirming = status === 'confirming';
  const destination = { address: channel.address, tag: channel.tag };
  return {
    kind: 'channel',
    status,
    locale,
    pagePath: `${sitePath(app.config)}/channels/${channel.id}`,
    merchant: merchantOf(defined(project, 'its project exists')),
    name: channel.name,
    description: channel.description,
    payCurrency: coin.asset.code,
    amounts: null,
    price: null,
    rate: null,
    networkName: networkLabel(coin),
    isTestNetwork: app.config.network !== 'main',
    isToken: coin.token !== null,
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
    refunds,
    successUrl: null,
    unsuccessUrl: null,
    now: new Date(app.clock.now()),
  };
}

function statusOfChannel(channel: ChannelRow, live: readonly DepositRow[]): PaymentPageStatus {
  if (channel.status === 'disabled') return 'disabled';
  return live.every(isSettled) ? 'waiting' : 'confirming';
}
