// The fiat currencies of the interface (interface.md 2.6). Decimals are the minor units of ISO 4217.
import type { Currency } from '../core/money.ts';

export interface Fiat extends Currency {
  readonly kind: 'fiat';
  /** Display name, as in ISO 4217. */
  readonly name: string;
}

/** In the order of interface.md 2.6. */
export const fiats: readonly Fiat[] = [
  fiat('GBP', 'Pound Sterling'),
  fiat('CNY', 'Yuan Renminbi'),
  fiat('TRY', 'Turkish Lira'),
  fiat('USD', 'US Dollar'),
  fiat('RUB', 'Russian Ruble'),
  fiat('KRW', 'Won', 0),
  fiat('NOK', 'Norwegian Krone'),
  fiat('INR', 'Indian Rupee'),
  fiat('JPY', 'Yen', 0),
  fiat('CAD', 'Canadian Dollar'),
  fiat('THB', 'Baht'),
  fiat('AUD', 'Australian Dollar'),
  fiat('HKD', 'Hong Kong Dollar'),
  fiat('MYR', 'Malaysian Ringgit'),
  fiat('NZD', 'New Zealand Dollar'),
  fiat('TWD', 'New Taiwan Dollar'),
  fiat('MXN', 'Mexican Peso'),
  fiat('BRL', 'Brazilian Real'),
  fiat('COP', 'Colombian Peso'),
  fiat('SEK', 'Swedish Krona'),
  fiat('PLN', 'Zloty'),
  fiat('HUF', 'Forint'),
  fiat('IDR', 'Rupiah'),
  fiat('VND', 'Dong', 0),
  fiat('EUR', 'Euro'),
];

function fiat(code: string, name: string, decimals = 2): Fiat {
  return { code, name, kind: 'fiat', scale: decimals, precision: decimals };
}
