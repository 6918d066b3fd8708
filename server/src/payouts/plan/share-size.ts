// How much of a transaction the payouts of a payout batch may use.
import type { FeeQuotes } from '../../chains/transfers.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import type { ShareSize } from './batches.ts';
import { INPUTS_MAX } from './plan-outputs.ts';

/** More than the payments of any transaction: 100,000 bytes, 31 of them for each output to a P2WPKH address. */
export const SHARED_MAX = 3_300;

/** More than one run of the sender plans of other payouts. */
const DUE_MAX = 200;

/** SQL: at most $3 due payouts, and many only while files are sent: each run reads and examines them again. */
export const DUE_LIMIT = `(case when exists (select 1 from payout_batches where due_at is not null) then $3::int
  else least($3::int, ${DUE_MAX}) end)`;

/** For `DUE_LIMIT`. */
export function dueMax({ network }: Pick<CoinWallet, 'network'>): number {
  return network.capacity === undefined ? DUE_MAX : SHARED_MAX;
}

/** The output of change: 9 bytes and a P2PKH script, the longest of our addresses. */
const CHANGE = 34;

/** A replacement costs at least the fee of the transaction that it replaces, and a relay fee (BIP-125). */
const REPLACEMENTS = 2n;

/**
 * Room for the outputs besides all inputs and change: up to the standard size, as long as a signer also signs a
 * replacement at twice the current fee.
 */
export function shareSize(
  { network, feeLimits }: Pick<CoinWallet, 'network' | 'feeLimits'>,
  quotes: FeeQuotes,
): ShareSize | null {
  const { capacity } = network;
  if (capacity === undefined) return null;
  const { sizeMax, ordinarySize, sizeOf } = capacity;
  const bare = sizeOf({ inputs: 0, outputs: [] });
  const inputs = sizeOf({ inputs: INPUTS_MAX, outputs: [] });
  return {
    roomFor(level) {
      const signed =
        (feeLimits.perTransfer * BigInt(ordinarySize)) / (REPLACEMENTS * quotes[level]);
      return Math.min(sizeMax, Number(signed)) - inputs - CHANGE;
    },
    sizeOf: (address) => sizeOf({ inputs: 0, outputs: [address] }) - bare,
  };
}
