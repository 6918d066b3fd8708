// SQL for deposits that belong to an invoice or a channel.
import type { Coin } from '../coins/coin.ts';
import { assert, defined } from '../core/assert.ts';
import { amountOf } from '../core/money.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { refuseChanged, VERSION, type Versioned, versionsOf } from '../db/versions.ts';
import type { StoredRisk } from '../risk/present-risk.ts';

// A deposit is an output that pays one of our addresses: facts from which payments are recomputed.

/**
 * pending    seen, but not deep enough
 * confirmed  as deep as the money at risk requires; if credited, it stays so while a reorganized chain is searched
 * dropped    gone from the mempool and the chain before it was credited (double-spent, replaced, reorganized away)
 * reversed   gone after it was credited: a reorganization deeper than its confirmations
 */
export type DepositStatus = 'pending' | 'confirmed' | 'dropped' | 'reversed';

export const depositStatuses = defineStatuses('deposit', {
  pending: ['confirmed', 'dropped'],
  confirmed: ['pending', 'reversed'],
  dropped: ['pending'],
  reversed: ['confirmed'],
});

export interface DepositRow {
  readonly coin: string;
  readonly txid: string;
  readonly output_index: number;
  readonly id: string;
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
  readonly project_id: string | null;
  readonly owner_type: 'invoice' | 'channel' | null;
  readonly owner_id: string | null;
  readonly status: DepositStatus;
  readonly block_height: number | null;
  readonly confirmations_required: number;
  readonly first_seen_at: Date;
  readonly confirmed_at: Date | null;
  readonly sources: readonly string[];
  readonly risk: StoredRisk | null;
  readonly booked_at: Date | null;
  readonly credited_at: Date | null;
  readonly postings: number;
  readonly announced: 'none' | 'seen' | 'confirmed';
  readonly is_unmatched: boolean;
  /** Reset to null when this transaction is seen again. */
  readonly replaced_by: string | null;
  /** Below the minimum deposit, so it does not count (minimum.ts). */
  readonly is_small: boolean;
}

interface Assessment {
  readonly risk: StoredRisk;
  readonly sources: readonly string[];
}

/** Not stored yet. */
export interface AssessedDeposit {
  readonly deposit: DepositRow;
  readonly assessment: Assessment;
}

/** Counts toward the paid amount. */
export function isLive(deposit: DepositRow): boolean {
  const isThere = deposit.status === 'pending' || deposit.status === 'confirmed';
  return isThere && deposit.replaced_by === null;
}

/** Deep enough and assessed: may be posted and credited. */
export function isSettled(deposit: DepositRow): boolean {
  return deposit.status === 'confirmed' && deposit.risk !== null;
}

/** By amount (wire.md (h)). */
export function confirmationsRequired(coin: Coin, amount: bigint): number {
  const tier = tiersOf(coin).find(({ upTo }) => upTo === null || amount <= upTo);
  return defined(tier, `${coin.code} has a tier for every amount`).confirmations;
}

interface Tier {
  /** In the coin's smallest unit; null: any amount. */
  readonly upTo: bigint | null;
  readonly confirmations: number;
}

const tiers = new WeakMap<Coin, readonly Tier[]>();

/** Parsed once, because a block needs them for thousands of payments. */
function tiersOf(coin: Coin): readonly Tier[] {
  const found = tiers.get(coin);
  if (found !== undefined) return found;
  const read = coin.confirmationTiers.map(({ upTo, confirmations }) => ({
    upTo: upTo === null ? null : amountOf(upTo, coin),
    confirmations,
  }));
  tiers.set(coin, read);
  return read;
}

export const DEPOSIT_COLUMNS = `coin, txid, output_index, id, address, tag, amount, project_id, owner_type, owner_id,
  status, block_height, confirmations_required, first_seen_at, confirmed_at, sources, risk, booked_at,
  credited_at, postings, announced, is_unmatched, replaced_by,
  is_small`;

/** For one batch of owners. Each owner rarely has more than one deposit. */
const DEPOSITS_MAX = 50_000;

/** Those that count, oldest first. */
export async function depositsOfOwners(
  sql: Sql,
  ownerIds: readonly string[],
): Promise<DepositRow[]> {
  if (ownerIds.length === 0) return [];
  return sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where owner_id = any($1::uuid[]) and not is_small
     order by first_seen_at, txid, output_index limit ${DEPOSITS_MAX}`,
    [ownerIds],
  );
}

/** Those that count, newest first. One invoice or channel may have any number of them. */
export function newestDepositsOfOwner(
  sql: Sql,
  ownerId: string,
  limit: number,
): Promise<DepositRow[]> {
  return sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where owner_id = $1 and not is_small
     order by first_seen_at desc, txid, output_index limit $2`,
    [ownerId, limit],
  );
}

export function depositsById(sql: Sql, ids: readonly string[]): Promise<DepositRow[]> {
  return sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = any($1::uuid[]) order by id limit ${DEPOSITS_MAX}`,
    [ids],
  );
}

export async function lockDeposit(tx: Tx, id: string): Promise<DepositRow | null> {
  const rows = await tx.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = $1 order by id for update`,
    [id],
  );
  return rows[0] ?? null;
}

/** The merchant-side result of a deposit. */
export interface DepositMark {
  readonly id: string;
  readonly isBooked: boolean;
  readonly isCredited: boolean;
  readonly announced: DepositRow['announced'];
  readonly isUnmatched: boolean;
  /** The caller has checked, under the ledger's lock, that the deposit was not assessed. */
  readonly assessment?: Assessment | undefined;
}

export async function markDeposits(
  tx: Tx,
  marks: readonly DepositMark[],
  now: Date,
): Promise<void> {
  if (marks.length === 0) return;
  const assessments = marks.map(({ assessment }) => assessment ?? null);
  const marked = await tx.query(
    `update deposits d
     set booked_at = case when t.is_booked then coalesce(d.booked_at, $6) else null end,
       credited_at = case when t.is_credited then coalesce(d.credited_at, $6) else null end,
       postings = d.postings + case when t.is_booked and d.booked_at is null then 1 else 0 end,
       announced = t.announced, is_unmatched = t.is_unmatched,
       risk = coalesce(t.risk, d.risk), assess_at = case when t.risk is null then d.assess_at end,
       sources = case when t.risk is null then d.sources else array(select jsonb_array_elements_text(t.sources)) end
     from unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::text[], $5::boolean[], $7::jsonb[], $8::jsonb[])
       as t(id, is_booked, is_credited, announced, is_unmatched, risk, sources)
     where d.id = t.id and (t.risk is null or d.risk is null) returning 1`,
    [
      marks.map((mark) => mark.id),
      marks.map((mark) => mark.isBooked),
      marks.map((mark) => mark.isCredited),
      marks.map((mark) => mark.announced),
      marks.map((mark) => mark.isUnmatched),
      now,
      assessments.map((found) => (found === null ? null : JSON.stringify(found.risk))),
      assessments.map((found) => (found === null ? null : JSON.stringify(found.sources))),
    ],
  );
  assert(marked.length === marks.length, 'a deposit is there, and assessed once');
}

/** Keyed by id, only for confirmed rows that have not been assessed meanwhile. */
export function assessmentsOf(
  rows: readonly DepositRow[],
  assessed: readonly AssessedDeposit[],
): ReadonlyMap<string, Assessment> {
  const isOpen = ({ status, risk, replaced_by: winner }: DepositRow) =>
    status === 'confirmed' && risk === null && winner === null;
  const open = new Set(rows.filter(isOpen).map(({ id }) => id));
  const found = assessed.filter(({ deposit }) => open.has(deposit.id));
  return new Map(found.map(({ deposit, assessment }) => [deposit.id, assessment]));
}

/** Like `depositsOfOwners`, before the ledgers are locked. */
export function depositsOfOwnersNow(
  sql: Sql,
  ownerIds: readonly string[],
): Promise<(DepositRow & Versioned)[]> {
  return sql.query(
    `select ${DEPOSIT_COLUMNS}, ${VERSION} from deposits where owner_id = any($1::uuid[]) and not is_small
     order by first_seen_at, txid, output_index limit ${DEPOSITS_MAX}`,
    [ownerIds],
  );
}

/** Like `depositsById`, before the ledgers are locked. */
export function depositsNow(sql: Sql, ids: readonly string[]): Promise<(DepositRow & Versioned)[]> {
  return sql.query(
    `select ${DEPOSIT_COLUMNS}, ${VERSION} from deposits where id = any($1::uuid[]) order by id limit ${DEPOSITS_MAX}`,
    [ids],
  );
}

/** Throws Overtaken unless these rows are unchanged and are all that count for their owners. */
export async function refuseChangedDeposits(
  tx: Tx,
  { rows, owners }: { rows: readonly (DepositRow & Versioned)[]; owners: readonly string[] },
): Promise<void> {
  const [unchanged, all] = await Promise.all([
    tx.query<{ n: number }>(UNCHANGED, [...versionsOf(rows)]),
    tx.query<{ n: number }>(COUNT_OF_OWNERS, [owners]),
  ]);
  refuseChanged(unchanged, rows.length);
  if (owners.length > 0) refuseChanged(all, rows.length);
}

const UNCHANGED = `
select count(*)::int as n from unnest($1::uuid[], $2::text[]) as t(id, row_version)
cross join lateral (select 1 from deposits d where d.id = t.id and d.xmin::text = t.row_version offset 0) same`;

const COUNT_OF_OWNERS = `
select count(*)::int as n from unnest($1::uuid[]) as t(owner_id)
cross join lateral (select 1 from deposits d where d.owner_id = t.owner_id and not d.is_small offset 0) counted`;
