// SQL of the simulated network, for one row or ten thousand. The caller holds the chain's lock (simulation.ts).
import type { CarriedToken } from '../../coins/coin.ts';
import { columnsOf } from '../../db/columns.ts';
import type { SqlTx } from '../../db/database.ts';
import { rulesOf } from './simulation.ts';
import type { Spend } from './verdict.ts';

export const OUTPUTS_MAX = 100_000;

/**
 * The rows of transaction `t`, in primary key order. A join planned while the tables are empty would read a whole coin
 * for each transaction of a block of thousands. Only the primary key index provides this order, as long as the planner
 * does not know that there is a single txid.
 */
export const byKey = (table: 'outputs' | 'spends') =>
  `select * from simulation.${table} where coin = t.coin and txid >= t.txid and txid <= t.txid`;

// The balance of each address on the best chain, on networks with balances (ETH, XRP, tokens).

/** What transactions `t` changed at each address. Spends by outside parties have no address. */
const moved = (which: string) => `
  select coin, address, sum(received) as received, sum(sent) as sent, sum(offered) as offered,
    sum(taken) as taken, sum(transfers) as transfers
  from (
    select t.coin, o.address, o.delivered as received, 0 as sent, 0 as offered, 0 as taken, 0 as transfers
    from simulation.transactions t
    cross join lateral (${byKey('outputs')} order by coin, txid, index limit ${OUTPUTS_MAX}) o
    where ${which} and not t.has_failed
    union all
    select t.coin, s.origin, 0, s.amount, t.fee, coalesce(t.taken, t.fee), 1
    from simulation.transactions t
    cross join lateral (${byKey('spends')} order by coin, txid, origin, number limit ${OUTPUTS_MAX}) s
    where ${which} and t.raw is not null) each
  group by coin, address order by coin, address`;

const OF_BLOCKS = moved('t.coin = $1 and t.block_hash = any($2::text[])');

/** All accounts computed from scratch; the stored state must equal it. */
export const COUNTED_ACCOUNTS = moved('t.coin = any($1::text[]) and t.block_hash is not null');

/** Adds the effects of these blocks, or (-1) removes them. */
export async function countBlocks(
  tx: SqlTx,
  coin: string,
  { hashes, sign }: { readonly hashes: readonly string[]; readonly sign: 1 | -1 },
): Promise<void> {
  if (rulesOf(coin).model !== 'sequence') return;
  await tx.query(
    `insert into simulation.accounts as a (coin, address, received, sent, offered, taken, transfers)
     select coin, address, $3 * received, $3 * sent, $3 * offered, $3 * taken, $3 * transfers
     from (${OF_BLOCKS}) m
     on conflict (coin, address) do update set received = a.received + excluded.received,
       sent = a.sent + excluded.sent, offered = a.offered + excluded.offered,
       taken = a.taken + excluded.taken, transfers = a.transfers + excluded.transfers`,
    [coin, hashes, sign],
  );
}

export interface NewTransaction {
  readonly txid: string;
  /** The order of appearance in the mempool. */
  readonly number: number;
  readonly fee: bigint;
  /** Our transfers only; may be less than the fee. */
  readonly tip?: bigint;
  readonly firstSeenAt: number;
  readonly isStuck: boolean;
  readonly hasFailed: boolean;
  /** The failure of our transfer, in the wording of the real network. */
  readonly failure?: string | null;
  readonly sources: readonly string[];
  readonly raw: string | null;
}

export interface NewOutput {
  readonly txid: string;
  readonly index: number;
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
  readonly delivered: bigint;
  /** BCH. */
  readonly token?: CarriedToken | null;
}

export async function insertTransactions(
  tx: SqlTx,
  coin: string,
  rows: readonly NewTransaction[],
): Promise<void> {
  // Arrays of arrays cannot be unnested by row, so the sources are passed as JSON.
  await tx.query(
    `insert into simulation.transactions
       (coin, txid, number, mempool_number, fee, first_seen_at, is_stuck, has_failed, failure, raw, tip,
        sources)
     select $1, n.txid, n.number, n.number, n.fee, n.first_seen_at, n.is_stuck, n.has_failed, n.failure, n.raw, n.tip,
            array(select jsonb_array_elements_text(n.sources))
     from unnest($2::text[], $3::bigint[], $4::numeric[], $5::timestamptz[], $6::boolean[], $7::boolean[],
                 $8::text[], $9::text[], $10::numeric[], $11::jsonb[])
       as n (txid, number, fee, first_seen_at, is_stuck, has_failed, failure, raw, tip, sources)`,
    [
      coin,
      ...columnsOf(rows, 'txid', 'number', 'fee'),
      rows.map((row) => new Date(row.firstSeenAt)),
      rows.map((row) => row.isStuck),
      rows.map((row) => row.hasFailed),
      rows.map((row) => row.failure ?? null),
      rows.map((row) => row.raw),
      rows.map((row) => row.tip ?? null),
      rows.map((row) => JSON.stringify(row.sources)),
    ],
  );
}

export async function insertOutputs(
  tx: SqlTx,
  coin: string,
  rows: readonly NewOutput[],
): Promise<void> {
  await tx.query(
    `insert into simulation.outputs (coin, txid, index, address, tag, amount, delivered, token)
     select $1, n.*
     from unnest($2::text[], $3::integer[], $4::text[], $5::bigint[], $6::numeric[], $7::numeric[],
                 $8::jsonb[]) as n`,
    [
      coin,
      ...columnsOf(rows, 'txid', 'index', 'address', 'tag', 'amount', 'delivered'),
      rows.map((row) => (row.token ? JSON.stringify(row.token) : null)),
    ],
  );
}

export interface NewBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
}

export async function appendBlocks(
  tx: SqlTx,
  coin: string,
  blocks: readonly NewBlock[],
): Promise<void> {
  await tx.query(
    `insert into simulation.blocks (coin, height, hash, parent_hash, time, is_best)
     select $1, n.*, true
     from unnest($2::bigint[], $3::text[], $4::text[], $5::timestamptz[]) as n`,
    [
      coin,
      ...columnsOf(blocks, 'height', 'hash', 'parentHash'),
      blocks.map((block) => new Date(block.time)),
    ],
  );
  await tx.query('update simulation.chains set height = $2 where coin = $1', [
    coin,
    blocks.at(-1)?.height,
  ]);
}

/** Throws when the best chain has no block at the height. */
export async function bestBlock(
  tx: SqlTx,
  coin: string,
  height: number,
): Promise<{ hash: string; time: Date }> {
  const [block] = await tx.query<{ hash: string; time: Date }>(
    'select hash, time from simulation.blocks where coin = $1 and height = $2 and is_best',
    [coin, height],
  );
  if (block === undefined) throw new Error(`the simulated ${coin} chain has no block ${height}`);
  return block;
}

/** Removes transactions and everything that spends their outputs. `replacedBy` is for the given ones. */
export async function evict(
  tx: SqlTx,
  coin: string,
  gone: { txids: readonly string[]; replacedBy: string | null },
): Promise<void> {
  await tx.query(
    `with recursive gone (txid) as (
       select unnest($2::text[])
       union
       select s.txid from gone g join simulation.spends s on s.coin = $1 and s.origin = g.txid
     )
     update simulation.transactions t
     set mempool_number = null, replaced_by = case when t.txid = any($2) then $3 else t.replaced_by end
     from gone g
     where t.coin = $1 and t.txid = g.txid and t.block_hash is null`,
    [coin, gone.txids, gone.replacedBy],
  );
}

/** Only conflicts between outside payments matter, not what they use up. */
export async function insertForeignSpends(
  tx: SqlTx,
  coin: string,
  rows: readonly { readonly txid: string; readonly origin: string; readonly number: number }[],
): Promise<void> {
  await tx.query(
    `insert into simulation.spends (coin, txid, origin, number, amount)
     select $1, n.*, 1 from unnest($2::text[], $3::text[], $4::bigint[]) as n`,
    [coin, ...columnsOf(rows, 'txid', 'origin', 'number')],
  );
}

/** A replacement uses up what the replaced transaction did. */
export async function copySpends(
  tx: SqlTx,
  coin: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.query('delete from simulation.spends where coin = $1 and txid = $2', [coin, to]);
  await tx.query(
    `insert into simulation.spends (coin, txid, origin, number, amount)
     select coin, $3, origin, number, amount from simulation.spends where coin = $1 and txid = $2`,
    [coin, from, to],
  );
}

export async function insertSpends(
  tx: SqlTx,
  coin: string,
  { txid, spends }: { txid: string; spends: readonly Spend[] },
): Promise<void> {
  await tx.query(
    `insert into simulation.spends (coin, txid, origin, number, amount)
     select $1, $2, n.* from unnest($3::text[], $4::bigint[], $5::numeric[]) as n`,
    [coin, txid, ...columnsOf(spends, 'origin', 'number', 'amount')],
  );
}
