// A simulated node's verdict on a transfer, and the unconfirmed transactions that conflict with it.
import type { SqlTx } from '../../db/database.ts';

/** An output of a transaction, or a nonce or sequence of a sender (migration 0002). */
export interface Spend {
  readonly origin: string;
  readonly number: number;
  /** The amount that leaves the origin, fee included, in the smallest unit. */
  readonly amount: bigint;
}

export type Verdict =
  /** The real node's wording. */
  | { readonly refusal: string }
  | {
      readonly sources: readonly string[];
      readonly spends: readonly Spend[];
      /** Unconfirmed transactions. */
      readonly replaces: readonly string[];
      /** The transfer is mined and charged, but moves nothing: the reason, in the real network's wording. */
      readonly failure?: string;
    };

export interface Conflict {
  readonly txid: string;
  readonly fee: bigint;
  /** Equal to the fee, if none was given. */
  readonly tip: bigint;
  readonly isConfirmed: boolean;
  /** False: it only depends on a transaction that spends the same input or nonce. */
  readonly isDirect: boolean;
}

/** Transactions that use up the same outputs or numbers, and all unconfirmed ones that spend their outputs. */
export function conflictsOf(
  tx: SqlTx,
  coin: string,
  spends: readonly Spend[],
): Promise<Conflict[]> {
  return tx.query<Conflict>(
    `with recursive direct (txid) as (
       select distinct s.txid
       from unnest($2::text[], $3::bigint[]) as wanted (origin, number)
       join simulation.spends s
         on s.coin = $1 and s.origin = wanted.origin and s.number = wanted.number
       join simulation.transactions t on t.coin = s.coin and t.txid = s.txid
         and (t.mempool_number is not null or t.block_hash is not null)
     ), lost (txid) as (
       select txid from direct
       union
       select s.txid from lost l join simulation.spends s on s.coin = $1 and s.origin = l.txid
       join simulation.transactions t on t.coin = s.coin and t.txid = s.txid and t.mempool_number is not null
     )
     select t.txid, t.fee, coalesce(t.tip, t.fee) "tip", t.block_hash is not null "isConfirmed",
            t.txid in (select txid from direct) "isDirect"
     from lost join simulation.transactions t on t.coin = $1 and t.txid = lost.txid
       and (t.mempool_number is not null or t.block_hash is not null)
     order by t.number`,
    [coin, spends.map((spend) => spend.origin), spends.map((spend) => spend.number)],
  );
}
