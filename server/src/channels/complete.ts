// Completes a channel payment: its value at the current rate less the fee (wire.md (d2)), and the postings that credit
// it. Used when a payment is confirmed and when a held one is released.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { type Decimal, formatDecimal } from '../core/decimal.ts';
import { priceChannelPayment } from '../core/pricing/channel.ts';
import type { Posting } from '../ledger/post.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import type { ChannelPaymentRow } from './channel.ts';

/** Errors: 503 `rates_unavailable`. Never uses a stale rate. */
export function completePayment(
  instance: Instance,
  project: Project,
  payment: ChannelPaymentRow,
): ChannelPaymentRow {
  const rate = rateOf(instance, payment);
  const receiver = defined(
    instance.currencies.get(payment.received_currency),
    'currency is registered',
  );
  const price = priceChannelPayment({
    paid: payment.paid_amount,
    payCurrency: defined(
      instance.currencies.get(assetCode(payment.paid_currency)),
      'it is registered',
    ),
    receiverCurrency: receiver,
    rate,
    feePercent: feePercentOf(instance, project, { operation: 'channel', currency: receiver.code }),
  });
  return {
    ...payment,
    status: 'completed',
    status_context: null,
    received_amount: price.received,
    fee: price.fee,
    rate: rate === null ? null : formatDecimal(rate),
    due_at: null,
  };
}

function rateOf(instance: Instance, payment: ChannelPaymentRow): Decimal | null {
  const paid = assetCode(payment.paid_currency);
  if (paid === payment.received_currency) return null;
  return quoteNow(instance, { base: paid, quote: payment.received_currency }).sellRate;
}

export function creditPostings(payment: ChannelPaymentRow): Posting[] {
  const paidCurrency = assetCode(payment.paid_currency);
  const isConverted = paidCurrency !== payment.received_currency;
  const source = isConverted ? 'exchange' : 'deposits';
  const reference = { referenceType: 'ChannelPayment', referenceId: payment.id };
  const currency = payment.received_currency;
  const postings: Posting[] = [
    {
      ...reference,
      purpose: 'credit',
      from: source,
      to: 'available',
      currency,
      amount: payment.received_amount,
    },
    { ...reference, purpose: 'fee', from: source, to: 'fees', currency, amount: payment.fee },
  ];
  if (isConverted) {
    postings.unshift({
      ...reference,
      purpose: 'convert',
      from: 'deposits',
      to: 'exchange',
      currency: paidCurrency,
      amount: payment.paid_amount,
    });
  }
  return postings.filter((posting) => posting.amount > 0n);
}
