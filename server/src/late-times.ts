// All rows that are due too late because a clock that was ahead wrote their time (workers/pull-in.ts).
import { lateAlertMessages } from './alerts/pull-in.ts';
import { lateChannelPayments } from './channels/pull-in.ts';
import { lateAssessments } from './deposits/pull-in.ts';
import { lateCallbacks } from './events/pull-in.ts';
import { lateQuotes } from './exchange/pull-in.ts';
import { lateInvoices } from './invoices/pull-in.ts';
import { lateMails } from './mails/pull-in.ts';
import { latePayouts, lateTransfers } from './payouts/send/pull-in.ts';
import { lateNotices } from './people/pull-in.ts';
import { lateSubscriptions } from './subscriptions/pull-in.ts';
import { lateWithdrawals } from './withdrawals/pull-in.ts';
import { pullInWorker } from './workers/pull-in.ts';

export const lateTimesWorker = pullInWorker({
  payouts: latePayouts,
  transfers: lateTransfers,
  assessments: lateAssessments,
  callbacks: lateCallbacks,
  quotes: lateQuotes,
  withdrawals: lateWithdrawals,
  invoices: lateInvoices,
  channelPayments: lateChannelPayments,
  subscriptions: lateSubscriptions,
  notices: lateNotices,
  ...lateMails,
  ...lateAlertMessages,
});
