// Contested payments: a node has proof of a double spend (BCH). An unconfirmed payment is never credited.
import type { App } from '../app.ts';
import type { Chain } from '../chains/chain.ts';
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest } from '../db/newest-page.ts';

/** Queries the node about payments in the mempool. */
export async function noteContested(
  app: App,
  chain: Chain,
  txids: readonly string[],
): Promise<void> {
  if (chain.doubleSpendProofs === undefined || txids.length === 0) return;
  const proofs = await chain.doubleSpendProofs([...new Set(txids)]);
  if (proofs === null || proofs.size === 0) return;
  const noted = await app.db.query<{ txid: string }>(
    `update deposits d set double_spend_proof = t.proof
     from unnest($2::text[], $3::text[]) as t(txid, proof)
     where d.coin = $1 and d.txid = t.txid and d.block_height is null
       and d.double_spend_proof is null
     returning d.txid`,
    [chain.coin, [...proofs.keys()], [...proofs.values()]],
  );
  for (const { txid } of noted)
    app.log.warn({ coin: chain.coin, txid }, 'payment contested: its funds are double-spent');
}

export interface ContestedRow {
  readonly id: string;
  readonly coin: string;
  readonly txid: string;
  readonly amount: bigint;
  readonly project_id: string | null;
  readonly owner_type: string | null;
  readonly owner_id: string | null;
  readonly double_spend_proof: string;
  readonly first_seen_at: Date;
}

/** The predicate of the partial index on contested payments. */
const IS_CONTESTED = `double_spend_proof is not null and block_height is null and status = 'pending'`;

/** Newest first, without payments in blocks. Errors: 404. */
export function pageOfContested(
  sql: Sql,
  requested: PageRequest,
): Promise<NewestPage<ContestedRow>> {
  return newestPage<ContestedRow>(sql, {
    ...requested,
    table: 'deposits',
    projectId: null,
    always: IS_CONTESTED,
    columns: `id, coin, txid, amount, project_id, owner_type, owner_id, double_spend_proof,
      first_seen_at`,
  });
}

export async function countContested(sql: Sql): Promise<number> {
  const rows = await sql.query<{ n: number }>(
    `select count(*)::int as n from deposits where ${IS_CONTESTED}`,
  );
  return rows[0]?.n ?? 0;
}
