// The stored totals of days and hours for reports match the postings: the database rejects others, and the audit finds
// them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { sumDays } from '../../src/ledger/day-sums.ts';
import { verifyStoredTotals } from '../../src/ledger/verify-pages.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let shop: Merchant;
/** The first moment of a past day with payments. */
let day: number;

beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
  shop = await world.merchant();
  day = (Math.floor(world.clock.now() / DAY) + 1) * DAY;
  await world.advance(day + HOUR - world.clock.now());
  await payInvoice();
  await world.advance(day + DAY + 4 * HOUR - world.clock.now());
  await payInvoice();
  await world.advance(3 * HOUR);
  await payInvoice();
  await world.database.owner.query('truncate day_sums, hour_sums');
});
afterAll(() => world.close());

async function payInvoice(): Promise<void> {
  const invoice = await shop.api.invoices.create({
    price_amount: '20',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC', 12);
}

const keep = () =>
  sumDays(world.app.db, {
    projectId: shop.project.id,
    from: new Date(day),
    until: new Date(day + 2 * DAY),
    now: new Date(world.clock.now()),
  });

const store = (table: 'day_sums' | 'hour_sums', row: { since: number; moved?: object[] }) =>
  world.app.db.query(
    `insert into ${table} (project_id, since, moved, sold) values ($1, $2, $3, '[]')`,
    [shop.project.id, new Date(row.since), JSON.stringify(row.moved ?? [])],
  );

test('the service stores totals of past days and hours', async () => {
  await keep();
  const kept = await world.app.db.query<{ days: number; hours: number; sold: number }>(
    `select (select count(*) from day_sums where sold <> '[]')::int as days,
       (select count(*) from hour_sums where sold <> '[]')::int as hours,
       (select sum(jsonb_array_length(sold)) from day_sums)::int as sold`,
  );
  expect(kept).toEqual([{ days: 1, hours: 1, sold: 1 }]);
  expect(await auditLedger(world.app.db)).toEqual([]);
  expect(await verifyStoredTotals(world.app.db, shop.project.id)).toEqual([]);
});

test("the service can't store totals that differ from the postings", async () => {
  await world.database.owner.query('truncate day_sums, hour_sums');
  await expect(store('day_sums', { since: day })).rejects.toThrow('not those of the postings');
  const paid = day + DAY + 4 * HOUR;
  await expect(store('hour_sums', { since: paid })).rejects.toThrow('not those of the postings');
  const invented = [{ day: '2026-01-01', from_account: '1', to_account: '2', amount: '5' }];
  await expect(store('day_sums', { since: day - DAY, moved: invented })).rejects.toThrow(
    'not those of the postings',
  );
});

test('the service stores no part of a day, and no day that has not ended', async () => {
  await expect(store('day_sums', { since: day - HOUR })).rejects.toThrow('only whole days');
  await expect(store('day_sums', { since: day + DAY })).rejects.toThrow('that are over');
  await expect(store('hour_sums', { since: day + 2 * DAY })).rejects.toThrow('that are over');
});

test('the audit finds a stored total that the owner of the tables changed', async () => {
  const { owner } = world.database;
  await keep();
  for (const table of ['day_sums', 'hour_sums']) {
    await owner.query(`update ${table} set sold = '[]' where sold <> '[]'`);
    const [finding, ...others] = await auditLedger(world.app.db);
    expect(finding).toMatchObject({ facts: { project_id: shop.project.id } });
    expect(finding?.invariant).toBe(`${table}_mismatch`);
    expect(others).toEqual([]);
    expect(await verifyStoredTotals(world.app.db, shop.project.id)).toEqual([finding]);
    await owner.query(`truncate ${table}`);
  }
});

test('a posting is dated no earlier than the last of its project', async () => {
  await credit(world, shop, { EUR: '1' });
  const { offset } = { offset: 5 * HOUR };
  world.clock.advance(-offset);
  await credit(world, shop, { EUR: '2' });
  world.clock.advance(offset);
  const [row] = await world.app.db.query<{ backwards: number }>(
    `select count(*)::int as backwards from (
       select created_at < lag(created_at) over (order by seq) as is_back from ledger_postings where project_id = $1) p
     where is_back`,
    [shop.project.id],
  );
  expect(row).toEqual({ backwards: 0 });
});
