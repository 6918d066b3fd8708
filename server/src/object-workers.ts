// The workers that update merchants' objects when they are due.
import { channelPaymentWorker } from './channels/plan-step.ts';
import { checkoutWorker } from './checkouts/worker.ts';
import { exchangeExpiryWorker } from './exchange/expire.ts';
import { inboxWorker } from './inbox/unmatched.ts';
import { invoiceWorker } from './invoices/reconcile.ts';
import { lateTimesWorker } from './late-times.ts';
import { payoutBatchesWorker } from './payout-batches/worker.ts';
import { proposalsWorker } from './proposals/outdate.ts';
import { shopWebhooksWorker } from './shops/deliver.ts';
import { subscriptionWorker } from './subscriptions/pay.ts';
import { withdrawalExpiryWorker } from './withdrawals/expire.ts';
import type { Worker } from './workers/worker.ts';

/** Subscriptions and checkouts come after invoices: a change of an invoice makes them due. */
export const objectWorkers: readonly Worker[] = [
  invoiceWorker,
  channelPaymentWorker,
  subscriptionWorker,
  checkoutWorker,
  shopWebhooksWorker,
  inboxWorker,
  proposalsWorker,
  payoutBatchesWorker,
  withdrawalExpiryWorker,
  exchangeExpiryWorker,
  lateTimesWorker,
];
