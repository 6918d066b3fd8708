// Expiry of XRP transfers (`LastLedgerSequence`): rippled rejects a late transfer and drops a waiting one.
import type { SqlTx } from '../../db/database.ts';
import type { TransferPlan } from '../transfers.ts';
import type { RawTransfer } from './raw-transfer.ts';
import { rulesOf } from './simulation.ts';
import type { AccountFacts } from './wallet-view.ts';

/** xrpl.org, "tef Codes". */
export const TOO_LATE = 'tefMAX_LEDGER';

/** `height` is that of the best block; the next block is the first that could include the transfer. */
export function isTooLate({ expiresAtHeight }: RawTransfer, height: number): boolean {
  return expiresAtHeight !== undefined && expiresAtHeight <= height;
}

/** Drops transfers that the block after `height` may not include. */
export async function dropExpired(tx: SqlTx, coin: string, height: number): Promise<void> {
  if (rulesOf(coin).expiresAfter === undefined) return;
  await tx.query(
    `update simulation.transactions set mempool_number = null
     where coin = $1 and mempool_number is not null and (raw::jsonb ->> 'expiresAtHeight')::bigint <= $2`,
    [coin, height],
  );
}

/** The proof of chains/rippled/find-transactions.ts. `height` is at most the height at which the account was read. */
export function hasExpired(
  { origin, expiresAtHeight: last }: TransferPlan,
  { height, account }: { height: number; account: Pick<AccountFacts, 'confirmedSequence'> },
): boolean {
  if (!('sender' in origin) || last === undefined) return false;
  return height >= last && account.confirmedSequence <= origin.number;
}
