// The size of the database's tables, and the rows written meanwhile. Used by storage.ts.
import type { Fixture } from '../fixture.ts';

export interface StoredTable {
  readonly name: string;
  readonly rows: number;
  /** Bytes, including TOAST. */
  readonly heap: number;
  readonly indexes: number;
  readonly updates: number;
  /** Of those, without a new entry in any index. */
  readonly inPlace: number;
  /** Its indexes with their bytes, the largest first. */
  readonly largest: readonly (readonly [name: string, bytes: number])[];
}

export interface Storage {
  readonly bytes: number;
  readonly logBytes: number;
  /** Tables that grew, the largest first. */
  readonly tables: readonly StoredTable[];
}

interface Row extends Omit<StoredTable, 'largest'> {
  readonly sizes: Readonly<Record<string, number>>;
}

/** After a vacuum, so that only live rows count. The simulated networks are not part of an instance. */
export async function stored({ owner }: Fixture): Promise<ReadonlyMap<string, Row>> {
  await owner.unhurried.query('vacuum analyze');
  const rows = await owner.query<Row>(
    `select s.relname as name, c.reltuples::float8 as rows, pg_table_size(s.relid)::float8 as heap,
       pg_indexes_size(s.relid)::float8 as indexes, n_tup_upd::float8 as updates, n_tup_hot_upd::float8 as "inPlace",
       (select coalesce(jsonb_object_agg(i.indexrelname, pg_relation_size(i.indexrelid)), '{}')
        from pg_stat_user_indexes i where i.relid = s.relid) as sizes
     from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.schemaname = 'public'`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

export async function measureStorage(
  fixture: Fixture,
  play: () => Promise<void>,
): Promise<Storage> {
  const { owner } = fixture;
  const before = await stored(fixture);
  const [from] = await owner.query<{ at: string }>(
    'select pg_current_wal_insert_lsn()::text as at',
  );
  await play();
  const [log] = await owner.query<{ bytes: number }>(
    'select (pg_current_wal_insert_lsn() - $1::pg_lsn)::float8 as bytes',
    [from?.at],
  );
  const after = await stored(fixture);
  const tables = [...after.values()]
    .map((row) => grown(row, before.get(row.name)))
    .filter(({ heap, indexes }) => heap + indexes > 0)
    .sort((one, other) => other.heap + other.indexes - one.heap - one.indexes);
  const bytes = tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  return { bytes, logBytes: log?.bytes ?? 0, tables };
}

function grown(row: Row, before: Row | undefined): StoredTable {
  const sizes = Object.entries(row.sizes)
    .map(([name, bytes]) => [name, bytes - (before?.sizes[name] ?? 0)] as const)
    .filter(([, bytes]) => bytes > 0)
    .sort(([, one], [, other]) => other - one);
  return {
    name: row.name,
    rows: row.rows - (before?.rows ?? 0),
    heap: row.heap - (before?.heap ?? 0),
    indexes: row.indexes - (before?.indexes ?? 0),
    updates: row.updates - (before?.updates ?? 0),
    inPlace: row.inPlace - (before?.inPlace ?? 0),
    largest: sizes,
  };
}
