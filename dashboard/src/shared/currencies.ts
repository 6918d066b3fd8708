// The valuation currencies on offer: those in which most coins have a price.
export const VALUED_IN = 'EUR';

export const currenciesToValueIn = [
  'EUR',
  'USD',
  'GBP',
  'JPY',
  'CAD',
  'AUD',
  'CNY',
  'INR',
  'BRL',
  'PLN',
  'SEK',
  'BTC',
] as const;
