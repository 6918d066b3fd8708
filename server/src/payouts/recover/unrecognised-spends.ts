// SQL of spends that are not our transfers: found by the watcher and by the wallet check, and reviewed by a person.
import { createHash } from 'node:crypto';
import type { BlockRef } from '../../chains/chain.ts';
import { columnsOf } from '../../db/columns.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';

export interface UnknownSpend {
  readonly coin: string;
  readonly kind: 'payment' | 'output' | 'number';
  /** The withdrawal's id, `txid:index`, or `sender#number`. */
  readonly subject: string;
  readonly txid: string;
  readonly project_id: string | null;
  readonly block_height: number | null;
  readonly block_hash: string | null;
}

const COLUMNS = 'coin, kind, subject, txid, project_id, block_height, block_hash';

/** Updates the block of a payment that was in the mempool. */
export async function storeUnrecognised(
  tx: Tx,
  found: Pick<UnknownSpend, 'coin' | 'kind' | 'subject' | 'txid' | 'project_id'> & {
    readonly block: BlockRef | null;
  },
): Promise<void> {
  await tx.query(
    `insert into unknown_spends as u (${COLUMNS}, found_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (coin, kind, subject, txid) do update
       set block_height = coalesce(excluded.block_height, u.block_height),
         block_hash = coalesce(excluded.block_hash, u.block_hash)`,
    [
      found.coin,
      found.kind,
      found.subject,
      found.txid,
      found.project_id,
      found.block?.height ?? null,
      found.block?.hash ?? null,
      tx.now,
    ],
  );
}

/** Oldest block first. A person can only accept the complete list. */
export function openSpends(sql: Sql, coin: string): Promise<UnknownSpend[]> {
  return sql.query<UnknownSpend>(
    `select ${COLUMNS} from unknown_spends where coin = $1 and accepted_at is null
     order by block_height, kind, subject, txid`,
    [coin],
  );
}

/** Changes when the list gains or loses an entry, but not when a payment gets its block. */
export function markOf(spends: readonly UnknownSpend[]): string {
  const lines = spends.map(({ coin, kind, subject, txid }) =>
    [coin, kind, subject, txid].join(' '),
  );
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 16);
}

export async function storeAccepted(tx: Tx, spends: readonly UnknownSpend[]): Promise<void> {
  if (spends.length === 0) return;
  await tx.query(
    `update unknown_spends u set accepted_at = $5
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as t(coin, kind, subject, txid)
     where u.coin = t.coin and u.kind = t.kind and u.subject = t.subject and u.txid = t.txid`,
    [...columnsOf(spends, 'coin', 'kind', 'subject', 'txid'), tx.now],
  );
}

/** Removes outputs (`txid:index`) that an accepted transaction spends in a block. */
export async function dropOutputs(
  tx: Tx,
  coin: string,
  subjects: readonly string[],
): Promise<void> {
  await tx.query(
    `update wallet_outputs o set status = 'lost'
     from (select split_part(s, ':', 1) as txid, split_part(s, ':', 2)::int as output_index
       from unnest($2::text[]) as s) t
     where o.coin = $1 and o.txid = t.txid and o.output_index = t.output_index and o.status = 'unspent'`,
    [coin, subjects],
  );
}

/** Everything found since a time, including entries that a crashed command had already accepted. */
export async function dropAccepted(tx: Tx, coin: string, since: Date): Promise<void> {
  const rows = await tx.query<{ subject: string }>(
    `select subject from unknown_spends
     where coin = $1 and kind = 'output' and accepted_at >= $2 and block_height is not null`,
    [coin, since],
  );
  await dropOutputs(
    tx,
    coin,
    rows.map(({ subject }) => subject),
  );
}

/** Also of coins that are sent from the same accounts, and whether a person has accepted them. */
export async function foreignAmong(
  sql: Sql,
  coins: readonly string[],
  txids: readonly string[],
): Promise<ReadonlyMap<string, 'unknown' | 'accepted'>> {
  const rows = await sql.query<{ txid: string; is_accepted: boolean }>(
    `select t.txid, exists (select 1 from unknown_spends u
       where u.coin = any($1::text[]) and u.txid = t.txid and u.accepted_at is not null) as is_accepted
     from unnest($2::text[]) as t(txid)
     where not exists (select 1 from transfers o where o.coin = any($1::text[]) and o.txid = t.txid)`,
    [coins, txids],
  );
  return new Map(rows.map((row) => [row.txid, row.is_accepted ? 'accepted' : 'unknown']));
}

/** The withdrawals that one transaction was matched with, including accepted ones, in a fixed order. */
export async function paidTogether(
  sql: Sql,
  { coin, txid }: Pick<UnknownSpend, 'coin' | 'txid'>,
): Promise<string[]> {
  const rows = await sql.query<{ subject: string }>(
    `select subject from unknown_spends where coin = $1 and kind = 'payment' and txid = $2 order by subject`,
    [coin, txid],
  );
  return rows.map((row) => row.subject);
}
