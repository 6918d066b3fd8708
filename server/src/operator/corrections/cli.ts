// Text output of `chaintill corrections list|approve|refuse`, and the message for a correction that was not posted.
import { type AdaptersOf, pageText } from '../../cli/adapter.ts';
import type { correctionsOperations } from './contract.ts';

export const correctionsAdapters: AdaptersOf<typeof correctionsOperations> = {
  'corrections.list': {
    example: '--status requested',
    show: (page) =>
      pageText(page, ({ amount, value, ...row }) => ({
        ...row,
        amount: `${amount.amount} ${amount.currency}`,
        value: value === null ? '' : `${value.amount} ${value.currency}`,
      })),
  },
  'corrections.approve': {
    example: '0199...',
    show: ({ id, type, amount }) => `Posted ${type} of ${amount.amount} ${amount.currency} (${id})`,
  },
  'corrections.reject': {
    example: '0199... --reason "wrong account"',
    show: ({ id }) => `Rejected correction ${id}`,
  },
};

const APPROVE = 'chaintill corrections approve';
const LIMIT = 'CHAINTILL_CORRECTION_LIMIT_EUR';

/** What to do about an adjustment above the limit. */
export function requestText(id: string, decider: 'second_person' | 'nobody' | null): string {
  const requested = `Not posted. Requested correction ${id}, because it is above ${LIMIT} or has no current rate.`;
  if (decider === 'nobody')
    return `${requested}\nNo other person can approve it. Invite another owner or operator, or raise ${LIMIT} in the configuration, restart and request it again.`;
  return `${requested}\nAnother person must approve it: ${APPROVE} ${id}`;
}
