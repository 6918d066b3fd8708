// Text output of `chaintill solvency show|declare|declarations`.
import { type AdaptersOf, moneyText, pageText, table } from '../../cli/adapter.ts';
import type { solvencyOperations } from './contract.ts';

export const solvencyAdapters: AdaptersOf<typeof solvencyOperations> = {
  'solvency.show': {
    show({ positions, rest }) {
      const whole = rest === null ? 'no current rates to value it' : moneyText(rest);
      return `${table(positions)}\n\nTotal after paying out everything: ${whole}`;
    },
  },
  'solvency.record-holding': {
    example: '25000 EUR --reason "client account, statement of 30 November"',
    show: (_money, { amount, currency }) => `Declared ${amount} ${currency}`,
  },
  'solvency.holdings': { show: (page) => pageText(page, ({ id, ...row }) => row) },
};
