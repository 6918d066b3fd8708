// Text output of `chaintill accounts list|statement|credit|debit`.
import { type AdaptersOf, pageText } from '../../cli/adapter.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { requestText } from '../corrections/cli.ts';
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
};

type Corrected = OutputOf<(typeof accountsOperations)['accounts.credit' | 'accounts.debit']>;

function correctionText({ id, status, decider }: Corrected, what: string): string {
  if (status === 'requested') return requestText(id, decider);
  return status === 'refused' ? `Rejected ${what} (${id})` : `Posted ${what} (${id})`;
}
