// Payment URIs of the form `scheme:address?amount=1.5` (BIP-21 and its relatives).
import { formatAmount, type Units } from '../../core/money.ts';

/** In whole coins, without the `.0` of the wire form: every wallet parses the plain form of BIP-21's examples. */
export function amountText(amount: bigint, currency: Units): string {
  return formatAmount(amount, currency).replace(/\.0$/, '');
}

/** Null values are omitted. */
export function uriWith(base: string, items: Readonly<Record<string, string | null>>): string {
  const query = Object.entries(items).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${value}`],
  );
  return query.length === 0 ? base : `${base}?${query.join('&')}`;
}
