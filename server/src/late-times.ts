// All that is made due when its time was written by a clock that was ahead (workers/pull-in.ts).
import { lateAssessments } from './deposits/pull-in.ts';
import { lateCallbacks } from './events/pull-in.ts';
import { lateQuotes } from './exchange/pull-in.ts';
import { latePayouts, lateTransfers } from './payouts/send/pull-in.ts';
import { lateWithdrawals } from './withdrawals/pull-in.ts';
import { pullInWorker } from './workers/pull-in.ts';

export const lateTimesWorker = pullInWorker({
  payouts: latePayouts,
  transfers: lateTransfers,
  assessments: lateAssessments,
  callbacks: lateCallbacks,
  quotes: lateQuotes,
  withdrawals: lateWithdrawals,
});
