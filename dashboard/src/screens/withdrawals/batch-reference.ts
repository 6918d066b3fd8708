// Generates references for rows without one, so that importing a file twice does not pay anyone twice.
import type { CoinWithdrawalRequest } from '@chaintill/client';
import { trimTrailing } from '../../shared/amounts.ts';
import type { BatchRow } from './batch-file.ts';

const PREFIX = 'batch-';
const DIGEST_LENGTH = 32;
const REFERENCE_LENGTH = PREFIX.length + DIGEST_LENGTH;

/**
 * Each reference is derived from the payment's content, plus a counter for identical rows. So a file that is imported
 * again, in full, in part or in another order, gets the same references, and nobody is paid twice.
 */
export async function referencesOf(requests: readonly CoinWithdrawalRequest[]): Promise<string[]> {
  const counts = new Map<string, number>();
  const paid = requests.map((request) => {
    const { address, received_currency, charged_currency, amount_currency } = request;
    const { network = null, customer_id = null } = request;
    const currencies = [received_currency, charged_currency, amount_currency];
    const one = JSON.stringify([
      address,
      plain(request.amount ?? ''),
      ...currencies,
      network,
      customer_id,
    ]);
    const count = (counts.get(one) ?? 0) + 1;
    counts.set(one, count);
    return `${one} ${count}`;
  });
  return Promise.all(paid.map(referenceOf));
}

async function referenceOf(paid: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(paid));
  const hex = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return PREFIX + hex.slice(0, DIGEST_LENGTH);
}

/** Another program may write the same amount with trailing zeros, so they are removed. */
const plain = (amount: string) =>
  amount.includes('.') ? trimTrailing(trimTrailing(amount, '0'), '.') : amount;

/** A deliberate repetition of a payment that was already sent. */
export function onceMore(row: BatchRow): BatchRow {
  const round = (row.round ?? 1) + 1;
  const base = (row.request.custom_id ?? '').slice(0, REFERENCE_LENGTH);
  const request = { ...row.request, custom_id: `${base}-${round}` };
  return { ...row, request, round, attempt: crypto.randomUUID() };
}
