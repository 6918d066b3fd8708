// Text output of `chaintill payouts pause|pauses|resume`.
import { type AdaptersOf, pageText } from '../../cli/adapter.ts';
import { pauseText } from '../../ledger/payout-pauses.ts';
import type { payoutsOperations } from './contract.ts';

export const payoutsAdapters: AdaptersOf<typeof payoutsOperations> = {
  'payouts.pause': {
    example: '0199... --reason "a key was leaked"',
    show: () => 'Payouts are paused. Transactions that are already broadcast are still tracked',
  },
  'payouts.pauses': {
    show: (page, { all }) =>
      pageText(page, ({ resumed_at, resumed_reason, reason, facts, ...row }) => ({
        ...row,
        ...(all === true && { resumed_at, resumed_reason }),
        reason: pauseText({ ...row, reason, facts }),
      })),
  },
  'payouts.resume': {
    example: '0199... --reason "corrected with accounts debit"',
    show: ({ project_id, pays_again }) =>
      pays_again
        ? `Payouts of ${project_id} resumed`
        : `Ended this pause. Payouts of ${project_id} are still paused for another reason`,
  },
};
