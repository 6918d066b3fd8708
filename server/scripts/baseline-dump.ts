// server/migrations/baseline.sql: what all migrations together create, for new databases (src/db/baseline.ts). Read
// from the catalog of a migrated database, in the order in which the objects were created. Fails on objects that it
// cannot write, so that a migration that adds one extends this file.
import { baselineHeader, isConditional } from '../src/db/baseline.ts';
import type { Sql } from '../src/db/database.ts';
import { type Migration, splitStatements, storedMigrations } from '../src/db/migrate.ts';

const SCHEMAS = `('public'::regnamespace, 'simulation'::regnamespace)`;
/** Created before the baseline is read (migrate.ts). */
const OURS = `c.relnamespace in ${SCHEMAS} and c.oid <> 'migrations'::regclass`;

export async function baselineDump(sql: Sql, migrations: readonly Migration[]): Promise<string> {
  await refuseUnknown(sql);
  const read = async (part: keyof typeof QUERIES) =>
    (await sql.query<{ text: string }>(QUERIES[part])).map(({ text }) => `${text.trimEnd()};\n`);
  const conditional = migrations
    .flatMap((migration) => splitStatements(migration.sql))
    .filter(isConditional)
    .map((text) => `${text.slice(text.indexOf('do $$')).trimEnd()}\n`);
  const statements = [
    ...(await read('schemas')),
    ...(await read('functions')),
    ...(await tables(sql)),
    ...(await read('storage')),
    ...(await read('indexes')),
    ...(await read('indexOptions')),
    ...(await read('views')),
    ...(await read('functionsOfTables')),
    ...(await read('triggers')),
    ...conditional,
  ];
  return [baselineHeader(storedMigrations(migrations)), ...statements].join('\n');
}

async function refuseUnknown(sql: Sql): Promise<void> {
  const found = await sql.query<{ what: string }>(UNKNOWN);
  const rows = await sql.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and ${OURS} order by 1`,
  );
  for (const { name } of rows) {
    const [row] = await sql.query(`select 1 from ${name} limit 1`);
    if (row !== undefined) found.push({ what: `rows in ${name}` });
  }
  if (found.length === 0) return;
  const list = found.map(({ what }) => what).join(', ');
  throw new Error(`server/scripts/baseline-dump.ts cannot write: ${list}`);
}

interface Table {
  readonly name: string;
  readonly parts: readonly string[];
  readonly options: string;
  readonly references: readonly Reference[];
}

interface Reference {
  readonly to: string;
  readonly text: string;
}

/** A reference to a table that exists costs a third of one that is added to a table later. */
async function tables(sql: Sql): Promise<string[]> {
  const found = await sql.query<Table>(TABLES);
  const byName = new Map(found.map((table) => [table.name, table]));
  const placed = new Set<string>();
  const ordered: Table[] = [];
  const place = (table: Table) => {
    if (placed.has(table.name)) return;
    placed.add(table.name);
    for (const { to } of table.references) {
      const other = byName.get(to);
      if (other !== undefined) place(other);
    }
    ordered.push(table);
  };
  for (const table of found) place(table);
  const later: string[] = [];
  const created = new Set<string>();
  const inOrder = ordered.map(({ name, parts, options, references }) => {
    created.add(name);
    const missing = references.findIndex(({ to }) => !created.has(to));
    const cut = missing === -1 ? references.length : missing;
    const texts = references.map(({ text }) => text);
    for (const text of texts.slice(cut)) later.push(`alter table ${name} add ${text};\n`);
    const inside = [...parts, ...texts.slice(0, cut)].map((text) => `  ${text}`).join(',\n');
    return `create table ${name} (\n${inside}\n)${options};\n`;
  });
  return [...inOrder, ...later];
}

/** Its definition or its result names a table. PostgreSQL checks the rest of a body when the function runs. */
const NEEDS_TABLES = `exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
      and (d.refclassid = 'pg_class'::regclass or d.refclassid = 'pg_type'::regclass
        and d.refobjid in (select reltype from pg_class)))`;

const functions = (needsTables: boolean) => `
  select pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace in ${SCHEMAS} and ${needsTables ? '' : 'not'} ${NEEDS_TABLES} order by p.oid`;

/** Without the objects of an extension, whose presence depends on the server. */
const OWN_INDEX = `not exists (select from pg_depend d join pg_opclass o on o.oid = d.refobjid
      where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refclassid = 'pg_opclass'::regclass
        and o.opcnamespace <> 'pg_catalog'::regnamespace)`;

const OF_CONSTRAINT = `exists (select from pg_constraint k
      where k.conindid = i.indexrelid and k.conrelid = i.indrelid)`;

const options = (of: string) => `array_to_string(${of}.reloptions, ', ')`;

/** PostgreSQL 18 names not-null constraints; a renamed table or column keeps the former name. */
const COLUMN = `quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
            when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
    || case when a.attnotnull then coalesce((select ' constraint ' || quote_ident(k.conname) from pg_constraint k
         where k.conrelid = a.attrelid and k.contype = 'n' and k.conkey = array[a.attnum]
           and k.conname <> c.relname || '_' || a.attname || '_not_null'), '') || ' not null' else '' end
    || case when a.attidentity = 'a' then ' generated always as identity'
            when a.attidentity = 'd' then ' generated by default as identity' else '' end`;

const constraints = (kinds: string) => `from pg_constraint k
      where k.conrelid = c.oid and k.contype in (${kinds}) order by k.oid`;
const CONSTRAINT = `'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)`;

const TABLES = `
  select c.oid::regclass::text as name, coalesce(' with (' || ${options('c')} || ')', '') as options,
    array(select ${COLUMN} from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum)
    || array(select ${CONSTRAINT} ${constraints(`'p', 'u', 'c', 'x'`)}) as parts,
    array(select json_build_object('to', k.confrelid::regclass::text, 'text', ${CONSTRAINT}) ${constraints(`'f'`)})
      as "references"
  from pg_class c where c.relkind = 'r' and ${OURS} order by c.oid`;

const QUERIES = {
  schemas: `
  select 'create schema ' || quote_ident(nspname) as text from pg_namespace
  where oid in ${SCHEMAS} and nspname <> 'public' order by nspname`,
  functions: functions(false),
  functionsOfTables: functions(true),
  storage: `
  select 'alter table ' || c.oid::regclass || ' alter column ' || quote_ident(a.attname) || ' set storage '
    || case a.attstorage when 'e' then 'external' when 'm' then 'main' when 'p' then 'plain' else 'extended' end as text
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relkind = 'r' and ${OURS} and a.attnum > 0 and not a.attisdropped and a.attstorage <> t.typstorage
  order by c.oid, a.attnum`,
  indexes: `
  select pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indrelid
  where ${OURS} and ${OWN_INDEX} and not ${OF_CONSTRAINT} order by c.oid, i.indexrelid`,
  indexOptions: `
  select 'alter index ' || x.oid::regclass || ' set (' || ${options('x')} || ')' as text
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where ${OURS} and ${OF_CONSTRAINT} and x.reloptions is not null order by x.oid`,
  views: `
  select 'create view ' || c.oid::regclass || coalesce(' with (' || ${options('c')} || ')', '')
    || E' as\\n' || rtrim(pg_get_viewdef(c.oid), ';') as text
  from pg_class c where c.relkind = 'v' and ${OURS} order by c.oid`,
  triggers: `
  select pg_get_triggerdef(t.oid) as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where ${OURS} and not t.tgisinternal order by c.oid, t.oid`,
};

const UNKNOWN = `
  select 'relation ' || c.oid::regclass as what from pg_class c where ${OURS} and (c.relkind not in ('r', 'i', 'v', 'S')
    or c.relpersistence <> 'p' or c.relispartition or c.relrowsecurity or c.relhasrules and c.relkind <> 'v'
    or c.relacl is not null or c.relreplident <> 'd' and c.relkind = 'r' or c.reloftype <> 0
    or exists (select from pg_inherits h where h.inhrelid = c.oid))
  union all select 'options of the large values of ' || c.oid::regclass from pg_class c
    join pg_class t on t.oid = c.reltoastrelid where ${OURS} and t.reloptions is not null
  union all select 'type ' || t.oid::regtype from pg_type t
    where t.typnamespace in ${SCHEMAS} and t.typtype <> 'c' and t.typelem = 0
  union all select 'column ' || a.attname || ' of ' || c.oid::regclass
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where ${OURS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and (a.attcollation <> t.typcollation or a.attcompression <> '' or a.attoptions is not null
        or coalesce(a.attstattarget, -1) <> -1 or a.attacl is not null or a.attgenerated not in ('', 's')
        or a.attidentity <> '' and pg_get_serial_sequence(c.oid::regclass::text, a.attname)
          <> c.relnamespace::regnamespace || '.' || c.relname || '_' || a.attname || '_seq')
  union all select 'sequence ' || s.seqrelid::regclass from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where ${OURS} and ((s.seqstart, s.seqincrement, s.seqcache, s.seqcycle) <> (1, 1, 1, false)
      or not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i'))
  union all select 'constraint ' || k.conname from pg_constraint k where k.connamespace in ${SCHEMAS}
    and (k.contype not in ('p', 'u', 'f', 'c', 'x', 'n') or k.contype = 'n' and not k.convalidated)
  union all select 'index ' || i.indexrelid::regclass from pg_index i join pg_class c on c.oid = i.indrelid
    where ${OURS} and (i.indisclustered or not i.indisvalid or i.indisreplident or exists (
      select from pg_attribute a where a.attrelid = i.indexrelid and coalesce(a.attstattarget, -1) <> -1))
  union all select 'trigger ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where ${OURS} and not t.tgisinternal and t.tgenabled <> 'O'
  union all select 'function ' || p.oid::regprocedure from pg_proc p
    where p.pronamespace in ${SCHEMAS} and (p.proacl is not null or p.prokind not in ('f', 'p'))
  union all select 'statistics ' || s.stxname from pg_statistic_ext s where s.stxnamespace in ${SCHEMAS}
  union all select 'comment on ' || pg_describe_object(d.classoid, d.objoid, d.objsubid) from pg_description d
    where exists (select from pg_class c where d.classoid = 'pg_class'::regclass and c.oid = d.objoid and ${OURS})
      or exists (select from pg_proc p where d.classoid = 'pg_proc'::regclass and p.oid = d.objoid
        and p.pronamespace in ${SCHEMAS})
  union all select 'default privileges' from pg_default_acl
  order by 1`;
