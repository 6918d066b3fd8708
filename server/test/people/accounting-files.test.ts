// Guarantees for the files that accountants download: a statement names its project, currency, zone and period, and its
// rows lead from the opening to the closing balance. The transaction file has every posting and, for each payment, its
// coins, rate, txid and value.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import { dayAt } from '../../src/core/time-zone.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
let shop: Merchant;
let accountant: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'] });
  shop = await world.merchant();
  await world.database.owner.query(`update projects set name = 'Café 1/x'`);
  const roles = ['viewer'] as const;
  accountant = await personIn(world, { name: 'Ada' }, { projectId: shop.project.id, roles });
});
afterAll(() => world.close());

interface Downloaded {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

async function download(path: string): Promise<Downloaded> {
  const answer = await fetch(`${world.url}/admin/api/exports${path}`, {
    headers: { cookie: accountant.cookie },
  });
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  expect(answer.status, text).toBe(200);
  const [head = [], ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const rows = lines.map((cells) =>
    Object.fromEntries(head.map((name, n) => [name, cells[n] ?? ''])),
  );
  return { name: answer.headers.get('content-disposition') ?? '', rows };
}

const sumOf = (rows: Downloaded['rows'], name: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[name] || '0') * 100), 0);

test('a statement names project, currency, zone, period and both balances, and its rows lead from one to the other', async () => {
  await credit(world, shop, { EUR: '100' });
  await world.advance(3 * DAY);
  const from = new Date(Math.floor(world.clock.now() / DAY) * DAY);
  const to = new Date(from.getTime() + DAY - 1);
  for (const amount of ['20.50', '5.25']) await credit(world, shop, { EUR: amount });
  await world.advance(2 * DAY);
  await credit(world, shop, { EUR: '1000' });
  const requested = new URLSearchParams({
    project: shop.project.id,
    currency: 'EUR',
    from: from.toISOString(),
    to: to.toISOString(),
  });
  const { name, rows } = await download(`/operations/accounts.statement.csv?${requested}`);
  const day = from.toISOString().slice(0, 10);
  expect(name).toContain(
    `filename*=UTF-8''${encodeURIComponent(`statement_Café-1-x_EUR_${day}_to_${day}_UTC_opening-100.0_closing-125.75.csv`)}`,
  );
  expect(name).toContain(
    `filename="statement_Cafe-1-x_EUR_${day}_to_${day}_UTC_opening-100.0_closing-125.75.csv"`,
  );
  expect(rows).toHaveLength(4);
  for (const row of rows)
    expect(row).toMatchObject({
      project: 'Café 1/x',
      currency: 'EUR',
      zone: 'UTC',
      period_from: day,
      period_to: day,
    });
  expect(rows[0]).toMatchObject({ type: 'closing_balance', balance: '125.75', amount: '' });
  expect(rows[3]).toMatchObject({ type: 'opening_balance', balance: '100.0', amount: '' });
  expect(sumOf(rows, 'amount')).toBe(2575);
});

test('a statement without an end is closed when it starts: later postings are not included', async () => {
  const { name, rows } = await download(
    `/operations/accounts.statement.csv?project=${shop.project.id}&currency=EUR`,
  );
  expect(name).toContain('_beginning_to_');
  expect(rows.at(-1)).toMatchObject({ type: 'opening_balance', balance: '0.0' });
  const closing = Math.round(Number(rows[0]?.['balance']) * 100);
  expect(sumOf(rows, 'amount')).toBe(closing);
});

test('the file shows for each transaction whether it was posted, its reference, coins, rate, txid and value', async () => {
  const price = { price_currency: 'EUR', pay_currency: 'BTC' } as const;
  const paid = await shop.api.invoices.create({
    ...price,
    price_amount: '50',
    custom_id: 'order 17',
  });
  const open = await shop.api.invoices.create({
    ...price,
    price_amount: '60',
    custom_id: 'order 18',
  });
  const own = await shop.api.invoices.create({
    price_amount: '0.01',
    price_currency: 'BTC',
    pay_currency: 'BTC',
    custom_id: 'order 19',
  });
  await world.pay({ invoice_id: paid.id, risk_level: 'low' });
  await world.pay({ invoice_id: own.id, risk_level: 'low' });
  await world.mine('BTC', 10);
  await world.settle();
  const { rows } = await download(`/projects/${shop.project.id}/listTransactions.csv`);
  const of = (reference: string) =>
    defined(
      rows.find((row) => row['order_reference'] === reference),
      reference,
    );
  const invoice = await shop.api.invoices.get(paid.id);
  expect(of('order 17')).toMatchObject({
    booked: 'yes',
    type: 'Invoice',
    currency: 'EUR',
    coin: 'BTC',
    coin_amount: invoice.paid_amount,
    rate: invoice.exchange?.rate,
    value_currency: 'EUR',
  });
  expect(of('order 17')['txids']).toMatch(/^[0-9a-f]{64}$/);
  expect(Number(of('order 17')['value'])).toBeCloseTo(50, 0);
  expect(of('order 18')).toMatchObject({ booked: 'no', booked_at: '', txids: '', value: '' });
  expect(open.status).toBe('new');
  const sold = of('order 19');
  expect(sold).toMatchObject({ booked: 'yes', currency: 'BTC', coin_amount: '0.01', rate: '' });
  expect(Number(sold['value']), 'worth in EUR, although nothing was converted').toBeGreaterThan(1);
  expect(
    Object.values(rows.flatMap((row) => Object.values(row))).filter((cell) => /[{}[\]]/.test(cell)),
  ).toEqual([]);
  const booked = rows.filter((row) => row['booked'] === 'yes' && row['currency'] === 'EUR');
  const { data } = await shop.api.accounts.list();
  const balance = data.find(({ currency }) => currency === 'EUR')?.balance;
  expect(sumOf(booked, 'amount')).toBe(Math.round(Number(balance) * 100));
});

test('a report names project, valuation currency, zone and period in its name and in each row', async () => {
  const dayBefore = (days: number) =>
    new Date(world.clock.now() - days * DAY).toISOString().slice(0, 10);
  const [from, to] = [dayBefore(9), dayBefore(0)];
  const requested = new URLSearchParams({
    project: shop.project.id,
    by: 'day',
    currency: 'USD',
    from,
    to,
  });
  const { name, rows } = await download(`/operations/reports.lines.csv?${requested}`);
  expect(name).toContain(`filename="report_Cafe-1-x_USD_${from}_to_${to}_by-day_UTC.csv"`);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows)
    expect(row).toMatchObject({
      project: 'Café 1/x',
      valued_in: 'USD',
      zone: 'UTC',
      period_from: from,
      period_to: to,
    });
});

test('the statement of all currencies leads from each opening to each closing balance, in the time zone of the days', async () => {
  await credit(world, shop, { USD: '5' });
  const zone = 'Asia/Kolkata';
  const day = (moment: number) => dayAt(zone, moment);
  const [from, to] = [day(world.clock.now() - 3 * DAY), day(world.clock.now())];
  const requested = new URLSearchParams({ project: shop.project.id, from, to, time_zone: zone });
  const { name, rows } = await download(`/operations/reports.entries.csv?${requested}`);
  expect(name).toContain(
    `filename="statement_Cafe-1-x_all-currencies_${from}_to_${to}_Asia-Kolkata.csv"`,
  );
  for (const currency of ['EUR', 'USD']) {
    const own = rows.filter((row) => row['currency'] === currency);
    expect([own[0]?.['type'], own.at(-1)?.['type']]).toEqual([
      'closing_balance',
      'opening_balance',
    ]);
    const balance = (row: Downloaded['rows'][number] | undefined) =>
      Math.round(Number(row?.['balance']) * 100);
    expect(balance(own.at(-1)) + sumOf(own, 'amount')).toBe(balance(own[0]));
    for (const row of own) expect(row).toMatchObject({ zone, period_from: from });
  }
  requested.set('line', 'corrections');
  const line = await download(`/operations/reports.entries.csv?${requested}`);
  expect(line.name).toContain('corrections_Cafe-1-x_all-currencies_');
  const entry = line.rows.find((row) => row['currency'] === 'USD');
  expect(entry).toMatchObject({
    line: 'corrections',
    type: 'ManualBalanceTransaction',
    part: '5.0',
  });
  requested.delete('line');
  const summary = await download(`/operations/reports.summary.csv?${requested}`);
  const closing = summary.rows.find(
    (row) => row['line'] === 'closing' && row['currency'] === 'USD',
  );
  expect(closing).toMatchObject({ amount: '5.0', zone, valued_in: 'EUR' });
});
