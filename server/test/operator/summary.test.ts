// Guarantees of the summary of a period: in every time zone and period, each currency's opening balance plus its
// movements is its closing balance, equal to the statement and to the ledger; refunds are apart from sales and payouts.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import type { OperatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { addDays, dayAt, dayEndIn, dayStartIn } from '../../src/core/time-zone.ts';
import { perform, type Values } from '../../src/operator/perform.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
/** Whole hours with daylight saving time, half and three quarters of an hour, a half-hour change, and both extremes. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
/** Across the ends of daylight saving time in Europe (October 25) and America (November 1), and two month ends. */
const START = Date.parse('2026-10-24T20:10:00Z');
const STEPS = 21;
const STEP = 10.5 * HOUR;

let world: World;
let shop: Merchant;
let other: Merchant;

beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'], startsAt: START });
  shop = await world.merchant();
  other = await world.merchant();
  await publishPolicy(world, shop, {
    name: 'big',
    when: { amountAbove: '45' },
    do: { hold: 0 },
  });
  await fillWallet(world, 'BTC', ['1', '1']);
  await credit(world, shop, { EUR: '1000', BTC: '0.5' });
  await credit(world, other, { USD: '77.77' });
  const acts = [
    sale,
    salesInCoins,
    refundedPayment,
    payout,
    payoutOfCoins,
    cancelledPayout,
    exchange,
  ];
  for (let n = 0; n < STEPS; n++) {
    await defined(acts[n % acts.length], 'an act')();
    await world.advance(STEP);
  }
});
afterAll(() => world.close());

const invoice = (price_amount: string, price_currency: string) =>
  shop.api.invoices.create({ price_amount, price_currency, pay_currency: 'BTC' });

async function sale(): Promise<void> {
  await world.pay({ invoice_id: (await invoice('20.01', 'EUR')).id, risk_level: 'low' });
  await world.mine('BTC', 6);
}

async function salesInCoins(): Promise<void> {
  await world.pay({ invoice_id: (await invoice('0.001', 'BTC')).id, risk_level: 'low' });
  await credit(world, shop, { EUR: '-0.07' });
  await world.mine('BTC', 6);
}

/** The excess goes back to the payer, and the next time into the account. */
async function refundedPayment(): Promise<void> {
  for (const address of [BTC_ADDRESS, undefined]) {
    const { id } = await invoice('5', 'EUR');
    await world.pay({ invoice_id: id, amount: '0.01', risk_level: 'low' });
    await world.mine('BTC', 6);
    await shop.api.invoices.refund(id, address === undefined ? {} : { address });
    await world.settle();
  }
  await world.mine('BTC', 6);
}

async function payout(): Promise<void> {
  await requestWithdrawal(shop, '10');
  await world.settle();
  await world.mine('BTC', 6);
}

async function payoutOfCoins(): Promise<void> {
  await requestWithdrawal(shop, '0.001', { charged_currency: 'BTC' });
  await world.settle();
}

async function cancelledPayout(): Promise<void> {
  const { id } = await requestWithdrawal(shop, '50');
  const coinWallet = defined(world.assembled.coinWallets.get('BTC'), 'a wallet of BTC');
  await world.advance(HOUR);
  const cancelled = { projectId: shop.project.id, id, reason: 'a test' };
  await cancelWithdrawal(world.app, coinWallet, cancelled);
}

async function exchange(): Promise<void> {
  const amounts = { charged_currency: 'EUR', received_currency: 'BTC', charged_amount: '3' };
  await shop.api.exchangeTransfers.create({ ...amounts, force_commit: true });
}

function read<Name extends keyof OperatorOperations>(
  name: Name,
  values: Values,
): Promise<OutputOf<OperatorOperations[Name]>> {
  const { coinWallets, nodes } = world.assembled;
  return perform({ ...world.app, coinWallets, nodes }, name, { actor: ACTOR, values });
}

type Summary = OutputOf<OperatorOperations['reports.summary']>;
type Line = Summary['rows'][number]['line'];

function units(text: string, code: string): bigint {
  const currency = defined(world.app.currencies.get(code), code);
  const size = amountOf(text.replace('-', ''), currency);
  return text.startsWith('-') ? -size : size;
}

const amountIn = ({ rows }: Summary, code: string, line: Line): bigint => {
  const row = rows.find((each) => each.currency === code && each.line === line);
  return row === undefined ? 0n : units(row.amount, code);
};

const MOVEMENTS = [
  'sales',
  'refunds',
  'fees',
  'network_fees',
  'payouts',
  'exchanges',
  'corrections',
] as const;

/** The entries of accounts of a kind, from the ledger. */
async function ledger(kind: string, code: string, span: { from: number; until: number }) {
  const [row] = await world.app.db.query<{ sum: bigint }>(
    `select coalesce(sum(e.amount), 0) as sum
     from ledger_entries e join ledger_accounts a on a.project_id = e.project_id and a.number = e.account
     join ledger_postings p on p.project_id = e.project_id and p.seq = e.posting_seq
     where a.kind = $1 and a.currency = $2 and a.project_id = $3 and p.created_at >= $4 and p.created_at < $5`,
    [kind, code, shop.project.id, new Date(span.from), new Date(span.until)],
  );
  return defined(row, 'a sum').sum;
}

test('opening and movements are the closing balance in every zone and period, as in statement and ledger', async () => {
  const days = (zone: string, moment: number) => dayAt(zone, moment);
  const project = shop.project.id;
  const period = fc.record({
    zone: fc.constantFrom(...ZONES),
    start: fc.integer({ min: -1, max: 12 }),
    length: fc.integer({ min: 0, max: 12 }),
    by: fc.constantFrom('day', 'month', 'year'),
  });
  const check = async ({ zone, start, length, by }: Asked) => {
    const first = addDays(days(zone, START), start);
    const last = addDays(first, length);
    const span = { from: dayStartIn(zone, first), until: dayEndIn(zone, last) + 1 };
    const asked = { project, from: first, to: last, time_zone: zone, by };
    const summary = await read('reports.summary', asked);
    expect([summary.since, summary.until].map((text) => Date.parse(text))).toEqual([
      span.from,
      span.until,
    ]);
    for (const code of ['EUR', 'BTC']) {
      const opening = amountIn(summary, code, 'opening');
      const closing = amountIn(summary, code, 'closing');
      const moved = MOVEMENTS.reduce((sum, line) => sum + amountIn(summary, code, line), 0n);
      expect(opening + moved).toBe(closing);
      expect(closing - opening).toBe(await ledger('available', code, span));
      const statement = await read('accounts.statement', {
        project,
        currency: code,
        from: new Date(span.from).toISOString(),
        to: new Date(span.until - 1).toISOString(),
        limit: '1',
      });
      expect([statement.opening, statement.closing].map((text) => units(text, code))).toEqual([
        opening,
        closing,
      ]);
      expect(-amountIn(summary, code, 'fees')).toBe(await ledger('fees', code, span));
    }
    const total = new Map(summary.totals.map(({ line, amount }) => [line, units(amount, 'EUR')]));
    const of = (line: (typeof summary.totals)[number]['line']) => defined(total.get(line), line);
    const movedTotal = MOVEMENTS.reduce((sum, line) => sum + of(line), 0n);
    expect(of('opening') + movedTotal + of('rounding')).toBe(of('closing'));
  };
  await fc.assert(fc.asyncProperty(period, check), { numRuns: 40 });
});

interface Asked {
  readonly zone: string;
  readonly start: number;
  readonly length: number;
  readonly by: string;
}

/** All time until now. */
const whole = () => ({
  from: dayAt('UTC', START - DAY),
  to: dayAt('UTC', world.clock.now()),
  time_zone: 'UTC',
});

test('adjacent periods share a balance, and their movements add up to those of both', async () => {
  const asked = { project: shop.project.id, time_zone: 'Asia/Kolkata' };
  const [first, last] = ['2026-10-24', '2026-11-06'];
  const both = await read('reports.summary', { ...asked, from: first, to: last });
  for (const middle of ['2026-10-25', '2026-10-31', '2026-11-02']) {
    const before = await read('reports.summary', { ...asked, from: first, to: middle });
    const after = await read('reports.summary', { ...asked, from: addDays(middle, 1), to: last });
    expect(amountIn(after, 'EUR', 'opening')).toBe(amountIn(before, 'EUR', 'closing'));
    for (const line of MOVEMENTS)
      expect(amountIn(before, 'EUR', line) + amountIn(after, 'EUR', line)).toBe(
        amountIn(both, 'EUR', line),
      );
  }
});

test('each movement is what its objects say, and refunds are neither sales nor payouts', async () => {
  const summary = await read('reports.summary', { project: shop.project.id, ...whole() });
  const [sent] = await world.app.db.query<{
    eur: bigint;
    btc: bigint;
    refunds: bigint;
    fee: bigint;
  }>(
    `select coalesce(sum(charged_amount - fee) filter (where charged_currency = 'EUR'), 0) as eur,
       coalesce(sum(received_amount) filter (where charged_currency = 'BTC' and refund is null), 0) as btc,
       coalesce(sum(received_amount) filter (where refund is not null), 0) as refunds,
       coalesce(sum(network_fee) filter (where charged_currency = 'BTC'), 0) as fee
     from (select w.*, f.id as refund from coin_withdrawals w
       left join invoice_refunds f on f.project_id = w.project_id and f.withdrawal_id = w.id
       where w.project_id = $1 and w.status <> 'cancelled') w`,
    [shop.project.id],
  );
  const [taken] = await world.app.db.query<{ price: bigint; kept: bigint }>(
    `select (select sum(price_amount) from invoices where project_id = $1 and price_currency = 'EUR'
         and status = 'completed') as price,
       (select sum(amount) from invoice_refunds where project_id = $1) as kept`,
    [shop.project.id],
  );
  const { eur, btc, refunds, fee } = defined(sent, 'sums');
  const { price, kept } = defined(taken, 'sums');
  expect(btc).toBeGreaterThan(0n);
  expect(refunds).toBeGreaterThan(0n);
  expect(amountIn(summary, 'EUR', 'sales')).toBe(price);
  expect(amountIn(summary, 'EUR', 'refunds')).toBe(0n);
  expect(amountIn(summary, 'BTC', 'refunds')).toBe(kept - refunds);
  expect(amountIn(summary, 'BTC', 'payouts')).toBe(-btc);
  expect(amountIn(summary, 'BTC', 'network_fees')).toBe(-fee);
  // In euros, the network fee is the coins' share of the price, and a canceled payout cancels out.
  const network = amountIn(summary, 'EUR', 'network_fees');
  expect(network).toBeLessThan(0n);
  expect(amountIn(summary, 'EUR', 'payouts') + network).toBe(-eur);
});

test('the entries of each line add up to it, page by page', async () => {
  const project = shop.project.id;
  const asked = { ...whole(), time_zone: 'Australia/Lord_Howe' };
  const summary = await read('reports.summary', { project, ...asked });
  for (const currency of ['EUR', 'BTC'])
    for (const line of MOVEMENTS) {
      let [sum, count, after] = [0n, 0, undefined as string | undefined];
      do {
        const page = await read('reports.entries', {
          project,
          ...asked,
          line,
          currency,
          limit: '3',
          ...(after !== undefined && { after }),
        });
        for (const { part } of page.rows) sum += units(part, currency);
        count += page.rows.length;
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(sum).toBe(amountIn(summary, currency, line));
      const row = summary.rows.find((each) => each.currency === currency && each.line === line);
      expect(count).toBe(row?.count);
    }
});

test('all projects together are the sums of each, and a currency without a rate is named, not valued', async () => {
  const [all, one, two] = [
    await read('reports.summary', whole()),
    await read('reports.summary', { project: shop.project.id, ...whole() }),
    await read('reports.summary', { project: other.project.id, ...whole() }),
  ];
  for (const code of ['EUR', 'BTC', 'USD'])
    for (const line of [...MOVEMENTS, 'closing'] as const)
      expect(amountIn(all, code, line)).toBe(amountIn(one, code, line) + amountIn(two, code, line));
  expect(all.unvalued).toEqual([]);
  world.app.rates.isDown = true;
  try {
    const dark = await read('reports.summary', whole());
    expect(dark.unvalued).toEqual(['BTC', 'USD']);
    expect(dark.rates.filter(({ rate }) => rate !== null)).toEqual([
      { currency: 'EUR', rate: '1.0' },
    ]);
    const closing = dark.totals.find(({ line }) => line === 'closing');
    expect(units(closing?.amount ?? '', 'EUR')).toBe(amountIn(all, 'EUR', 'closing'));
  } finally {
    world.app.rates.isDown = false;
  }
});

test('the days are checked in the requested zone, with all problems at once', async () => {
  const wrong = { from: '2026-11-05', to: '2026-11-01', time_zone: 'Mars/Olympus' };
  await expect(read('reports.summary', wrong)).rejects.toMatchObject({
    code: 'invalid',
    details: [{ target: 'time_zone' }, { target: 'from' }],
  });
  await expect(
    read('reports.summary', { from: '2020-01-01', to: '2026-11-01', by: 'day' }),
  ).rejects.toMatchObject({ details: [{ target: 'from' }] });
});
