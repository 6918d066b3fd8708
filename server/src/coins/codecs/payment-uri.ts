// Payment URIs of the form `scheme:address?amount=1.5` (BIP-21 and those modelled on it), which wallets
// open and QR codes carry. Used by all coins; ETH has its own items (EIP-681).
import { formatAmount, type Units } from '../../core/money.ts';

/**
 * An amount in whole coins, in plain decimals. Without the `.0` of the wire form: BIP-21 allows both `1`
 * and `1.0`, its own examples write `50`, and so every wallet reads the shorter one.
 */
export function amountText(amount: bigint, currency: Units): string {
  return formatAmount(amount, currency).replace(/\.0$/, '');
}

/** The URI with its query items, in their order; items that are null are left out. */
export function uriWith(base: string, items: Readonly<Record<string, string | null>>): string {
  const query = Object.entries(items).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${value}`],
  );
  return query.length === 0 ? base : `${base}?${query.join('&')}`;
}
