// Fiat currencies beyond those of interface.md 2.6, which the operator can switch on. At least two price sources
// publish each of them (rates/providers).

/** The name and the decimals of ISO 4217. */
export const furtherFiats = {
  AED: { name: 'UAE Dirham', decimals: 2 },
  CHF: { name: 'Swiss Franc', decimals: 2 },
  CZK: { name: 'Czech Koruna', decimals: 2 },
  DKK: { name: 'Danish Krone', decimals: 2 },
  ILS: { name: 'New Israeli Sheqel', decimals: 2 },
  ISK: { name: 'Iceland Krona', decimals: 0 },
  PHP: { name: 'Philippine Peso', decimals: 2 },
  RON: { name: 'Romanian Leu', decimals: 2 },
  SGD: { name: 'Singapore Dollar', decimals: 2 },
  UAH: { name: 'Hryvnia', decimals: 2 },
  ZAR: { name: 'Rand', decimals: 2 },
} as const;

export const furtherFiatCodes: readonly string[] = Object.keys(furtherFiats);
