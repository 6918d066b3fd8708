// Prices a withdrawal in every amount form (wire.md (b) "POST /api/coin_withdrawals body" and (d2) "Withdrawal"). The
// forms reduce to two: a processing fee included in the amount fixes the charged amount, and a fee added to the
// amount fixes the received amount. Amounts are in the smallest unit of their currency; the network fee is in the
// received currency.
import {
  type Conversion,
  type Currency,
  type Decimal,
  roundTo,
  toBase,
  toQuote,
} from '../money.ts';
import { chargeFor, feeInside } from './fee.ts';

export interface WithdrawalAmount {
  readonly amount: bigint;
  readonly in: 'charged' | 'received';
  readonly includesProcessingFee: boolean;
  readonly includesNetworkFee: boolean;
}

/** The three older forms expressed in the newer one (wire.md (b), "Equivalences"). */
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
  /** Buy rate: charged currency per unit of received currency; null when the currencies are the same. */
  readonly rate: Decimal | null;
  /** An estimate in the received currency, which may be finer than its precision (wei). */
  readonly networkFee: bigint;
  readonly feePercent: Decimal;
}

export interface WithdrawalPrice {
  readonly charged: bigint;
  /** In the charged currency; on the wire `exchange.fee` when converted, otherwise `fee`. */
  readonly fee: bigint;
  readonly received: bigint;
  /** The estimate rounded up at the received currency's precision. */
  readonly networkFee: bigint;
}

/** `charged - fee ≥ (received + networkFee) × rate`. Null when the fees leave nothing to send. */
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

/** The smallest amount with which at least `received` arrives, rounded up at the precision of its currency. */
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

/** One unit above the largest received amount that costs less than `charged`. */
function leastWorth(terms: WithdrawalTerms, charged: bigint): bigint {
  if (terms.rate === null) return charged;
  const { chargedCurrency, receivedCurrency } = terms;
  return toReceived(terms, charged - unitOf(chargedCurrency)) + unitOf(receivedCurrency);
}

function unitOf({ scale, precision }: Currency): bigint {
  return 10n ** BigInt(scale - precision);
}

type Sides = Omit<WithdrawalPrice, 'networkFee'>;

/** Fees included: `fee = ceil(charged × percent)`, `received = floor((charged - fee) / rate - network fee)`. */
function priceCharged(terms: WithdrawalTerms, charged: bigint): Sides {
  const fee = feeInside(charged, terms.chargedCurrency, terms.feePercent);
  return { charged, fee, received: toReceived(terms, charged - fee) - terms.networkFee };
}

/** Fees added: the smallest charged amount with `charged - fee ≥ ceil((received + network fee) × rate)`. */
function priceReceived(terms: WithdrawalTerms, received: bigint): Sides {
  if (received <= 0n) return { charged: 0n, fee: 0n, received };
  const net = toCharged(terms, received + terms.networkFee);
  return { ...chargeFor(net, terms.chargedCurrency, terms.feePercent), received };
}

function chargedAmount(terms: WithdrawalTerms): bigint {
  const { amount } = terms;
  const added = amount.includesNetworkFee ? 0n : terms.networkFee;
  return amount.in === 'charged'
    ? amount.amount + toCharged(terms, added)
    : toCharged(terms, amount.amount + added);
}

function receivedAmount(terms: WithdrawalTerms): bigint {
  const { amount } = terms;
  const value = amount.in === 'charged' ? toReceived(terms, amount.amount) : amount.amount;
  return value - (amount.includesNetworkFee ? terms.networkFee : 0n);
}

/** Rounds up. */
function toCharged(terms: WithdrawalTerms, received: bigint): bigint {
  const conversion = conversionOf(terms);
  return conversion === null ? received : toQuote(received, conversion, 'up');
}

/** Rounds down. */
function toReceived(terms: WithdrawalTerms, charged: bigint): bigint {
  const conversion = conversionOf(terms);
  return conversion === null ? charged : toBase(charged, conversion, { rounding: 'down' });
}

function conversionOf(terms: WithdrawalTerms): Conversion | null {
  const { receivedCurrency: base, chargedCurrency: quote, rate } = terms;
  return rate === null ? null : { base, quote, rate };
}
