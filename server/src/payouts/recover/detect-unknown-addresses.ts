// Detects payments to our addresses that were never handed out here. Outsiders cannot know such an address, so a newer
// copy of this database must have handed it out. The coin goes into quarantine in the transaction that stores the
// payment, and no address is handed out that may have been handed out before.
import { retireAddresses, skipAhead } from '../../addresses/skip-ahead.ts';
import type { IncomingPayment } from '../../chains/chain.ts';
import type { Coin } from '../../coins/coin.ts';
import { coinsOnSameAddresses } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import type { Tx } from '../../db/tx.ts';
import { beginQuarantine } from '../quarantine.ts';

/** A payment to one of our addresses, and the owner of the address. */
interface Matched {
  readonly payment: Pick<IncomingPayment, 'txid' | 'address' | 'tag'>;
  readonly ownerId: string | null;
}

/**
 * Retires the addresses, including those of a network with the same keys that the payer confused with this one. The
 * first detection also starts the quarantine of the network that the address belongs to. Anyone can write any
 * destination tag (XRP), so an unknown tag is only retired and skipped by the pool; nothing is stopped.
 */
export async function detectUnknownAddresses(
  tx: Tx,
  { coin, matched }: { coin: Coin; matched: readonly Matched[] },
): Promise<void> {
  const unknownPayments = matched.filter(({ ownerId }) => ownerId === null);
  if (unknownPayments.length === 0) return;
  const places = unknownPayments.map(({ payment }) => payment);
  const coins = [coin.code, ...coinsOnSameAddresses(coin, tx.instance.coins)];
  const [retired] = await retireAddresses(tx, { coins, places });
  if (retired === undefined) return;
  const { address } = retired;
  // A doubt about this coin applies to all coins, because they share the database.
  await skipAhead(tx, { coin: null, isDoubted: true });
  if (coin.destinationTag !== null) {
    tx.log.warn({ coin: coin.code }, 'payment to an unassigned tag: tag numbers skip ahead');
    return;
  }
  const paid = unknownPayments.find(({ payment }) => payment.address === address);
  const txid = defined(paid, 'the address was paid').payment.txid;
  const reason = { code: 'unknown_address', txid, address } as const;
  await beginQuarantine(tx, { coin: retired.coin, reason });
}
