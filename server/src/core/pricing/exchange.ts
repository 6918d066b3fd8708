// Prices an exchange between two of a merchant's accounts (wire.md (d2), "Exchange transfer"). Amounts are in the
// smallest unit of their currency.
import { type Conversion, type Currency, type Decimal, toBase, toQuote } from '../money.ts';
import { chargeFor, feeInside } from './fee.ts';

export interface ExchangePair {
  readonly base: Currency;
  readonly quote: Currency;
  readonly side: 'buy' | 'sell';
}

/**
 * A coin sold for fiat is quoted as coin in fiat, side sell. Everything else, like withdrawals, is quoted as the
 * received currency in the charged one, side buy. So a rate is never a tiny fiat-in-coin number with few significant
 * digits.
 */
export function exchangePair(charged: Currency, received: Currency): ExchangePair {
  return charged.kind === 'coin' && received.kind === 'fiat'
    ? { base: charged, quote: received, side: 'sell' }
    : { base: received, quote: charged, side: 'buy' };
}

export interface ExchangeTerms {
  readonly pair: ExchangePair;
  /** `quote` per unit of `base`, on the pair's side. */
  readonly rate: Decimal;
  /** The merchant fixes one of the two amounts. */
  readonly amount: { readonly charged: bigint } | { readonly received: bigint };
  readonly feePercent: Decimal;
}

export interface ExchangePrice {
  readonly charged: bigint;
  /** In the charged currency. */
  readonly fee: bigint;
  readonly received: bigint;
}

/**
 * Charged given: `fee = ceil(charged × percent)`, `received = floor(value of (charged - fee))`. Received given:
 * `charged` is the smallest sufficient amount. Null when nothing would be received.
 */
export function priceExchange(terms: ExchangeTerms): ExchangePrice | null {
  const price =
    'charged' in terms.amount
      ? priceOfCharged(terms, terms.amount.charged)
      : priceOfReceived(terms, terms.amount.received);
  return price.received > 0n ? price : null;
}

function priceOfCharged({ pair, rate, feePercent }: ExchangeTerms, charged: bigint): ExchangePrice {
  const currency = pair.side === 'buy' ? pair.quote : pair.base;
  const fee = feeInside(charged, currency, feePercent);
  const conversion: Conversion = { base: pair.base, quote: pair.quote, rate };
  const received =
    pair.side === 'buy'
      ? toBase(charged - fee, conversion, { rounding: 'down' })
      : toQuote(charged - fee, conversion, 'down');
  return { charged, fee, received };
}

function priceOfReceived(
  { pair, rate, feePercent }: ExchangeTerms,
  received: bigint,
): ExchangePrice {
  const currency = pair.side === 'buy' ? pair.quote : pair.base;
  const conversion: Conversion = { base: pair.base, quote: pair.quote, rate };
  const net =
    pair.side === 'buy'
      ? toQuote(received, conversion, 'up')
      : toBase(received, conversion, { rounding: 'up' });
  return { ...chargeFor(net, currency, feePercent), received };
}
