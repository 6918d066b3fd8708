// Follows settled transfers and their replacement family again when a reorganization removes a final block.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';

/** SQL conditions on transfers `t` of coin `$1`. `$2`: height or sender; `$3`: first unused number. */
const REMOVED = 't.block_height > $2';
const UNUSED_NUMBER = 't.sender = $2 and t.number >= $3';

/** Blocks above this height left the best chain. */
export function followRemoved(
  tx: Tx,
  { coin, above }: { coin: string; above: number },
): Promise<void> {
  return follow(tx, REMOVED, [coin, above]);
}

/** The transfer's block left the chain, or the node lags behind; the next poll decides. */
export function followUnused(
  sql: Sql,
  { coin, address, nextNumber }: { coin: string; address: string; nextNumber: number },
): Promise<void> {
  return follow(sql, UNUSED_NUMBER, [coin, address, nextNumber]);
}

async function follow(sql: Sql, which: string, values: readonly unknown[]): Promise<void> {
  await sql.query(
    `with again as (
       select f.id from transfers f
       where f.coin = $1 and f.due_at is null and f.status in ('confirmed', 'replaced') and f.family in (
         select t.family from transfers t
         where t.coin = $1 and ${which} and t.due_at is null and t.status = 'confirmed')
       order by f.created_at, f.id for update)
     update transfers t set due_at = 'infinity', checked_hash = null
     from again where t.coin = $1 and t.id = again.id`,
    values,
  );
}
