// The arithmetic of a coin withdrawal in all its amount forms (wire.md (b) "POST /api/coin_withdrawals
// body" and (d2) "Withdrawal"). They come down to two: the processing fee is inside the amount, which
// fixes what is charged; or it is on top, which fixes what is received. Used by withdrawals/create.
// Amounts in the smallest unit of their currency; the network fee is in the received currency.
import type { Decimal } from '../decimal.ts';
import { type Conversion, type Currency, roundTo, toBase, toQuote } from '../money.ts';
import { chargeFor, feeInside } from './fee.ts';

/** The amount as the merchant gave it. */
export interface WithdrawalAmount {
  readonly amount: bigint;
  /** Which of the two currencies it is in. */
  readonly in: 'charged' | 'received';
  readonly includesProcessingFee: boolean;
  readonly includesNetworkFee: boolean;
}

/** The three older forms, as the newer one spells them (wire.md (b), "Equivalences"). */
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
  /** Charged currency for one unit of the received one (the buy rate); null when they are the same. */
  readonly rate: Decimal | null;
  /** As estimated, in the received currency; may be finer than its precision (wei). */
  readonly networkFee: bigint;
  readonly feePercent: Decimal;
}

export interface WithdrawalPrice {
  readonly charged: bigint;
  /** In the charged currency; on the wire `exchange.fee` when converted, `fee` when not. */
  readonly fee: bigint;
  readonly received: bigint;
  /** As charged: the estimate rounded up at the received currency's precision. */
  readonly networkFee: bigint;
}

/**
 * What is charged and what arrives. Always `charged - fee ≥ (received + networkFee) × rate`, and equal
 * when nothing is converted. Null when the fees leave nothing to send.
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
 * The least amount, in the form of the terms, of which at least so much arrives: at the precision of its currency,
 * rounded up.
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

/** The least received amount that is charged at least so much: the next above what is worth a unit less. */
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

/** Fees on top: the least charged with `charged - fee ≥ ceil((received + network fee) × rate)`. */
function priceReceived(terms: WithdrawalTerms, received: bigint): Sides {
  if (received <= 0n) return { charged: 0n, fee: 0n, received };
  const net = toCharged(terms, received + terms.networkFee);
  return { ...chargeFor(net, terms.chargedCurrency, terms.feePercent), received };
}

/** The charge that the merchant fixed: his amount, plus the network fee unless that is in it. */
function chargedAmount(terms: WithdrawalTerms): bigint {
  const { amount } = terms;
  const added = amount.includesNetworkFee ? 0n : terms.networkFee;
  return amount.in === 'charged'
    ? amount.amount + toCharged(terms, added)
    : toCharged(terms, amount.amount + added);
}

/** The received amount that the merchant fixed: his amount, less the network fee if that is in it. */
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
