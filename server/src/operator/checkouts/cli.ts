// Text output of `chaintill checkouts list|show`.
import { type AdaptersOf, moneyText } from '../../cli/adapter.ts';
import type { checkoutsOperations } from './contract.ts';

export const checkoutsAdapters: AdaptersOf<typeof checkoutsOperations> = {
  'checkouts.list': { example: 'shop --status expired' },
  'checkouts.show': {
    example: 'shop 0199...',
    show: ({ status, context, price, paid, remaining, created_at, expires_at, payments }) =>
      [
        `Status     ${context === null ? status : `${status} (${context})`}`,
        `Price      ${moneyText(price)}`,
        `Paid       ${moneyText(paid)}`,
        `Remaining  ${moneyText(remaining)}`,
        `Created    ${created_at}`,
        `Expires    ${expires_at}`,
        ...payments.map(
          (payment) => `Payment    ${moneyText(payment.amount)} ${payment.status} ${payment.txid}`,
        ),
      ].join('\n'),
  },
};
