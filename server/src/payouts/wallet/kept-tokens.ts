// Outputs with tokens (BCH) never enter the wallet: spending one is rejected or burns the token.
import type { CarriedToken } from '../../coins/coin.ts';
import type { Sql } from '../../db/database.ts';

const LIST_MAX = 500;

export interface HeldToken {
  readonly coin: string;
  readonly txid: string;
  readonly output_index: number;
  readonly address: string;
  readonly amount: bigint;
  readonly token: CarriedToken;
  readonly project_id: string | null;
  readonly first_seen_at: Date;
}

/** SQL over a deposit `d`: no other wallet spent it. The watcher records such a spend as foreign. */
export const STILL_THERE = `not exists (select 1 from unknown_spends u where u.coin = d.coin
  and u.kind = 'output' and u.subject = d.txid || ':' || d.output_index)`;

const KEPT = `token is not null and block_height is not null and ${STILL_THERE}`;

/** Newest first. */
export function listTokens(sql: Sql): Promise<HeldToken[]> {
  return sql.query<HeldToken>(
    `select coin, txid, output_index, address, amount, token, project_id, first_seen_at
     from deposits d where ${KEPT}
     order by first_seen_at desc, txid, output_index limit ${LIST_MAX}`,
  );
}

interface TokenSums {
  /** In the smallest unit. */
  readonly amount: bigint;
  /** The part that is posted to merchants' accounts. */
  readonly booked: bigint;
  readonly outputs: number;
}

export async function tokenSums(sql: Sql): Promise<ReadonlyMap<string, TokenSums>> {
  const rows = await sql.query<TokenSums & { readonly coin: string }>(
    `select coin, sum(amount) as amount, count(*)::int as outputs,
       coalesce(sum(amount) filter (where booked_at is not null), 0) as booked
     from deposits d where ${KEPT} group by coin order by coin`,
  );
  return new Map(rows.map(({ coin, ...sums }) => [coin, sums]));
}
