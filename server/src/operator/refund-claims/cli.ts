// Text output of `chaintill refund-claims refundable|preview`.
import { type AdaptersOf, moneyText } from '../../cli/adapter.ts';
import type { refundClaimsOperations } from './contract.ts';

export const refundClaimsAdapters: AdaptersOf<typeof refundClaimsOperations> = {
  'refund-claims.refundable': {
    example: 'shop 0199...',
    show: ({ price, paid }) => `Refundable  ${moneyText(price)} or ${moneyText(paid)}`,
  },
  'refund-claims.preview': {
    example: 'shop 0199...',
    show: ({ charged, network_fee, received }) =>
      [
        `Charged      ${moneyText(charged)}`,
        `Network fee  ${moneyText(network_fee)}`,
        `To address   ${moneyText(received)}`,
      ].join('\n'),
  },
};
