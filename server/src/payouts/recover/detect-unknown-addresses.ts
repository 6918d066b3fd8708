// Payments to addresses of ours that nobody was given. Nobody outside can know such an address, so it was given out in
// a database that this one is older than: the coin goes into quarantine in the transaction that stores the payment,
// and no address is handed out that may have been handed out before.
import { retireAddresses, skipAhead } from '../../addresses/skip-ahead.ts';
import type { IncomingPayment } from '../../chains/chain.ts';
import type { Coin } from '../../coins/coin.ts';
import { coinsOnSameAddresses } from '../../coins/registry.ts';
import type { Tx } from '../../db/tx.ts';
import { beginQuarantine } from './quarantine.ts';

/** A payment to an address of ours, and whose the address is. */
interface Matched {
  readonly payment: Pick<IncomingPayment, 'txid' | 'address' | 'tag'>;
  readonly ownerId: string | null;
}

/**
 * Retires the addresses, also those of a network with the same keys that the payer mistook for this one; the first time
 * also begins the quarantine of the network whose they are. A destination tag (XRP) is a number that anybody
 * can write, by chance or on purpose: it is retired and the pool skips ahead, and nothing is stopped.
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
  // What is true of this coin is true of all: they share the database.
  await skipAhead(tx, { coin: null, isDoubted: true });
  if (coin.destinationTag !== null) {
    tx.log.warn({ coin: coin.code }, 'a tag was paid that nobody was given: new ones skip ahead');
    return;
  }
  const txid = unknownPayments.find(({ payment }) => payment.address === address)?.payment.txid;
  const reason = `${txid} pays ${address}, which this database gave to nobody: it may be an older copy`;
  await beginQuarantine(tx, { coin: retired.coin, reason });
}
