// The fiat currencies that coins are traded in deeply enough to be believed. The first is the pivot: every
// mid price is kept in it, and ECB reference rates are stated against it. Used by snapshot.ts and providers.

export const PIVOT = 'EUR';

/** In the order in which a coin's price is taken: the pivot first, as it needs no fiat cross rate. */
export const LIQUID_FIATS: readonly string[] = [PIVOT, 'USD', 'GBP'];
