// The arithmetic of a coin withdrawal in all its amount forms (wire.md (b) "POST /api/coin_withdrawals body" and (d2)
// "Withdrawal"). They reduce to two: the processing fee is included in the amount, which fixes the charged amount, or
// added to it, which fixes the received amount. Used by withdrawals/create. Amounts in the smallest unit of their
// currency; the network fee is in the received currency.
import {
  type Conversion,
  type Currency,
  type Decimal,
  roundTo,
  toBase,
  toQuote,
} from '../money.ts';
import { chargeFor, feeInside } from './fee.ts';

/** The amount as the merchant specified it. */
export interface WithdrawalAmount {
  readonly amount: bigint;
  /** The currency that the amount is in. */
  readonly in: 'charged' | 'received';
  readonly includesProcessingFee: boolean;
  readonly includesNetworkFee: boolean;
}

/** The three older forms, expressed in the newer one (wire.md (b), "Equivalences"). */
export const AMOUNT_FORMS = {
  charged_amount: { in: 'charged', includesProcessingFee: true, includesNetworkFee: true },
  charged_amount_to_send: {
    in: 'charged',
    includesProcessingFee: false,
    includesNetworkFee: false,
  },
  received_amount: { in: 'received', includesProcessingFee: false, includesNetworkFee: false },
} as const satisfies Readonly<Record<string, Omit<WithdrawalAmount, 'amount'>>>;

export interface WithdrawalTerms {
  readonly amount: WithdrawalAmount;
  readonly chargedCurrency: Currency;
  readonly receivedCurrency: Currency;
  /** Charged currency per unit of the received one (the buy rate); null when they are the same. */
  readonly rate: Decimal | null;
  /** Estimated, in the received currency; may be finer than its precision (wei). */
  readonly networkFee: bigint;
  readonly feePercent: Decimal;
}

export interface WithdrawalPrice {
  readonly charged: bigint;
  /** In the charged currency; on the wire `exchange.fee` when converted, otherwise `fee`. */
  readonly fee: bigint;
  readonly received: bigint;
  /** As charged: the estimate rounded up at the received currency's precision. */
  readonly networkFee: bigint;
}

/**
 * The charged and the received amount. Always `charged - fee ≥ (received + networkFee) × rate`, with equality when
 * nothing is converted. Null when the fees leave nothing to send.
 */
export function priceWithdrawal(terms: WithdrawalTerms): WithdrawalPrice | null {
  const { receivedCurrency } = terms;
  const rule = { precision: receivedCurrency.precision, rounding: 'up' } as const;
  const networkFee = roundTo(terms.networkFee, receivedCurrency, rule);
  const rounded = { ...terms, networkFee };
  const price = terms.amount.includesProcessingFee
    ? priceCharged(rounded, chargedAmount(rounded))
    : priceReceived(rounded, receivedAmount(rounded));
  return price.received > 0n ? { ...price, networkFee } : null;
}

/**
 * The smallest amount, in the form of the terms, for which at least the given amount arrives; rounded up at the
 * precision of its currency.
 */
export function leastAmount(terms: WithdrawalTerms, received: bigint): bigint {
  const { amount, receivedCurrency: coin } = terms;
  const rule = { precision: coin.precision, rounding: 'up' } as const;
  const networkFee = roundTo(terms.networkFee, coin, rule);
  const least = roundTo(received, coin, rule);
  const inside = amount.includesNetworkFee ? networkFee : 0n;
  if (!amount.includesProcessingFee)
    return amount.in === 'charged' ? toCharged(terms, least + inside) : least + inside;
  const net = toCharged(terms, least + networkFee);
  const { charged } = chargeFor(net, terms.chargedCurrency, terms.feePercent);
  const added = networkFee - inside;
  if (amount.in === 'charged') return charged - toCharged(terms, added);
  return leastWorth(terms, charged) - added;
}

/** The smallest received amount that costs at least the given amount: one unit above the largest that costs less. */
function leastWorth(terms: WithdrawalTerms, charged: bigint): bigint {
  if (terms.rate === null) return charged;
  const { chargedCurrency, receivedCurrency } = terms;
  return toReceived(terms, charged - unitOf(chargedCurrency)) + unitOf(receivedCurrency);
}

function unitOf({ scale, precision }: Currency): bigint {
  return 10n ** BigInt(scale - precision);
}

type Sides = Omit<WithdrawalPrice, 'networkFee'>;

/** Fees inside: `fee = ceil(charged × percent)`, `received = floor((charged - fee) / rate - network fee)`. */
function priceCharged(terms: WithdrawalTerms, charged: bigint): Sides {
  const fee = feeInside(charged, terms.chargedCurrency, terms.feePercent);
  return { charged, fee, received: toReceived(terms, charged - fee) - terms.networkFee };
}

/** Fees on top: the smallest charged amount with `charged - fee ≥ ceil((received + network fee) × rate)`. */
function priceReceived(terms: WithdrawalTerms, received: bigint): Sides {
  if (received <= 0n) return { charged: 0n, fee: 0n, received };
  const net = toCharged(terms, received + terms.networkFee);
  return { ...chargeFor(net, terms.chargedCurrency, terms.feePercent), received };
}

/** The charged amount that the merchant fixed: their amount, plus the network fee unless it is included. */
function chargedAmount(terms: WithdrawalTerms): bigint {
  const { amount } = terms;
  const added = amount.includesNetworkFee ? 0n : terms.networkFee;
  return amount.in === 'charged'
    ? amount.amount + toCharged(terms, added)
    : toCharged(terms, amount.amount + added);
}

/** The received amount that the merchant fixed: their amount, less the network fee if it is included. */
function receivedAmount(terms: WithdrawalTerms): bigint {
  const { amount } = terms;
  const value = amount.in === 'charged' ? toReceived(terms, amount.amount) : amount.amount;
  return value - (amount.includesNetworkFee ? terms.networkFee : 0n);
}

/** Charged for a received amount: rounded up. */
function toCharged(terms: WithdrawalTerms, received: bigint): bigint {
  const conversion = conversionOf(terms);
  return conversion === null ? received : toQuote(received, conversion, 'up');
}

/** Received for a charged amount: rounded down. */
function toReceived(terms: WithdrawalTerms, charged: bigint): bigint {
  const conversion = conversionOf(terms);
  return conversion === null ? charged : toBase(charged, conversion, { rounding: 'down' });
}

function conversionOf(terms: WithdrawalTerms): Conversion | null {
  const { receivedCurrency: base, chargedCurrency: quote, rate } = terms;
  return rate === null ? null : { base, quote, rate };
}
