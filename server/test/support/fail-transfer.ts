// A transaction of ours that the next block carries out, or does not: the same bytes may do either in two branches of a
// chain, where what they call has changed in between (ETH revert, XRP tec codes). Between two blocks only.
import type { Sql } from '../../src/db/database.ts';

interface Transaction {
  readonly coin: string;
  readonly txid: string;
}

/** It takes its fee and its number, and moves nothing. */
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

/** What is paid leaves its sender, or stays there. */
async function changeSpent(sql: Sql, { coin, txid }: Transaction, sign: 1 | -1): Promise<void> {
  await sql.query(
    `update simulation.spends s set amount = s.amount + $3 * (
       select coalesce(sum(o.amount), 0) from simulation.outputs o where o.coin = s.coin and o.txid = s.txid)
     where s.coin = $1 and s.txid = $2`,
    [coin, txid, sign],
  );
}
