// A transaction of ours that the next block executes or fails: the same bytes may do either in two branches of a chain,
// where the contract or account they call has changed (ETH revert, XRP tec codes). Call it between two blocks.
import type { Sql } from '../../src/db/database.ts';

interface Transaction {
  readonly coin: string;
  readonly txid: string;
}

/** A failed transaction pays its fee and uses its nonce, and moves nothing. */
export async function failTransfer(
  sql: Sql,
  { coin, txid }: Transaction,
  reason: string,
): Promise<void> {
  await sql.query(
    `update simulation.transactions set has_failed = true, failure = $3
     where coin = $1 and txid = $2 and block_hash is null`,
    [coin, txid, reason],
  );
  await changeSpent(sql, { coin, txid }, -1);
}

export async function carryOutTransfer(sql: Sql, { coin, txid }: Transaction): Promise<void> {
  await sql.query(
    `update simulation.transactions set has_failed = false, failure = null
     where coin = $1 and txid = $2 and block_hash is null`,
    [coin, txid],
  );
  await changeSpent(sql, { coin, txid }, 1);
}

/** Makes the paid amount leave its sender, or stay there. */
async function changeSpent(sql: Sql, { coin, txid }: Transaction, sign: 1 | -1): Promise<void> {
  await sql.query(
    `update simulation.spends s set amount = s.amount + $3 * (
       select coalesce(sum(o.amount), 0) from simulation.outputs o where o.coin = s.coin and o.txid = s.txid)
     where s.coin = $1 and s.txid = $2`,
    [coin, txid, sign],
  );
}
