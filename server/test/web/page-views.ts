// Views for the tests of the hosted pages: one invoice, with a test's changes.
import type { PaymentPageView } from '../../src/web/payment-page-view.ts';

export const PAGE_TIME = new Date('2026-11-21T12:00:00Z');
/** BIP-173, test vector of section "Examples". */
export const PAGE_ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

export function invoiceView(changes: Partial<PaymentPageView> = {}): PaymentPageView {
  return {
    kind: 'invoice',
    status: 'waiting',
    locale: 'en',
    pagePath: '/invoices/01936f7a-0000-7000-8000-000000000001',
    merchant: { name: null, contact: null },
    name: 'Order 1042',
    description: 'Two tickets',
    payCurrency: 'BTC',
    amounts: { due: '0.001895', received: '0.0', remaining: '0.001895' },
    price: { amount: '149.9', currency: 'EUR', kind: 'fiat' },
    rate: '79102.9',
    networkName: 'Bitcoin',
    isTestNetwork: true,
    isToken: false,
    address: PAGE_ADDRESS,
    tag: null,
    uri: `bitcoin:${PAGE_ADDRESS}?amount=0.001895`,
    createdAt: new Date('2026-11-21T11:59:30Z'),
    expiresAt: new Date('2026-11-21T12:09:30Z'),
    confirmations: null,
    transactions: [],
    refunds: [],
    successUrl: 'https://shop.example/thanks?a=1&b=2',
    unsuccessUrl: 'https://shop.example/cart',
    now: PAGE_TIME,
    ...changes,
  };
}

export function channelView(changes: Partial<PaymentPageView> = {}): PaymentPageView {
  return invoiceView({
    kind: 'channel',
    amounts: null,
    price: null,
    rate: null,
    expiresAt: null,
    uri: `bitcoin:${PAGE_ADDRESS}`,
    ...changes,
  });
}
