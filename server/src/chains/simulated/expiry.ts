// XRP: the last ledger that may hold a transfer (`LastLedgerSequence`). rippled refuses a transfer whose last ledger
// has closed, and drops one that waits when its last ledger closes without it.
import type { SqlTx } from '../../db/database.ts';
import type { TransferPlan } from '../transfers.ts';
import type { RawTransfer } from './raw-transfer.ts';
import { rulesOf } from './rules.ts';
import type { AccountFacts } from './wallet-view.ts';

/** As rippled says it (xrpl.org, "tef Codes"). */
export const TOO_LATE = 'tefMAX_LEDGER';

/** `height`: of the best block. The next block is the first that could hold the transfer. */
export function isTooLate({ expiresAtHeight }: RawTransfer, height: number): boolean {
  return expiresAtHeight !== undefined && expiresAtHeight <= height;
}

/** The blocks up to the height were mined: what the next block may not hold leaves the mempool. */
export async function dropExpired(tx: SqlTx, coin: string, height: number): Promise<void> {
  if (rulesOf(coin).expiresAfter === undefined) return;
  await tx.query(
    `update simulation.transactions set mempool_number = null
     where coin = $1 and mempool_number is not null and (raw::jsonb ->> 'expiresAtHeight')::bigint <= $2`,
    [coin, height],
  );
}

/** As chains/rippled/find-spenders.ts proves it. `height`: at which the account was read, or an earlier one. */
export function hasExpired(
  { origin, expiresAtHeight: last }: TransferPlan,
  { height, account }: { height: number; account: Pick<AccountFacts, 'confirmedSequence'> },
): boolean {
  if (!('sender' in origin) || last === undefined) return false;
  return height >= last && account.confirmedSequence <= origin.number;
}
