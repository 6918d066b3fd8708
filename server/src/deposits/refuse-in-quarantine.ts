// Blocks manual allocation for a coin in quarantine: what looks like an unmatched payment may be our own change, or
// another project's payment to an address that this database lost.
import { coinLabel } from '../coins/coin.ts';
import { AppError } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';

/** Errors: 422 `invalid_status` until the coin's quarantine ends. */
export async function refuseInQuarantine(tx: Tx, coin: string): Promise<void> {
  if (!(await isInQuarantine(tx, coin))) return;
  throw new AppError({
    code: 'invalid_status',
    status: 422,
    message: `${coinLabel(coin)} is in quarantine: nothing that came in is credited, attached or sent back before the operator ends it`,
  });
}

export async function isInQuarantine(sql: Sql, coin: string): Promise<boolean> {
  return (await sql.query('select 1 from quarantines where coin = $1', [coin])).length > 0;
}
