// Payment URIs of the form `scheme:address?amount=1.5` (BIP-21 and its relatives), which wallets open and QR codes
// contain. Used by all coins; ETH has its own parameters (EIP-681).
import { formatAmount, type Units } from '../../core/money.ts';

/**
 * An amount in whole coins, in plain decimals. Without the `.0` of the wire form: BIP-21 allows both `1` and `1.0`, but
 * its own examples write `50`, so every wallet parses the shorter form.
 */
export function amountText(amount: bigint, currency: Units): string {
  return formatAmount(amount, currency).replace(/\.0$/, '');
}

/** The URI with its query parameters, in order; null ones are omitted. */
export function uriWith(base: string, items: Readonly<Record<string, string | null>>): string {
  const query = Object.entries(items).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${value}`],
  );
  return query.length === 0 ? base : `${base}?${query.join('&')}`;
}
