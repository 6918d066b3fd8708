// The rows and sequences of a database as it was copied from the template, and the way back to them.
import pg from 'pg';

export interface Original {
  /** PL/pgSQL. */
  readonly steps: readonly string[];
  /** Of the tables, columns, triggers and settings: an update, an insert or a deletion changes it. */
  readonly catalog: string;
}

/** PostgreSQL's own are `pg_…` and `information_schema`. */
const IS_OURS = `!~ '^(pg_|information_schema$)'`;

const RESTORE = 'restore_original';

/** System objects have lower numbers (PostgreSQL: "OID Assignment"). */
const FIRST_OWN = 16384;
const CATALOGS: readonly [table: string, condition: string][] = [
  ['pg_class', `oid >= ${FIRST_OWN}`],
  ['pg_attribute', `attrelid >= ${FIRST_OWN}`],
  ['pg_attrdef', 'true'],
  ['pg_index', `indexrelid >= ${FIRST_OWN}`],
  ['pg_constraint', `oid >= ${FIRST_OWN}`],
  ['pg_trigger', 'true'],
  ['pg_proc', `oid >= ${FIRST_OWN} and proname <> '${RESTORE}'`],
  ['pg_type', `oid >= ${FIRST_OWN}`],
  ['pg_namespace', `nspname !~ '^pg_(toast_)?temp_'`],
  ['pg_rewrite', `oid >= ${FIRST_OWN}`],
  ['pg_policy', 'true'],
  ['pg_publication', 'true'],
  ['pg_extension', 'true'],
  ['pg_event_trigger', 'true'],
  ['pg_statistic_ext', 'true'],
  ['pg_default_acl', 'true'],
  [
    'pg_db_role_setting',
    'setdatabase in (0, (select oid from pg_database where datname = current_database()))',
  ],
];

const CATALOG = `select concat_ws(' ',
  ${CATALOGS.map(([table, condition]) => `(select count(*) || ':' || max(xmin::text::bigint) from ${table} where ${condition})`).join(',\n  ')}
) as catalog`;

const OTHERS = `select (select count(*) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend')
  || ' ' || (select count(*) from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory') as others`;

/** Of a new copy of the template; the same for all of them. */
export async function readOriginal(client: pg.Client): Promise<Original> {
  const tables = await names(
    client,
    `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname ${IS_OURS} order by 1`,
  );
  const steps: string[] = [];
  for (const table of tables) steps.push(...(await rowsOf(client, table)));
  steps.push(...(await sequences(client)));
  return { steps, catalog: await readCatalog(client) };
}

/** Once per connection: a function, because it keeps the plans of its statements. */
export async function prepareRestore(client: pg.Client, { steps }: Original): Promise<void> {
  await client.query(`create function pg_temp.${RESTORE}() returns void language plpgsql
    set session_replication_role = replica set lock_timeout = '2s' as $restore$
    begin ${steps.join('\n')} end $restore$`);
}

/** False if more than rows differ, or another connection or an advisory lock is left. */
export async function restoreOriginal(
  client: pg.Client,
  original: Original,
  connections: number,
): Promise<boolean> {
  const { rows } = await client.query<{ others: string }>({ name: 'others', text: OTHERS });
  if (rows[0]?.others !== `${connections} 0`) return false;
  if ((await readCatalog(client)) !== original.catalog) return false;
  await client.query({ name: 'restore', text: `select pg_temp.${RESTORE}()` });
  return true;
}

async function readCatalog(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ catalog: string }>({ name: 'catalog', text: CATALOG });
  return rows[0]?.catalog ?? '';
}

/** Statements that restore the rows of a table. */
async function rowsOf(client: pg.Client, table: string): Promise<string[]> {
  const clear = `delete from ${table};`;
  const [rows] = await names(client, `select json_agg(t)::text as name from ${table} t`);
  if (rows === undefined || rows === null) return [clear];
  const columns = await names(
    client,
    `select quote_ident(attname) as name from pg_attribute where attrelid = '${table}'::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  );
  const list = columns.join(', ');
  return [
    clear,
    `insert into ${table} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${table}, ${pg.escapeLiteral(rows)});`,
  ];
}

async function sequences(client: pg.Client): Promise<string[]> {
  return await names(
    client,
    `select format('perform setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename),
        coalesce(last_value, start_value), last_value is not null) as name
      from pg_sequences where schemaname ${IS_OURS}`,
  );
}

async function names(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(text);
  return rows.map(({ name }) => name);
}
