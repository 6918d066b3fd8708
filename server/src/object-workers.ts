// The workers that move objects of merchants on when they are due.
import { channelPaymentWorker } from './channels/reconcile.ts';
import { exchangeExpiryWorker } from './exchange/expire.ts';
import { inboxWorker } from './inbox/watch-inbox.ts';
import { invoiceWorker } from './invoices/reconcile.ts';
import { lateTimesWorker } from './late-times.ts';
import { subscriptionWorker } from './subscriptions/bill.ts';
import { withdrawalExpiryWorker } from './withdrawals/expire.ts';
import type { Worker } from './workers/worker.ts';

/** Subscriptions after the invoices: whatever moved one of those has made its subscription due. */
export const objectWorkers: readonly Worker[] = [
  invoiceWorker,
  channelPaymentWorker,
  subscriptionWorker,
  inboxWorker,
  withdrawalExpiryWorker,
  exchangeExpiryWorker,
  lateTimesWorker,
];
