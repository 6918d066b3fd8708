// The money of an exchange as postings and rows of the transaction list (docs/money.md): two legs through
// `exchange`, the fee as a posting of its own, and one row in each of the two accounts.
import type { Till } from '../app.ts';
import type { Posting } from '../ledger/post.ts';
import type { NewTransaction } from '../transactions/record.ts';
import type { ExchangeRow } from './exchange-row.ts';

export function exchangePostings(row: ExchangeRow): Posting[] {
  const reference = { referenceType: 'ExchangeTransfer', referenceId: row.id };
  const charged = { ...reference, currency: row.charged_currency };
  const postings: Posting[] = [
    {
      ...charged,
      purpose: 'charge',
      from: 'available',
      to: 'exchange',
      amount: row.charged_amount - row.fee,
    },
    { ...charged, purpose: 'fee', from: 'available', to: 'fees', amount: row.fee },
    {
      ...reference,
      currency: row.received_currency,
      purpose: 'credit',
      from: 'exchange',
      to: 'available',
      amount: row.received_amount,
    },
  ];
  return postings.filter((posting) => posting.amount > 0n);
}

export function exchangeTransactions(till: Till, row: ExchangeRow): NewTransaction[] {
  const side = (currency: string, amount: bigint, fee: bigint): NewTransaction => ({
    nonce: till.random.bytes(10).toString('hex'),
    currency,
    referenceType: 'ExchangeTransfer',
    referenceId: row.id,
    amount,
    isCounted: true,
    fee,
    feeCurrency: currency,
    customId: row.custom_id,
    customerId: null,
    description: null,
    status: null,
    statusContext: null,
    risk: null,
    riskLevel: null,
  });
  return [
    side(row.charged_currency, -row.charged_amount, row.fee),
    side(row.received_currency, row.received_amount, 0n),
  ];
}
