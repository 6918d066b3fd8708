// A world's database is used again by the next one (support/reused-database.ts), which must not notice: same rows, same
// sequences, same tables. When a test did more than write rows, the next one gets a new copy.
import { afterEach, expect, test } from 'vitest';
import { createWorldDatabase, type TestDatabase } from '../support/database.ts';
import { createWorld, type World } from '../support/world.ts';

const given: TestDatabase[] = [];
afterEach(async () => {
  for (const database of given.splice(0)) await database.drop();
});

async function database(): Promise<TestDatabase> {
  const made = await createWorldDatabase();
  given.push(made);
  return made;
}

test('after a paid invoice, a database is as it was copied', async () => {
  const world = await createWorld();
  const { url } = world.database;
  // Those with sizes are new copies.
  const copy = await createWorldDatabase({ main: 1, writers: 1, unhurried: 1 });
  given.push(copy);
  const fresh = await contentOf(copy);
  await playOn(world);
  const played = await contentOf(world.database);
  await world.close();
  const again = await database();
  expect(again.url).toBe(url);
  expect(await contentOf(again)).toEqual(fresh);
  const differing = Object.keys(fresh).filter((name) => fresh[name] !== played[name]);
  expect(differing).toEqual(
    expect.arrayContaining(['public.deposits', 'simulation.blocks', 'sequences']),
  );
  expect(differing.length).toBeGreaterThan(20);
});

async function playOn(world: World): Promise<void> {
  const { api } = await world.merchant();
  const invoice = await api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('BTC', 6);
}

test.each([
  ['a table', async ({ owner }: TestDatabase) => owner.query('create table left_behind ()')],
  [
    'a trigger',
    async ({ owner }: TestDatabase) => owner.query('alter table events disable trigger all'),
  ],
  [
    'a column',
    async ({ owner }: TestDatabase) =>
      owner.query('alter table events alter column type drop not null'),
  ],
  [
    'a setting',
    async ({ owner, url }: TestDatabase) =>
      owner.query(`alter database ${nameIn(url)} set work_mem = '2MB'`),
  ],
  ['a right', async ({ owner }: TestDatabase) => owner.query('grant truncate on events to public')],
  ['a lock', async ({ db }: TestDatabase) => db.query('select pg_advisory_lock(4)')],
  ['a listener', async ({ db }: TestDatabase) => db.listen('left_behind', () => undefined)],
  ['closed connections', async ({ db }: TestDatabase) => db.close()],
  [
    'a running statement',
    async ({ db }: TestDatabase) => {
      await db.query('select 1');
      void db.query('select pg_sleep(1)').catch(() => undefined);
    },
  ],
])('%s is not passed on', async (_what, leave) => {
  const before = await createWorldDatabase();
  await leave(before);
  await before.drop();
  const after = await database();
  expect(after.url).not.toBe(before.url);
  expect(await after.owner.query('select 1 from events')).toEqual([]);
});

test('a test that is over can neither read nor write the database of the next one', async () => {
  const before = await createWorldDatabase();
  await before.db.query('select 1');
  await before.drop();
  const other = /belongs to another test/;
  await expect(before.db.query('select 1')).rejects.toThrow(other);
  await expect(before.db.write('delete from events')).rejects.toThrow(other);
  await expect(before.db.transaction(async () => 1)).rejects.toThrow(other);
  await expect(before.db.unhurried.query('select 1')).rejects.toThrow(other);
  await expect(before.owner.query('select 1')).rejects.toThrow(other);
});

const nameIn = (url: string) =>
  new URL(url.replace('postgres:///', 'postgres://localhost/')).pathname.slice(1);

/** The rows of each table and the state of each sequence, by name. */
async function contentOf({ owner }: TestDatabase): Promise<Record<string, string>> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await owner.query<{ rows: string }>(
      `select coalesce(string_agg(t::text, chr(10) order by t::text), '') as rows from ${name} t`,
    );
    content[name] = row?.rows ?? '';
  }
  const [row] = await owner.query<{ sequences: string }>(
    `select string_agg(sequencename || ' ' || coalesce(last_value::text, '-'), ', ' order by 1) as sequences
      from pg_sequences`,
  );
  return { ...content, sequences: row?.sequences ?? '' };
}
