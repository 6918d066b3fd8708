// Text output of `chaintill payment-links list|show`.
import type { AdaptersOf } from '../../cli/adapter.ts';
import type { paymentLinksOperations } from './contract.ts';

export const paymentLinksAdapters: AdaptersOf<typeof paymentLinksOperations> = {
  'payment-links.list': { example: 'shop' },
  'payment-links.show': { example: 'shop 0199...' },
};
