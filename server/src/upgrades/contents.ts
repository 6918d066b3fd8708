// The contents of a database: tables and sequences that are copied row by row, and objects that such a copy would omit.
import type { CopiedTable } from '../db/copy-rows.ts';
import type { Sql } from '../db/database.ts';

interface Relation extends CopiedTable {
  readonly kind: string;
  /** Names and types of all columns. */
  readonly facts: string;
}

const TABLE = 'r';
const SEQUENCE = 'S';

/** All schemas except PostgreSQL's own. */
const RELATIONS = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relkind::text as kind,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns,
    (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as facts
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname !~ '^(pg_|information_schema$)' and c.relkind in ('r', 'p', 'S', 'm', 'v', 'f')
  order by 1`;

export interface Contents {
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly string[];
  readonly relations: readonly Relation[];
}

export async function readContents(sql: Pick<Sql, 'query'>): Promise<Contents> {
  const relations = await sql.query<Relation>(RELATIONS);
  return {
    relations,
    tables: relations.filter(({ kind }) => kind === TABLE),
    sequences: relations.filter(({ kind }) => kind === SEQUENCE).map(({ name }) => name),
  };
}

/** The differences as text; empty when both have the same tables, sequences and views with the same columns. */
export function differencesOf(old: Contents, made: Contents): string[] {
  const [before, after] = [old, made].map(
    ({ relations }) => new Map(relations.map((each) => [each.name, `${each.kind} ${each.facts}`])),
  );
  if (before === undefined || after === undefined) throw new Error('two');
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    if (!after.has(name)) return [`${name} does not belong to this program`];
    if (!before.has(name)) return [`${name} is missing`];
    return before.get(name) === after.get(name) ? [] : [`${name} has different columns`];
  });
}

/** Database objects other than the instance's own tables, as text: a person added them. */
export async function foundBeside(
  sql: Pick<Sql, 'query'>,
  expected: { readonly databases: readonly string[]; readonly roles: readonly string[] },
): Promise<string[]> {
  const list = (names: readonly string[]) => `{${names.map((name) => `"${name}"`).join(',')}}`;
  const rows = await sql.query<{ found: string }>(
    `select 'the database ' || datname as found from pg_database
       where not datistemplate and datname <> all ('${list(expected.databases)}'::text[])
     union all select 'the role ' || rolname from pg_roles
       where rolname !~ '^pg_' and rolname <> all ('${list(expected.roles)}'::text[])
     union all select 'the extension ' || extname from pg_extension where extname <> 'plpgsql'
     union all select 'settings of a database or a role' from pg_db_role_setting group by 1
     union all select 'large objects' from pg_largeobject_metadata group by 1
     union all select 'the publication ' || pubname from pg_publication
     order by 1`,
  );
  return rows.map(({ found }) => found);
}
