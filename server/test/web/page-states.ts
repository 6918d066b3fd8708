// Every state of a payment page, for the tests that look at all of them.
import type { PageRefund, PaymentPageView } from '../../src/web/payment-page-view.ts';
import { channelView, invoiceView, PAGE_ADDRESS, PAGE_TIME } from './page-views.ts';

const TXID = '4d3c3de5bd3ab6a1b1a5a6ad0b6f4b2a2a9c2f7e3d7f6c5b4a39281706f5e4d3';
const TOKEN_ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';

const PARTLY = { due: '0.001895', received: '0.0018', remaining: '0.000095' };
const WHOLE = { due: '0.001895', received: '0.001895', remaining: '0.0' };

const paidBy = (amount: string, isConfirmed: boolean) => [
  { txid: TXID, explorerUrl: 'https://explorer.example/tx/4d3c', amount, isConfirmed },
];

function refund(status: PageRefund['status']): PageRefund {
  const isSent = status === 'on_its_way' || status === 'confirmed';
  return {
    amount: '0.0005',
    fees: status === 'with_merchant' ? null : '0.00001',
    status,
    address: status === 'with_merchant' ? null : PAGE_ADDRESS,
    txid: isSent ? TXID : null,
    explorerUrl: null,
  };
}

const token: Partial<PaymentPageView> = {
  payCurrency: 'USDT',
  amounts: { due: '170.12', received: '0.0', remaining: '170.12' },
  networkName: 'Ethereum (ERC20)',
  isToken: true,
  address: TOKEN_ADDRESS,
  uri: `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${TOKEN_ADDRESS}&uint256=170120000`,
};

const tagged: Partial<PaymentPageView> = {
  payCurrency: 'XRP',
  amounts: { due: '71.2', received: '0.0', remaining: '71.2' },
  networkName: 'XRP Ledger',
  address: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
  tag: { name: 'Destination tag', value: '2751702755' },
  uri: 'xrpl:rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B?amount=71.2&dt=2751702755',
};

const arrived = (changes: Partial<PaymentPageView>): Partial<PaymentPageView> => ({
  amounts: WHOLE,
  transactions: paidBy('0.001895', true),
  ...changes,
});

const REFUNDS: readonly PageRefund['status'][] = [
  'prepared',
  'failed',
  'on_its_way',
  'confirmed',
  'with_merchant',
];

const INVOICES: Readonly<Record<string, Partial<PaymentPageView>>> = {
  waiting: {},
  'waiting for a token': token,
  'waiting with a tag': tagged,
  underpaid: { status: 'underpaid', amounts: PARTLY, transactions: paidBy('0.0018', false) },
  'underpaid and expired': {
    status: 'underpaid',
    amounts: PARTLY,
    transactions: paidBy('0.0018', true),
    expiresAt: PAGE_TIME,
  },
  confirming: arrived({
    status: 'confirming',
    confirmations: { seen: 1, needed: 3 },
    transactions: paidBy('0.001895', false),
  }),
  paid: arrived({ status: 'paid' }),
  overpaid: arrived({
    status: 'overpaid',
    amounts: { ...WHOLE, received: '0.0025' },
    transactions: paidBy('0.0025', true),
  }),
  late: arrived({ status: 'late' }),
  'expired, not stored yet': { expiresAt: PAGE_TIME },
  expired: { status: 'expired', expiresAt: PAGE_TIME },
  on_hold: arrived({ status: 'on_hold' }),
  cancelled: { status: 'cancelled' },
  refunded: arrived({ status: 'refunded' }),
};

const CHANNELS: Readonly<Record<string, Partial<PaymentPageView>>> = {
  waiting: {},
  'waiting for a token': { ...token, amounts: null },
  confirming: {
    status: 'confirming',
    confirmations: { seen: 0, needed: 3 },
    transactions: paidBy('0.001895', false),
  },
  'with a failed refund': { refunds: [refund('failed')], transactions: paidBy('0.0005', true) },
  disabled: { status: 'disabled' },
};

/** Names with their views. All have a merchant with a contact. */
export function pageStates(): ReadonlyMap<string, PaymentPageView> {
  const merchant = { name: 'Corner Bakery', contact: 'help@bakery.example' };
  const invoice = (name: string, changes: Partial<PaymentPageView>) =>
    [`invoice: ${name}`, invoiceView({ merchant, ...changes })] as const;
  return new Map([
    ...Object.entries(INVOICES).map(([name, changes]) => invoice(name, changes)),
    ...(['paid', 'refunded'] as const).flatMap((status) =>
      REFUNDS.map((progress) =>
        invoice(
          `${status}, refund ${progress}`,
          arrived({ status, refunds: [refund(progress)], unsuccessUrl: null }),
        ),
      ),
    ),
    ...Object.entries(CHANNELS).map(
      ([name, changes]) => [`channel: ${name}`, channelView({ merchant, ...changes })] as const,
    ),
  ]);
}
