// The arithmetic of an exchange between two of a merchant's accounts (wire.md (d2), "Exchange
// transfer"). Used by exchange/create. Amounts in the smallest unit of their currency.
import type { Decimal } from '../decimal.ts';
import { type Conversion, type Currency, toBase, toQuote } from '../money.ts';
import { chargeFor, feeInside } from './fee.ts';

/** The pair that an exchange is quoted in, and the side of the quote that the merchant trades at. */
export interface ExchangePair {
  readonly base: Currency;
  readonly quote: Currency;
  /** He buys the base (pays in the quote) or sells it (pays in the base). */
  readonly side: 'buy' | 'sell';
}

/**
 * A coin sold for fiat is quoted as coin in fiat and sold; everything else is quoted as the received
 * currency in the charged one and bought, as withdrawals are. So a rate never is a tiny fiat-in-coin
 * number of few digits.
 */
export function exchangePair(charged: Currency, received: Currency): ExchangePair {
  return charged.kind === 'coin' && received.kind === 'fiat'
    ? { base: charged, quote: received, side: 'sell' }
    : { base: received, quote: charged, side: 'buy' };
}

export interface ExchangeTerms {
  readonly pair: ExchangePair;
  /** `quote` for one `base`, of the pair's side. */
  readonly rate: Decimal;
  /** Exactly one of the two amounts, in its currency. */
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
 * Charged given: `fee = ceil(charged × percent)`, `received = floor(value of charged - fee)`. Received
 * given: the least charged whose rest after the fee is worth it. Null when nothing would be received.
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
