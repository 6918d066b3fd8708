// The operator's own address lists. Every process reloads its copy when any process changes them.
import type { App } from '../app.ts';
import { addressSpaceOf, definedCoins } from '../coins/registry.ts';
import { invalid, rule } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { keyedPage, type NewestPage, whereOf } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { notifyWorker } from '../workers/worker.ts';
import type { ListEntry, ListKind } from './address-list.ts';
import type { ListedAddress } from './import-list.ts';

/** Sent in the transaction that changes the lists, so that a crash after the commit cannot lose the notification. */
export const RISK_LISTS_CHANGED = 'risk-lists';

/** Operators maintain these lists manually. Larger lists belong in `CHAINTILL_RISK_LIST_FILES`. */
const ENTRIES_MAX = 100_000;
export async function loadOperatorLists(sql: Sql): Promise<readonly ListEntry[]> {
  return sql.query<ListEntry>(
    `select kind as list, coin as currency, address, coalesce(note, 'operator''s list') as name
     from risk_entries order by coin, address, kind limit ${ENTRIES_MAX}`,
  );
}

export interface ListFilter {
  readonly list: ListKind | null;
  readonly coin: string | null;
  readonly addresses: readonly string[] | null;
  /** The key of the previous page's last entry: list, coin and address. */
  readonly after: readonly string[] | null;
  readonly limit: number;
}

export async function pageOfLists(sql: Sql, requested: ListFilter): Promise<NewestPage<ListEntry>> {
  const [list, coin, address] = requested.after ?? [];
  const values: unknown[] = [];
  const later = (place: string) =>
    `(list, coin, address) > (${place}, $${values.push(coin)}, $${values.push(address)})`;
  const where = whereOf(
    [
      [requested.list, (place) => `list = ${place}`],
      [requested.coin, (place) => `coin = ${place}`],
      [requested.addresses, (place) => `address = any(${place}::text[])`],
      [list, later],
    ],
    { values },
  );
  const rows = await sql.query<ListEntry>(
    `select kind as list, coin as currency, address, coalesce(note, 'operator''s list') as name
     from risk_entries ${where} order by risk_entries.list, coin, address limit $${values.push(requested.limit + 1)}`,
    values,
  );
  return keyedPage(rows, requested.limit, (row) => [row.list, row.currency, row.address]);
}

/** `address` is canonical. Errors: 422 when the lists already have as many entries as a process can load. */
export async function listAddress(
  app: App,
  entry: { kind: ListKind; coin: string; address: string; note: string | null },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockLists(tx);
    await tx.query(
      `insert into risk_entries (list, coin, address, kind, note) values ($1, $2, $3, $1, $4)
       on conflict (list, coin, address) do update set note = excluded.note`,
      [entry.kind, entry.coin, entry.address, entry.note],
    );
    await insistOnRoom(tx, 'address');
    await notifyWorker(tx, RISK_LISTS_CHANGED);
  });
}

interface ManyEntries {
  readonly kind: ListKind;
  readonly addresses: readonly ListedAddress[];
}

export async function countListed(sql: Sql, { kind, addresses }: ManyEntries): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from risk_entries e
     join unnest($2::text[], $3::text[]) as t(coin, address) on e.coin = t.coin and e.address = t.address
     where e.list = $1`,
    [kind, addresses.map(({ currency }) => currency), addresses.map(({ address }) => address)],
  );
  return row?.count ?? 0;
}

/**
 * Returns how many addresses were new. An existing entry keeps its note unless a new one is given. Errors: 422 when
 * the lists would exceed what a process can load.
 */
export async function listAddresses(
  app: App,
  { kind, addresses, note }: ManyEntries & { note: string | null },
): Promise<number> {
  return app.db.transaction(async (tx) => {
    await lockLists(tx);
    const known = await countListed(tx, { kind, addresses });
    await tx.query(
      `insert into risk_entries (list, coin, address, kind, note)
       select $1, t.coin, t.address, $1, $4 from unnest($2::text[], $3::text[]) as t(coin, address)
       on conflict (list, coin, address) do update set note = coalesce(excluded.note, risk_entries.note)`,
      [
        kind,
        addresses.map(({ currency }) => currency),
        addresses.map(({ address }) => address),
        note,
      ],
    );
    await insistOnRoom(tx, 'document');
    await notifyWorker(tx, RISK_LISTS_CHANGED);
    return addresses.length - known;
  });
}

/** Blocks concurrent additions, so that the count stays correct. */
async function lockLists(tx: Tx): Promise<void> {
  await tx.query('lock table risk_entries in share row exclusive mode');
}

async function insistOnRoom(tx: Tx, field: string): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from risk_entries',
  );
  if ((row?.count ?? 0) > ENTRIES_MAX)
    throw invalid(rule.form(field, 'short_list', { most: `${ENTRIES_MAX}` }));
}

/** Returns the number of lists that had the address. Also removes entries for coins that share the address. */
export async function unlistAddress(
  app: App,
  entry: { coin: string; address: string },
): Promise<number> {
  return app.db.transaction(async (tx) => {
    const rows = await tx.query(
      'delete from risk_entries where coin = any($1::text[]) and address = $2 returning 1',
      [coinsSharing(entry.coin), entry.address],
    );
    await notifyWorker(tx, RISK_LISTS_CHANGED);
    return rows.length;
  });
}

export function coinsSharing(coin: string): string[] {
  const space = addressSpaceOf(coin);
  return [coin, ...definedCoins.keys()].filter((code) => addressSpaceOf(code) === space);
}
