// In what whoever looks may have everything valued: the currencies with a price of most coins.
export const VALUED_IN = 'EUR';

export const currenciesToValueIn = [
  ...(['EUR', 'USD', 'GBP', 'JPY', 'CAD', 'AUD', 'CNY', 'INR', 'BRL', 'PLN', 'SEK'] as const),
  'BTC',
] as const;
