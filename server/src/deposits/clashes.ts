// Transactions that exclude each other: a payer bumped the fee, paid a different recipient, or sent the payment again
// (RBF, or a second transaction with the same nonce). The one in a block counts, or else the one announced last. It
// inherits the age of the transaction that it replaced, unless it pays the same owner more.
import type { App } from '../app.ts';
import type { Block, Chain } from '../chains/chain.ts';
import { DAY, MINUTE } from '../core/clock.ts';
import { groupBy, sumOf } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import type { MatchedPayment } from './match.ts';

// Purges the inputs and nonces of announced payments once none of them can be replaced.

/** Twice as long as an unconfirmed payment is watched, and longer than any reorganization. */
const USES_RETENTION = 30 * DAY;
/** Per run, starting where the last run ended. */
export const USES_CHECKED = 1000;

type UseKey = readonly [coin: string, txid: string, spend: string];

const FIRST_USE: UseKey = ['', '', ''];
/** A new process starts from the beginning. */
const checkedUpTo = new WeakMap<App, UseKey>();

/** Each run checks a slice in key order, because no index groups the obsolete rows. */
export const usesWorker: Worker = recurring({
  name: 'spent-output-cleanup',
  everyMilliseconds: MINUTE / 2,
  leaseMilliseconds: MINUTE,
  async run(app) {
    const from = checkedUpTo.get(app) ?? FIRST_USE;
    const values = [...from, new Date(app.clock.now() - USES_RETENTION)];
    const [last] = await app.db.transaction((tx) => tx.query<CheckedUse>(PURGE_USES, values));
    checkedUpTo.set(app, last === undefined ? FIRST_USE : [last.coin, last.txid, last.spend]);
    return last?.forgotten === USES_CHECKED;
  },
});

interface CheckedUse {
  readonly coin: string;
  readonly txid: string;
  readonly spend: string;
  readonly forgotten: number;
}

/** Returns the last row checked, if any. `limit` forces a lookup of each deposit by its key. */
const PURGE_USES = `
with looked as materialized (
  select ctid as place, coin, txid, spend from transaction_spends
  where (coin, txid, spend) > ($1, $2, $3) order by coin, txid, spend limit ${USES_CHECKED}
), forgotten as (
  delete from transaction_spends where ctid = any(array(
    select place from looked l
    where (select count(*) from deposits d where d.coin = l.coin and d.txid = l.txid
      and (d.first_seen_at > $4 or d.status = 'pending' or (d.status = 'confirmed' and d.block_height is null))) = 0))
  returning 1
)
select coin, txid, spend, (select count(*) from forgotten)::int as forgotten
from looked order by coin desc, txid desc, spend desc limit 1`;

/** `txid` was seen now and excludes `other`, which was seen before. */
export interface Clash {
  readonly txid: string;
  readonly other: string;
}

interface Use {
  readonly txid: string;
  readonly spend: string;
}

/** wire.md (g). */
const WATCHED_FOR = 14 * DAY;
const WATCHED_MAX = 50_000;

/** The inputs or nonces that announced, unmined transactions use up, each with its transaction. */
async function openUses(app: App, coin: string): Promise<ReadonlyMap<string, string>> {
  const rows = await app.db.query<Use>(
    `select s.spend, s.txid from transaction_spends s
     where s.coin = $1 and s.txid in (
       (select txid from deposits where coin = $1 and block_height is null
          and status in ('pending', 'confirmed') limit ${WATCHED_MAX})
       union
       (select txid from deposits where coin = $1 and status = 'dropped' and replaced_by is null
          and first_seen_at > $2 order by first_seen_at desc limit ${WATCHED_MAX}))`,
    [coin, new Date(app.clock.now() - WATCHED_FOR)],
  );
  return new Map(rows.map((row) => [row.spend, row.txid]));
}

/** Includes transactions that do not pay us. */
export async function clashesInBlocks(
  app: App,
  chain: Chain,
  { blocks, matched }: { blocks: readonly Block[]; matched: readonly MatchedPayment[] },
): Promise<Clash[]> {
  if (chain.spendersIn === undefined) return [];
  const uses = await openUses(app, chain.coin);
  if (uses.size === 0) return [];
  const spends = new Set(uses.keys());
  const clashes: Clash[] = [];
  for (const block of blocks) {
    const ours = matched.filter(({ payment }) => payment.block?.hash === block.hash);
    const txids = [...new Set(ours.map(({ payment }) => payment.txid))];
    for (const [spend, txid] of await chain.spendersIn(block, { spends, txids })) {
      const other = uses.get(spend);
      if (other !== undefined && other !== txid) clashes.push({ txid, other });
    }
  }
  return clashes;
}

/** Clashes among announced payments, and with earlier ones, without the instance's own outgoing transactions. */
export async function clashesAnnounced(
  sql: Sql,
  coin: string,
  matched: readonly MatchedPayment[],
): Promise<Clash[]> {
  const uses = usesOf(matched);
  if (uses.length === 0) return [];
  const stored = await sql.query<Clash>(
    `select distinct t.txid, s.txid as other
     from unnest($2::text[], $3::text[]) as t(txid, spend)
     join transaction_spends s on s.coin = $1 and s.spend = t.spend and s.txid <> t.txid`,
    [coin, uses.map((use) => use.txid), uses.map((use) => use.spend)],
  );
  const last = new Map(uses.map((use) => [use.spend, use.txid]));
  const replaced = uses.flatMap(({ spend, txid: other }) => {
    const txid = last.get(spend) ?? other;
    return txid === other ? [] : [{ txid, other }];
  });
  const lost = new Set(replaced.map(({ other }) => other));
  return [...stored.filter(({ txid }) => !lost.has(txid)), ...replaced];
}

export async function storeUses(
  tx: Tx,
  coin: string,
  matched: readonly MatchedPayment[],
): Promise<void> {
  const uses = usesOf(matched);
  if (uses.length === 0) return;
  await tx.query(
    `insert into transaction_spends (coin, txid, spend)
     select $1, t.* from unnest($2::text[], $3::text[]) as t on conflict do nothing`,
    [coin, uses.map((use) => use.txid), uses.map((use) => use.spend)],
  );
}

function usesOf(matched: readonly MatchedPayment[]): Use[] {
  const uses = new Map<string, Use>();
  for (const { payment, ownerType } of matched) {
    if (ownerType === 'treasury') continue;
    for (const spend of payment.spends ?? []) {
      uses.set(`${payment.txid} ${spend}`, { txid: payment.txid, spend });
    }
  }
  return [...uses.values()];
}

export async function projectsInClashes(
  sql: Sql,
  coin: string,
  clashes: readonly Clash[],
): Promise<(string | null)[]> {
  if (clashes.length === 0) return [];
  const rows = await sql.query<{ project_id: string | null }>(
    'select distinct project_id from deposits where coin = $1 and txid = any($2::text[])',
    [coin, clashes.flatMap(({ txid, other }) => [txid, other])],
  );
  return rows.map((row) => row.project_id);
}

/** The caller holds the locks of their ledgers and has stored what was seen. */
export async function settleClashes(
  tx: Tx,
  coin: string,
  clashes: readonly Clash[],
): Promise<DepositRow[]> {
  if (clashes.length === 0) return [];
  const rows = await tx.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits
     where coin = $1 and txid = any($2::text[]) order by id for update`,
    [coin, clashes.flatMap(({ txid, other }) => [txid, other])],
  );
  const deposits = groupBy(rows, (row) => row.txid);
  const judged = clashes.map((clash) => judge(clash, deposits));
  await inherit(tx, agesOf(judged, deposits));
  return replaceDeposits(tx, coin, judged);
}

interface Judged {
  readonly winner: string;
  readonly loser: string;
}

type ByTxid = ReadonlyMap<string, readonly DepositRow[]>;

/** An announcement that is stored after a block that excludes it is stale. */
function judge({ txid, other }: Clash, deposits: ByTxid): Judged {
  const isOtherMined = (deposits.get(other) ?? []).some((row) => row.block_height !== null);
  return isOtherMined ? { winner: other, loser: txid } : { winner: txid, loser: other };
}

interface Age {
  readonly id: string;
  readonly firstSeenAt: Date;
}

/** A replacement that pays more does not inherit the age, because the payer could then choose the price. */
function agesOf(judged: readonly Judged[], deposits: ByTxid): Age[] {
  return judged.flatMap(({ winner, loser }) => {
    const before = groupBy(deposits.get(loser) ?? [], (row) => row.owner_id);
    const after = groupBy(deposits.get(winner) ?? [], (row) => row.owner_id);
    return [...after].flatMap(([owner, rows]) => {
      const old = owner === null ? [] : (before.get(owner) ?? []);
      const amountOf = (list: readonly DepositRow[]) => sumOf(list, (row) => row.amount);
      const [first] = old;
      if (first === undefined || amountOf(rows) > amountOf(old)) return [];
      return rows.map(({ id }) => ({ id, firstSeenAt: first.first_seen_at }));
    });
  });
}

async function inherit(tx: Tx, ages: readonly Age[]): Promise<void> {
  if (ages.length === 0) return;
  await tx.query(
    `update deposits d set first_seen_at = t.first_seen_at
     from (select id, min(first_seen_at) as first_seen_at
       from unnest($1::uuid[], $2::timestamptz[]) as u(id, first_seen_at) group by id) t
     where d.id = t.id and d.first_seen_at > t.first_seen_at`,
    [ages.map((age) => age.id), ages.map((age) => age.firstSeenAt)],
  );
}

/** A posted deposit does not count, but stays in the ledger until it has been absent for enough blocks. */
function replaceDeposits(tx: Tx, coin: string, judged: readonly Judged[]): Promise<DepositRow[]> {
  return tx.query<DepositRow>(
    `update deposits d set replaced_by = t.winner,
       status = case when status = 'pending' and booked_at is null then 'dropped' else status end
     from (select distinct on (loser) loser, winner
       from unnest($2::text[], $3::text[]) with ordinality as u(winner, loser, n) order by loser, n desc) t
     where d.coin = $1 and d.txid = t.loser and d.block_height is null
       and d.replaced_by is distinct from t.winner
     returning ${DEPOSIT_COLUMNS}`,
    [coin, judged.map((item) => item.winner), judged.map((item) => item.loser)],
  );
}
