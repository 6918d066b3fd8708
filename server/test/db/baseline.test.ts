// A new database is made from the baseline (server/migrations/baseline.sql) in one transaction. It equals a database
// made by the migrations one by one, in everything that the catalog says about it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { baselineDump } from '../../scripts/baseline-dump.ts';
import { defined } from '../../src/core/assert.ts';
import { packageFolder } from '../../src/core/places.ts';
import { applyBaseline, readBaseline } from '../../src/db/baseline.ts';
import type { Sql } from '../../src/db/database.ts';
import {
  migrate,
  migrateWithoutBaseline,
  readMigrations,
  storedMigrations,
} from '../../src/db/migrate.ts';
import { grantRights } from '../../src/db/service-role.ts';
import { createEmptyDatabase, serviceRole, type TestDatabase } from '../support/database.ts';

const migrations = readMigrations();
const stored = storedMigrations(migrations);
const committed = readFileSync(join(packageFolder, 'migrations/baseline.sql'), 'utf8');

const opened: TestDatabase[] = [];
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  opened.push(database);
  return database;
}
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop();
});

const OURS = `in ('public'::regnamespace, 'simulation'::regnamespace)`;
const ofServiceRole = (
  acl: string,
) => `array(select a.grantor::regrole || ' ' || a.grantee::regrole || ' '
  || a.privilege_type || ' ' || a.is_grantable from aclexplode(${acl}) a order by 1)`;

/** Independent of the statements that write the baseline. Numbers of columns differ where a migration dropped one. */
const FACTS = {
  schemas: `select nspname, nspowner::regrole::text, nspacl::text from pg_namespace
    where nspname !~ '^pg_' order by nspname`,
  relations: `select c.oid::regclass::text, c.relkind, c.relowner::regrole::text, c.relpersistence, c.reloptions,
      t.reloptions as toast, c.relreplident, c.relrowsecurity, c.relforcerowsecurity, c.relispartition, c.relchecks,
      c.relhastriggers, c.relhasrules, a.amname, ${ofServiceRole('c.relacl')} as rights
    from pg_class c left join pg_class t on t.oid = c.reltoastrelid left join pg_am a on a.oid = c.relam
    where c.relnamespace ${OURS} order by c.oid::regclass::text collate "C"`,
  columns: `select c.oid::regclass::text, row_number() over (partition by c.oid order by a.attnum) as place, a.attname,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.atthasdef, pg_get_expr(d.adbin, d.adrelid) as value,
      a.attidentity, a.attgenerated, a.attstorage, a.attcompression, a.attcollation, a.attstattarget, a.attoptions,
      pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence, ${ofServiceRole('a.attacl')} as rights
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace ${OURS} and a.attnum > 0 and not a.attisdropped and c.relkind <> 'i'
    order by c.oid::regclass::text collate "C", a.attnum`,
  constraints: `select k.conrelid::regclass::text, k.conname, k.contype, pg_get_constraintdef(k.oid, true) as text,
      k.convalidated, k.condeferrable, k.condeferred, k.connoinherit, k.conindid::regclass::text
    from pg_constraint k where k.connamespace ${OURS} order by k.conrelid::regclass::text collate "C", k.conname`,
  // Constraints of one table are checked in this order, which decides about the reported error.
  orderOfReferences: `select k.conrelid::regclass::text, array_agg(k.conname order by k.oid) as names
    from pg_constraint k where k.connamespace ${OURS} and k.contype = 'f' group by k.conrelid order by 1`,
  indexes: `select i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid) as text, c.reloptions, i.indisvalid,
      i.indisclustered, i.indisreplident, i.indimmediate, i.indnullsnotdistinct,
      (select array_agg(a.attstattarget order by a.attnum) from pg_attribute a where a.attrelid = c.oid) as targets
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace ${OURS}
    order by i.indrelid::regclass::text collate "C", c.relname`,
  // Without the parentheses of `a or (b or c)`, which PostgreSQL stores as `a or b or c` when it reads them.
  triggers: `select t.tgrelid::regclass::text, pg_get_triggerdef(t.oid, true) as text, t.tgenabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace ${OURS} and not t.tgisinternal
    order by t.tgrelid::regclass::text collate "C", t.tgname`,
  views: `select c.oid::regclass::text, pg_get_viewdef(c.oid) as text from pg_class c
    where c.relnamespace ${OURS} and c.relkind in ('v', 'm') order by c.relname`,
  functions: `select p.oid::regprocedure::text, pg_get_functiondef(p.oid) as text, p.proowner::regrole::text, p.proconfig,
      p.prosrc, p.prosecdef, ${ofServiceRole('p.proacl')} as rights
    from pg_proc p where p.pronamespace ${OURS} order by p.oid::regprocedure::text collate "C"`,
  sequences: `select s.*, (select relname from pg_class c where c.oid = d.refobjid) as owned
    from pg_sequences s join pg_depend d on d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
      and d.deptype = 'i' order by schemaname, sequencename`,
  statistics: `select stxname, pg_get_statisticsobjdef(oid) as text from pg_statistic_ext order by stxname`,
  types: `select t.oid::regtype::text, t.typtype from pg_type t where t.typnamespace ${OURS}
    order by t.oid::regtype::text collate "C"`,
  comments: `select pg_describe_object(classoid, objoid, objsubid) as object, description from pg_description
    where objoid >= 16384 order by 1`,
  extensions: `select extname, extnamespace::regnamespace::text from pg_extension order by extname`,
  events: 'select evtname from pg_event_trigger order by 1',
  policies: 'select polname from pg_policy order by 1',
  migrations: 'select version, name, checksum from migrations order by version',
};

async function readFacts(sql: Sql) {
  const facts: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(FACTS)) facts[name] = await sql.query(text);
  facts['rows'] = await readRows(sql);
  return facts;
}

async function readRows(sql: Sql) {
  const tables = await sql.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace ${OURS} and c.relkind = 'r' and c.relname <> 'migrations' order by 1`,
  );
  expect(tables.length).toBeGreaterThan(100);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    rows[name] = await sql.query(`select to_jsonb(t) as row from ${name} t order by 1`);
  return rows;
}

const namesOfAll = migrations.map(({ name }) => name);

test('a new database has the schema, the rights and the rows that the migrations lead to', async () => {
  const [fast, slow] = [await emptyDatabase(), await emptyDatabase()];
  // Both have the rights that the service gets.
  const facts: Awaited<ReturnType<typeof readFacts>>[] = [];
  for (const { owner, make } of [
    { ...fast, make: migrate },
    { ...slow, make: migrateWithoutBaseline },
  ]) {
    expect(await make(owner)).toEqual(namesOfAll);
    await grantRights(owner, serviceRole);
    facts.push(await readFacts(owner));
  }
  const [created, migrated] = facts;
  for (const [name, facts] of Object.entries(created ?? {}))
    expect(facts, name).toEqual(migrated?.[name]);
  expect(await migrate(fast.owner)).toEqual([]);
});

test('the trigrams of a server that has them already are used where they are', async () => {
  const { owner } = await emptyDatabase();
  await owner.query('create schema elsewhere');
  await owner.query('create extension pg_trgm with schema elsewhere');
  await migrate(owner);
  const indexes = await owner.query(
    `select 1 from pg_indexes where schemaname = 'public' and indexdef like '%elsewhere.gin_trgm_ops%'`,
  );
  expect(indexes).toHaveLength(7);
});

test('a start that fails at the end of the baseline leaves no table, and the next start succeeds', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, []);
  const broken = `${committed}\ncreate table invoices (id uuid);`;
  const create = owner.unhurried.transaction((tx) => applyBaseline(tx, stored, broken));
  await expect(create).rejects.toThrow('relation "invoices" already exists');
  const left = await owner.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     union all select nspname from pg_namespace where nspname = 'simulation'`,
  );
  expect(left).toEqual([{ relname: 'migrations' }]);
  expect(await migrate(owner)).toEqual(namesOfAll);
});

test('of two processes that start together, one creates the schema and the other waits for it', async () => {
  const { owner } = await emptyDatabase();
  const applied = await Promise.all([migrate(owner), migrate(owner)]);
  expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], namesOfAll]);
});

test('the baseline is used for exactly the migrations that it was made from', () => {
  expect(readBaseline(stored)).toBe(committed);
  expect(readBaseline(stored.slice(0, -1))).toBeNull();
  const [first, ...others] = stored;
  expect(readBaseline([{ ...defined(first, 'one'), checksum: 'other' }, ...others])).toBeNull();
});

test('an object that the baseline cannot write is reported when it is generated', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner);
  await owner.query(`create type colors as enum ('red')`);
  await owner.query(`comment on table invoices is 'bills'`);
  await owner.query('revoke execute on function refuse_change() from public');
  await expect(baselineDump(owner, migrations)).rejects.toThrow(
    /cannot write: comment on table invoices, function refuse_change\(\), type colors/,
  );
});
