// Text output of `chaintill invoices simulate-payment` and `channels simulate-payment`.
import { type AdaptersOf, moneyText } from '../../cli/adapter.ts';
import type { simulatedPaymentsOperations } from './contract.ts';

export const simulatedPaymentsAdapters: AdaptersOf<typeof simulatedPaymentsOperations> = {
  'invoices.simulate-payment': {
    example: '0199... exact',
    show: ({ paid, txid }) => `Paid ${moneyText(paid)} in transaction ${txid}`,
  },
  'channels.simulate-payment': {
    example: '0199... --amount 0.001',
    show: ({ paid, txid }) => `Paid ${moneyText(paid)} in transaction ${txid}`,
  },
};
