// Guarantees of reports: every total equals the ledger's entries, whatever the slices, also for past periods; closing
// liabilities equal the account balances at that time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import type { OperatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { amountOf, formatAmount } from '../../src/core/money.ts';
import { addDays, dayAt, dayStartIn } from '../../src/core/time-zone.ts';
import { sumPostings } from '../../src/ledger/day-sums.ts';
import { perform, type Values } from '../../src/operator/perform.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

let world: World;
let shop: Merchant;
let other: Merchant;
/** A moment between the two days with activity. */
let between: number;

beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  shop = await world.merchant();
  other = await world.merchant();
  for (const merchant of [shop, other])
    await publishPolicy(world, merchant, {
      name: 'big',
      when: { amountAbove: '45' },
      do: { hold: 0 },
    });
  await fillWallet(world, 'BTC', ['1', '1']);
  await playDay(shop);
  await world.advance(2 * DAY);
  between = Math.floor(world.clock.now() / DAY) * DAY - DAY;
  await playDay(shop);
  await playDay(other);
});
afterAll(() => world.close());

/** A sale in euros and one in coins, a channel payment, an exchange, a payout, and a canceled one. */
async function playDay(merchant: Merchant): Promise<void> {
  await credit(world, merchant, { EUR: '1000' });
  const { api } = merchant;
  for (const price_currency of ['EUR', 'LTC']) {
    const price = { price_amount: '2', price_currency, pay_currency: 'LTC' };
    await world.pay({ invoice_id: (await api.invoices.create(price)).id });
  }
  const channel = await api.channels.create({
    name: 'a channel',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
  });
  await world.pay({ channel_id: channel.id, amount: '0.5' });
  await world.mine('LTC', 10);
  const exchanged = { charged_currency: 'EUR', received_currency: 'LTC', charged_amount: '30' };
  await api.exchangeTransfers.create({ ...exchanged, force_commit: true });
  await requestWithdrawal(merchant, '40');
  await world.settle();
  await world.mine('BTC', 6);
  const { id } = await requestWithdrawal(merchant, '50');
  const coinWallet = defined(world.assembled.coinWallets.get('BTC'), 'a treasury of BTC');
  const cancelled = { projectId: merchant.project.id, id, reason: 'a test' };
  await cancelWithdrawal(world.app, coinWallet, cancelled);
}

function readOperation<Name extends keyof OperatorOperations>(
  name: Name,
  values: Values = {},
): Promise<OutputOf<OperatorOperations[Name]>> {
  const { coinWallets, nodes } = world.assembled;
  return perform({ ...world.app, coinWallets, nodes }, name, { actor: ACTOR, values });
}

type Report = OutputOf<OperatorOperations['reports.show']>;

/** The sum of the entries of accounts of a kind, by currency, without zero sums. */
async function entries(kind: string, from: number, until: number, project?: string) {
  const rows = await world.app.db.query<{ currency: string; sum: bigint }>(
    `select a.currency, sum(e.amount) as sum
     from ledger_entries e join ledger_accounts a on a.project_id = e.project_id and a.number = e.account
     join ledger_postings p on p.project_id = e.project_id and p.seq = e.posting_seq
     where a.kind = $1 and p.created_at >= $2 and p.created_at < $3
       and ($4::uuid is null or a.project_id = $4)
     group by a.currency having sum(e.amount) <> 0`,
    [kind, new Date(from), new Date(until), project ?? null],
  );
  return Object.fromEntries(rows.map(({ currency, sum }) => [currency, text(sum, currency)]));
}

const currencyOf = (code: string) => defined(world.app.currencies.get(code), code);
const text = (amount: bigint, code: string) => formatAmount(amount, currencyOf(code));

/** The sums of one column minus another, by currency. */
function net<Row extends { currency: string }>(
  rows: readonly Row[],
  plus: keyof Row & string,
  minus?: keyof Row & string,
) {
  const sums = new Map<string, bigint>();
  const read = (row: Row, column: keyof Row & string) => signed(String(row[column]), row.currency);
  for (const row of rows) {
    const amount = read(row, plus) - (minus === undefined ? 0n : read(row, minus));
    sums.set(row.currency, (sums.get(row.currency) ?? 0n) + amount);
  }
  const some = [...sums].filter(([, sum]) => sum !== 0n);
  return Object.fromEntries(some.map(([code, sum]) => [code, text(sum, code)]));
}

function signed(amount: string, code: string): bigint {
  const size = amountOf(amount.replace('-', ''), currencyOf(code));
  return amount.startsWith('-') ? -size : size;
}

async function expectAgreement(report: Report, from: number, until: number, project?: string) {
  const of = (kind: string) => entries(kind, from, until, project);
  expect(net(report.fees, 'earned')).toEqual(await of('fees'));
  expect(net(report.network, 'charged', 'paid')).toEqual(await of('network_fees'));
  expect(net(report.exchange, 'taken', 'given')).toEqual(await of('exchange'));
  expect(net(report.losses, 'restored', 'lost')).toEqual(await of('losses'));
  const before = (kind: string) => entries(kind, 0, until, project);
  expect(net(report.ends, 'owned')).toEqual(await before('available'));
  expect(net(report.ends, 'arriving')).toEqual(await before('deposits'));
  expect(net(report.ends, 'on_its_way')).toEqual(await before('withdrawals'));
}

const at = (time: number) => new Date(time).toISOString();

test('every total equals its entries, per project and overall, by day and by month', async () => {
  const now = world.clock.now();
  const [from, until] = [now - 5 * DAY, (Math.floor(now / DAY) + 1) * DAY];
  const start = Math.floor(from / DAY) * DAY;
  for (const project of [shop.project.id, undefined])
    for (const by of ['day', 'month', 'year']) {
      const report = await readOperation('reports.show', {
        project,
        by,
        from: at(from),
        to: at(now),
      });
      await expectAgreement(report, start, until, project);
      expect(report.fees.length).toBeGreaterThan(0);
      expect(report.network.length).toBeGreaterThan(0);
      const inBooks = net(report.ends, 'in_books');
      for (const [code, amount] of Object.entries(await entries('chain', 0, until, project)))
        expect(signed(inBooks[code] ?? '0', code)).toBe(-signed(amount, code));
    }
});

test('in any time zone, every total equals its entries, and each day has its own', async () => {
  const now = world.clock.now();
  const project = shop.project.id;
  for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'Pacific/Marquesas']) {
    const [first, last] = [dayAt(zone, now - 5 * DAY), dayAt(zone, now)];
    const bounds = [dayStartIn(zone, first), dayStartIn(zone, addDays(last, 1))] as const;
    const requested = { project, time_zone: zone, from: first, to: last };
    for (const by of ['day', 'month']) {
      const report = await readOperation('reports.show', { ...requested, by });
      expect(report.fees.length).toBeGreaterThan(0);
      await expectAgreement(report, ...bounds, project);
    }
    const daily = await readOperation('reports.show', { ...requested, by: 'day' });
    for (const day of new Set(daily.fees.map(({ period }) => period))) {
      const one = await readOperation('reports.show', { ...requested, from: day, to: day });
      const ofDay = daily.fees.filter(({ period }) => period === day);
      expect(net(one.fees, 'earned')).toEqual(net(ofDay, 'earned'));
      await expectAgreement(one, dayStartIn(zone, day), dayStartIn(zone, addDays(day, 1)), project);
    }
  }
});

test('a past period has its own totals and closing balances', async () => {
  const [first, last] = [between - 3 * DAY, between - DAY];
  const until = Math.floor(last / DAY) * DAY + DAY;
  const report = await readOperation('reports.show', { from: at(first), to: at(last) });
  await expectAgreement(report, Math.floor(first / DAY) * DAY, until);
  expect(report.solvency).toBeNull();
  const later = await readOperation('reports.show', {});
  expect(later.sales.reduce((sum, { count }) => sum + count, 0)).toBe(9);
  expect(report.sales.reduce((sum, { count }) => sum + count, 0)).toBe(3);
});

test('sales are reported by coin and currency, with received and credited amounts', async () => {
  const { sales } = await readOperation('reports.show', { project: other.project.id });
  const rows = await world.app.db.query<{ currency: string; sum: bigint }>(
    `select p.currency, sum(p.amount) as sum from ledger_postings p
     join ledger_accounts f on f.project_id = p.project_id and f.number = p.from_account
     where p.project_id = $1 and p.purpose = 'credit' and p.reference_type in ('Invoice', 'ChannelPayment')
     group by p.currency`,
    [other.project.id],
  );
  const credited = rows.map(({ currency, sum }) => [currency, text(sum, currency)]);
  expect(net(sales, 'credited')).toEqual(Object.fromEntries(credited));
  expect(
    sales.map(({ type, coin, currency, count }) => `${type} ${coin} ${currency} ${count}`),
  ).toEqual(['ChannelPayment LTC EUR 1', 'Invoice LTC EUR 1', 'Invoice LTC LTC 1']);
  const received = sales.map((sale) => ({ ...sale, currency: sale.coin }));
  const deposits = await entries('deposits', 0, world.clock.now() + DAY, other.project.id);
  const [came] = await world.app.db.query<{ sum: bigint }>(
    `select sum(amount) as sum from deposits where project_id = $1 and coin = 'LTC'`,
    [other.project.id],
  );
  expect(deposits).toEqual({});
  expect(net(received, 'received')).toEqual({ LTC: text(defined(came, 'a sum').sum, 'LTC') });
});

test('as lines for a file it has the same amounts, each once', async () => {
  const { sales, fees, ends } = await readOperation('reports.show', { project: other.project.id });
  const { rows, next } = await readOperation('reports.lines', { project: other.project.id });
  expect(next).toBeNull();
  const of = (part: string, item: string) =>
    rows.filter((row) => row.part === part && row.item === item).map(({ amount }) => amount);
  expect(of('sales', 'credited')).toEqual(sales.map(({ credited }) => credited));
  expect(of('sales', 'received')).toEqual(sales.map(({ received }) => received));
  expect(of('fees', 'earned')).toEqual(fees.map(({ earned }) => earned));
  expect(of('ends', 'owed')).toEqual(ends.map(({ owed }) => owed));
});

test('slices of any size give the same result', async () => {
  const now = world.clock.now();
  const today = Math.floor(now / DAY) * DAY;
  const time = {
    projectId: shop.project.id,
    from: new Date(today - 5 * DAY),
    until: new Date(today + DAY),
  };
  // No day has ended at that time, so nothing is stored.
  const requested = { ...time, now: time.from, by: 'year' } as const;
  await world.database.owner.query('truncate day_sums, hour_sums');
  const whole = await sumPostings(world.app.db, requested);
  const cut = await sumPostings(world.app.db, requested, 3);
  expect(cut.held).toEqual(whole.held);
  const sum = (rows: readonly { amount: bigint }[]) =>
    rows.reduce((all, one) => all + one.amount, 0n);
  expect(sum(cut.moved)).toBe(sum(whole.moved));
  const sold = (rows: readonly { count: number }[]) =>
    rows.reduce((all, one) => all + one.count, 0);
  expect(sold(cut.sold)).toBe(sold(whole.sold));
});

test('a past day is totaled once, and today each time', async () => {
  // A posting at noon of tomorrow: by then yesterday's postings are complete for sure.
  await world.advance((Math.floor(world.clock.now() / DAY) + 1.5) * DAY - world.clock.now());
  await credit(world, shop, { EUR: '1' });
  const day = Math.floor(world.clock.now() / DAY) * DAY;
  const time = {
    projectId: shop.project.id,
    from: new Date(day - 9 * DAY),
    until: new Date(day + DAY),
  };
  const requested = (now: number) => ({ ...time, now: new Date(now), by: 'day' }) as const;
  const sorted = (rows: readonly object[]) =>
    rows.map((row) => JSON.stringify(Object.entries(row).sort(), asJson)).sort();
  const keptDays = () =>
    world.app.db.query<{ day: string }>(
      `select to_char(since at time zone 'UTC', 'YYYY-MM-DD') as day from day_sums order by since`,
    );
  await world.database.owner.query('truncate day_sums, hour_sums');
  const fresh = await sumPostings(world.app.db, requested(day - 9 * DAY));
  expect(await keptDays()).toEqual([]);
  // A day ends an hour after midnight, not before.
  await sumPostings(world.app.db, requested(day + HOUR - 1));
  const yesterday = new Date(day - DAY).toISOString().slice(0, 10);
  expect((await keptDays()).at(-1)?.day).not.toBe(yesterday);
  await sumPostings(world.app.db, requested(day + HOUR));
  expect((await keptDays()).at(-1)?.day).toBe(yesterday);
  const kept = await sumPostings(world.app.db, requested(day + HOUR));
  expect(sorted(kept.moved)).toEqual(sorted(fresh.moved));
  expect(sorted(kept.sold)).toEqual(sorted(fresh.sold));
  expect(fresh.moved.length).toBeGreaterThan(0);
  // A clock that is wrong for a moment ends no day: no later day has a posting.
  await sumPostings(world.app.db, { ...requested(day + 5 * DAY), until: new Date(day + 3 * DAY) });
  expect((await keptDays()).at(-1)?.day).toBe(yesterday);
  await world.database.owner.query(`update day_sums set moved = '[]', sold = '[]'`);
  const emptied = await sumPostings(world.app.db, requested(day + HOUR));
  expect(new Set(emptied.moved.map(({ period }) => period)).size).toBeLessThanOrEqual(1);
  await world.database.owner.query('truncate day_sums, hour_sums');
});

test('a past hour of today is totaled once, and deleted when its day is stored', async () => {
  const owner = world.database.owner;
  // From the first minute of a day on, there is a posting every half hour.
  const day = (Math.floor(world.clock.now() / DAY) + 1) * DAY;
  await world.advance(day + MINUTE - world.clock.now());
  for (let n = 0; n < 8; n++) {
    await credit(world, shop, { EUR: `${n + 1}` });
    await world.advance(HOUR / 2);
  }
  const time = { projectId: shop.project.id, from: new Date(day), until: new Date(day + DAY) };
  const requested = () => ({ ...time, now: new Date(world.clock.now()), by: 'day' }) as const;
  const sums = async () => sum((await sumPostings(world.app.db, requested())).moved);
  const sum = (rows: readonly { amount: bigint }[]) =>
    rows.reduce((all, { amount }) => all + amount, 0n);
  const hours = () =>
    owner.query<{ hour: number }>(
      `select extract(hour from since at time zone 'UTC')::int as hour from hour_sums
     where project_id = $1 order by since`,
      [shop.project.id],
    );
  await owner.query('truncate day_sums, hour_sums');
  // Of the postings from 00:01 to 03:31, the hours that ended an hour before the last one are stored.
  expect(await sums()).toBe(3600n);
  expect(await hours()).toEqual([{ hour: 0 }, { hour: 1 }]);
  expect(await sums()).toBe(3600n);
  await owner.query(`update hour_sums set moved = '[]' where since = $1`, [new Date(day)]);
  expect(await sums()).toBe(3300n);
  await owner.query('truncate hour_sums');
  // The next day, when it has ended for sure.
  await world.advance(DAY);
  await credit(world, shop, { EUR: '1' });
  expect(await sums()).toBe(3600n);
  expect(await hours()).toEqual([]);
});

const asJson = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

test('liabilities are compared with current holdings, in the report of all projects only', async () => {
  const report = await readOperation('reports.show', { currency: 'USD' });
  const { positions } = await readOperation('solvency.show');
  expect(report.solvency).toEqual(positions.map(({ beside_tokens, ...position }) => position));
  expect(net(report.ends, 'owed')).toEqual(net(positions, 'owed'));
  expect(report.spread.every(({ value }) => value !== null)).toBe(true);
  expect((await readOperation('reports.show', { project: shop.project.id })).solvency).toBeNull();
});
