// The postings of an invoice (docs/architecture.md, "The books").
import { assetCode } from '../coins/coin.ts';
import type { Posting } from '../ledger/post.ts';
import { RESCHEDULED_FOR } from '../workers/apart.ts';
import { interval, lateInSlices } from '../workers/pull-in.ts';
import { CANCEL_AFTER, EXPIRY_CHECK_AFTER } from './store-invoices.ts';

export const lateInvoices = lateInSlices({
  table: 'invoices',
  update: 'update invoices t set due_at = $1',
  key: ['project_id', 'id'],
  isRight: `t.due_at in (t.expires_at + ${interval(EXPIRY_CHECK_AFTER)}, t.created_at + ${interval(CANCEL_AFTER)})`,
  delayMax: RESCHEDULED_FOR,
});

export interface Settlement {
  readonly invoiceId: string;
  readonly payCoin: string;
  readonly priceCurrency: string;
  /** In the pay currency. */
  readonly payAmount: bigint;
  /** In the price currency. `price` includes `fee`. */
  readonly price: bigint;
  readonly fee: bigint;
}

export function settlementPostings(settlement: Settlement): Posting[] {
  const { priceCurrency, price, fee } = settlement;
  const payCurrency = assetCode(settlement.payCoin);
  const isConverted = payCurrency !== priceCurrency;
  const source = isConverted ? 'exchange' : 'deposits';
  const reference = { referenceType: 'Invoice', referenceId: settlement.invoiceId };
  const postings: Posting[] = [
    {
      ...reference,
      purpose: 'credit',
      from: source,
      to: 'available',
      currency: priceCurrency,
      amount: price - fee,
    },
    {
      ...reference,
      purpose: 'fee',
      from: source,
      to: 'fees',
      currency: priceCurrency,
      amount: fee,
    },
  ];
  if (isConverted) {
    postings.unshift({
      ...reference,
      purpose: 'convert',
      from: 'deposits',
      to: 'exchange',
      currency: payCurrency,
      amount: settlement.payAmount,
    });
  }
  return postings.filter((posting) => posting.amount > 0n);
}
