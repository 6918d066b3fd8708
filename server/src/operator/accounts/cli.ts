// Text output of `chaintill accounts ...` and `corrections ...`.
import { type AdaptersOf, pageText } from '../../cli/adapter.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import type { accountsOperations } from './contract.ts';

export const accountsAdapters: AdaptersOf<typeof accountsOperations> = {
  'accounts.list': { example: '"Corner shop"' },
  'accounts.statement': {
    example: '0199... EUR --from 2026-10-01T00:00:00Z --to 2026-10-31T23:59:59Z',
    show({ currency, opening, closing, ...page }) {
      const { text, notes } = pageText(page, ({ id, ...row }) => row);
      const ends = `Opening ${opening} ${currency}, closing ${closing} ${currency}`;
      return { text: `${text}\n\n${ends}`, notes };
    },
  },
  'accounts.credit': {
    example: '0199... 25.50 EUR --reason "goodwill"',
    show: (output, { amount, currency }) =>
      correctionText(output, `credit of ${amount} ${currency}`),
  },
  'accounts.debit': {
    example: '0199... 25.50 EUR --reason "booked twice"',
    show: (output, { amount, currency }) =>
      correctionText(output, `debit of ${amount} ${currency}`),
  },
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

type Corrected = OutputOf<(typeof accountsOperations)['accounts.credit' | 'accounts.debit']>;

function correctionText({ id, status, decider }: Corrected, what: string): string {
  if (status === 'requested') return requestText(id, decider);
  return status === 'refused' ? `Rejected ${what} (${id})` : `Posted ${what} (${id})`;
}

const APPROVE = 'chaintill corrections approve';
const LIMIT = 'CHAINTILL_CORRECTION_LIMIT_EUR';

function requestText(id: string, decider: 'second_person' | 'nobody' | null): string {
  const requested = `Not posted. Requested correction ${id}, because it is above ${LIMIT} or has no current rate.`;
  if (decider === 'nobody')
    return `${requested}\nNo other person can approve it. Invite another owner or operator, or raise ${LIMIT} in the configuration, restart and request it again.`;
  return `${requested}\nAnother person must approve it: ${APPROVE} ${id}`;
}
