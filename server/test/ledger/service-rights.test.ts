// What the service's database role can change in posted rows and stored counts: a posted row keeps everything that was
// posted, and the full audit finds a wrong count.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playHour } from '../../../bench/fill/play-hour.ts';
import { auditEverything } from '../../src/workers/audit-everything.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
  shop = await world.merchant();
  await credit(world, shop, { EUR: '100' });
  await playHour(world.assembled, { projects: [shop.project], invoices: 1 });
});
afterAll(() => world.close());

/** Another value of the column's own type. */
const OTHER: Readonly<Record<string, string>> = {
  uuid: `'0199c0de-0000-7000-8000-000000000000'`,
  text: `'altered'`,
  jsonb: `'{"level": "altered"}'`,
  bigint: '987654321',
  numeric: '987654321',
  'timestamp with time zone': `'2001-01-01'`,
};

/** What a repeated risk assessment may change. */
const OPEN_TO_CHANGE = ['risk', 'risk_level'];

test('the service can change nothing of a posted row except its risk', async () => {
  const columns = await world.app.db.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = 'account_transactions' order by ordinal_position`,
  );
  const outcomes: Record<string, string> = {};
  for (const { name, type } of columns) {
    const undo = new Error('changed');
    outcomes[name] = await world.app.db
      .transaction(async (tx) => {
        const changed = await tx.query(
          `update account_transactions set ${name} = ${OTHER[type]}
           where project_id = $1 and booked_at is not null returning 1`,
          [shop.project.id],
        );
        expect(changed.length).toBeGreaterThan(0);
        throw undo;
      })
      .catch((error: Error) => error.message);
  }
  const changed = Object.keys(outcomes).filter((name) => outcomes[name] === 'changed');
  expect(changed).toEqual(OPEN_TO_CHANGE);
  expect(outcomes).toMatchObject({
    description: expect.stringContaining('permission denied'),
    fee: expect.stringContaining('booked'),
    status: expect.stringContaining('a booked transaction keeps its status'),
    amount: expect.stringContaining('booked'),
    booked_at: expect.stringContaining('booked'),
  });
});

test("the service can't remove a posted row", async () => {
  const removal = world.app.db.query('delete from account_transactions where project_id = $1', [
    shop.project.id,
  ]);
  await expect(removal).rejects.toThrow('permission denied');
});

test.each(['n = n + 1', 'n = 0'])(
  'the full audit finds a changed count of a list: %s',
  async (change) => {
    const audit = () => auditEverything(world.app, { isNew: true, say: () => undefined });
    expect((await audit()).findings).toEqual([]);
    const where = `where project_id = $1 and object_type = 'invoice'`;
    const [kept] = await world.app.db.query<{ n: bigint }>(`select n from object_counts ${where}`, [
      shop.project.id,
    ]);
    await world.app.db.query(`update object_counts set ${change} ${where}`, [shop.project.id]);
    const { findings } = await audit();
    await world.app.db.query(`update object_counts set n = $2 ${where}`, [
      shop.project.id,
      `${kept?.n}`,
    ]);
    expect(findings).toMatchObject([
      {
        invariant: 'list_count_mismatch',
        facts: { project_id: shop.project.id, object_type: 'invoice' },
      },
    ]);
    // A later audit no longer finds it, and resolves the alert.
    world.clock.advance(1000);
    expect((await audit()).findings).toEqual([]);
  },
);
