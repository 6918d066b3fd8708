// All rows that are due too late because a clock that was ahead wrote their time (workers/pull-in.ts).
import { lateAlertMessages } from './alerts/pull-in.ts';
import { lateChannelPayments } from './channels/store-channels.ts';
import { lateCheckouts } from './checkouts/store-checkouts.ts';
import { lateAssessments } from './deposits/pull-in.ts';
import { lateCallbacks } from './events/claim.ts';
import { lateQuotes } from './exchange/expire.ts';
import { lateInvoices } from './invoices/settle.ts';
import { lateMails } from './mails/outbox.ts';
import { lateBatches } from './payout-batches/store-batches.ts';
import { latePayouts, lateTransfers } from './payouts/send/pull-in.ts';
import { lateNotices } from './people/notices.ts';
import { lateShopDeliveries } from './shops/webhooks.ts';
import { lateSubscriptions } from './subscriptions/store-subscriptions.ts';
import { lateWithdrawals } from './withdrawals/expire.ts';
import { pullInWorker } from './workers/pull-in.ts';

export const lateTimesWorker = pullInWorker({
  payouts: latePayouts,
  payoutBatches: lateBatches,
  transfers: lateTransfers,
  assessments: lateAssessments,
  callbacks: lateCallbacks,
  quotes: lateQuotes,
  withdrawals: lateWithdrawals,
  invoices: lateInvoices,
  channelPayments: lateChannelPayments,
  checkouts: lateCheckouts,
  shopWebhooks: lateShopDeliveries,
  subscriptions: lateSubscriptions,
  notices: lateNotices,
  ...lateMails,
  ...lateAlertMessages,
});
