// Foreign keys that are checked once per statement: rows that reference nothing are rejected, and referenced rows stay.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { emit } from '../../src/events/emit.ts';
import { createEndpoint } from '../../src/events/endpoints.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { createProject } from '../../src/projects/create.ts';
import { numbered } from '../events/support.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let projectId: string;
let objectId: string;
beforeAll(async () => {
  world = await createWorld();
  projectId = (await createProject(world.app, 'References')).id;
  objectId = newId(world.app.clock, world.app.random);
  await createEndpoint(world.app, projectId, 'http://127.0.0.1:9/');
  await world.app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    await emit(tx, projectId, [numbered(objectId, 1)]);
  });
});
afterAll(() => world.close());

/** Runs as the owner: the service may not even try most of it (service-role.test.ts). */
const run = (text: string, ...values: unknown[]) =>
  world.database.owner.query(text, [projectId, ...values]);
const stranger = () => newId(world.app.clock, world.app.random);
const accounts = `(select array_agg(number order by id) from ledger_accounts where project_id = $1 and currency = 'EUR')`;

describe('rows that reference nothing are rejected, also next to valid ones', () => {
  test.each(['from', 'to'])('a posting %s nowhere', async (side) => {
    const known = (n: number) => `(${accounts})[${n}]`;
    const posting = (n: number, from: string, to: string) =>
      `($1::uuid, gen_random_uuid(), ${n}, ${from}, ${n}, ${to}, ${n}, now(), 'Test', 'test', 'EUR', 1, -${n}, ${n})`;
    const lost =
      side === 'from'
        ? posting(2, 'account_number($2)', known(1))
        : posting(2, known(1), 'account_number($2)');
    await expect(
      run(
        `insert into ledger_postings values ${posting(1, known(1), known(2))}, ${lost}`,
        stranger(),
      ),
    ).rejects.toThrow(/account that does not exist/);
    expect(await run('select 1 from ledger_postings where project_id = $1')).toEqual([]);
  });

  test('a row of the transaction list', async () => {
    const row = `insert into account_transactions (project_id, id, seq, account_id, currency, reference_type,
      reference_id, amount, created_at)
      values ($1, gen_random_uuid(), 1, $2, 'EUR', 'Test', gen_random_uuid(), 1, now())`;
    await expect(run(row, stranger())).rejects.toThrow(/account that does not exist/);
  });

  test.each(['event_id', 'endpoint_id'])('a delivery without its %s', async (missing) => {
    const column = (name: string) => (name === missing ? '$2::uuid' : name);
    const copy = `insert into deliveries (project_id, id, event_id, endpoint_id, object_id, status, created_at)
      select project_id, gen_random_uuid(), ${column('event_id')}, ${column('endpoint_id')}, object_id, status, now()
      from deliveries where project_id = $1`;
    await expect(run(copy, stranger())).rejects.toThrow(/event or endpoint that does not exist/);
    const found = await run('select 1 from deliveries where project_id = $1');
    expect(found.length).toBe(1);
  });
});

describe('referenced rows stay', () => {
  test.each(['ledger_accounts', 'callback_endpoints', 'events'])('%s', async (table) => {
    const refusal = /stay|append-only/;
    await expect(run(`delete from ${table} where project_id = $1`)).rejects.toThrow(refusal);
    await expect(world.database.owner.query(`truncate ${table} cascade`)).rejects.toThrow(refusal);
    await expect(
      run(`update ${table} set id = gen_random_uuid() where project_id = $1`),
    ).rejects.toThrow(refusal);
  });

  test.each([
    ['account_transactions', 'account_id'],
    ['deliveries', 'event_id'],
    ['deliveries', 'endpoint_id'],
  ])('a row of %s keeps its %s', async (table, column) => {
    await expect(
      run(`update ${table} set ${column} = gen_random_uuid() where project_id = $1`),
    ).rejects.toThrow(/stay/);
  });
});
