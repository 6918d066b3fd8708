// What a cell tells another one of deposits that are the other's: those that are otherwise than they were told. The
// cell that a project left tells it of what comes to the addresses that stayed (cells/forward.ts).
import type { Sql } from '../db/database.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import { deepAt } from './date-by-blocks.ts';

/**
 * seen   in no block that is final, or not assessed yet
 * final  nothing undoes it, and its risk is known
 * gone   it was dropped
 */
export type Telling = 'seen' | 'final' | 'gone';

export interface ToldDeposit {
  readonly id: string;
  readonly coin: string;
  readonly txid: string;
  readonly output_index: number;
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
  /** The invoice or channel that the address was given to; the project, where it was given to none. */
  readonly owner_id: string;
  readonly first_seen_at: Date;
  readonly risk: StoredRisk | null;
  readonly sources: readonly string[];
  /** As early as its blocks prove: an invoice is late by that. */
  readonly confirmed_at: Date | null;
  /** The transaction that took its place. */
  readonly replaced_by: string | null;
  /** Whose wallets have it, if not those of the cell that tells. */
  readonly cell: string | null;
  readonly telling: Telling;
}

/** The condition of the index `deposits_to_tell`: what was copied was final then. */
const IS_UNTOLD = `owner_type = 'cell' and told is distinct from telling_of(status, risk)
  and (told is distinct from 'copied' or telling_of(status, risk) <> 'final')`;

interface Untold {
  readonly projectId: string;
  /** Those that the other cell has: others wait. */
  readonly coins: readonly string[];
  readonly after: string;
  readonly limit: number;
}

export function untoldDeposits(
  sql: Sql,
  { projectId, coins, after, limit }: Untold,
): Promise<ToldDeposit[]> {
  return sql.query<ToldDeposit>(
    `select id, coin, txid, output_index, address, tag, amount, owner_id, first_seen_at, risk, sources, cell, replaced_by,
       least(confirmed_at, ${deepAt('deposits.coin', 'block_height', '1')}) as confirmed_at,
       telling_of(status, risk) as telling
     from deposits where project_id = $1 and id > $2 and coin = any($4::text[]) and ${IS_UNTOLD} order by id limit $3`,
    [projectId, after, limit, coins],
  );
}

/**
 * By project: how many are not told of, and since when the first waits. When one was dropped is not kept: some time
 * after it was looked for last.
 */
export function countUntold(sql: Sql): Promise<{ project_id: string; n: number; since: Date }[]> {
  return sql.query(
    `select project_id, count(*)::int as n, min(case telling_of(status, risk)
       when 'final' then confirmed_at when 'seen' then first_seen_at else greatest(first_seen_at, checked_at) end) as since from deposits
     where ${IS_UNTOLD} group by project_id order by project_id`,
  );
}

/** As they were told: one that is otherwise by now is told again. */
export async function noteTellings(
  sql: Sql,
  told: readonly Pick<ToldDeposit, 'id' | 'telling'>[],
): Promise<void> {
  await sql.query(
    `update deposits d set told = t.telling from unnest($1::uuid[], $2::text[]) as t(id, telling) where d.id = t.id`,
    [told.map(({ id }) => id), told.map(({ telling }) => telling)],
  );
}

/** The other cell has gone back in time: all that it was told is told again. What was copied is there. */
export async function forgetTellings(sql: Sql, projectId: string): Promise<void> {
  await sql.query(
    `update deposits set told = null
     where project_id = $1 and owner_type = 'cell' and told in ('seen', 'final', 'gone')`,
    [projectId],
  );
}

/**
 * What a cell that has just got a copy knows otherwise than as final, as it would be told: the ids by telling. What is
 * credited and not among them is final there.
 */
export async function openTellings(
  sql: Sql,
  projectId: string,
): Promise<ReadonlyMap<string, Telling>> {
  const rows = await sql.query<{ id: string; telling: Telling }>(
    `select id, case when telling_of(status, risk) = 'final' and block_height is null then 'seen'
       else telling_of(status, risk) end as telling
     from deposits where project_id = $1
       and (block_height is null or status <> 'confirmed' or risk is null or credited_at is null)`,
    [projectId],
  );
  return new Map(rows.map(({ id, telling }) => [id, telling]));
}
