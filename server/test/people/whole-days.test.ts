// A date as an upper bound includes that day: in UTC in the merchant API, the dashboard API and the command line, and
// in the reader's time zone where the dashboard sends a day.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayEndIn, dayStartIn } from '../../../dashboard/src/shared/zone.ts';
import { type OperatorName, operatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { runCommand } from '../cli/run-command.ts';
import { type OperatorReader, operatorReader } from '../operator/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

const LAST_DAY = '2027-04-30';
const LAST_MOMENT = '2027-04-30T23:59:59.999Z';
const NEXT_MOMENT = '2027-05-01T00:00:00.000Z';
const PAYEE = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';

let world: World;
let shop: Merchant;
let read: OperatorReader;
let reader: Browser;
beforeAll(async () => {
  const startsAt = Date.parse(LAST_MOMENT);
  world = await createWorld({}, { people: true, coins: ['LTC'], startsAt });
  shop = await world.merchant();
  read = operatorReader(world);
  await makeOneOfEach('first');
  world.clock.advance(1);
  await makeOneOfEach('second');
  reader = await personIn(
    world,
    { name: 'Ada' },
    { projectId: shop.project.id, roles: ['viewer'] },
  );
});
afterAll(() => world.close());

async function makeOneOfEach(customId: string): Promise<void> {
  const { api, project } = shop;
  await credit(world, shop, { EUR: '10' });
  const price = { price_amount: '2', price_currency: 'EUR', pay_currency: 'LTC' };
  const invoice = await api.invoices.create({ ...price, customer_id: customId });
  await world.pay({ invoice_id: invoice.id });
  const channel = { name: customId, pay_currency: 'LTC', receiver_currency: 'EUR' };
  const { id } = await api.channels.create({ ...channel, customer_id: customId });
  await world.pay({ channel_id: id });
  await api.coinWithdrawals.create({
    address: PAYEE,
    charged_currency: 'EUR',
    received_currency: 'LTC',
    charged_amount: '5',
    force_commit: true,
  });
  await api.subscriptions.create({
    name: customId,
    payer_email: 'payer@shop.example',
    amount: '5.00',
    currency: 'EUR',
    period: 'month',
    period_quantity: 1,
    starts_at: new Date(world.clock.now() + 5 * DAY),
  });
  await read('accounts.credit', {
    project: project.id,
    currency: 'EUR',
    amount: '1',
    reason: customId,
  });
}

const withDays = Object.entries(operatorOperations)
  .filter(([, { input }]) => 'from' in input && 'to' in input)
  .map(([name]) => name as OperatorName);
/** Operations that have a row at both times. */
const MADE: readonly OperatorName[] = [
  'accounts.statement',
  'callbacks.deliveries',
  'channel-payments.list',
  'channels.list',
  'invoices.list',
  'journal.list',
  'subscriptions.list',
  'withdrawals.list',
];

describe('a date as the end of a list', () => {
  test.for(withDays)('%s includes its whole day and nothing of the next', async (name) => {
    const account = name === 'accounts.statement' ? { currency: 'EUR' } : {};
    const upTo = (to: string) =>
      read(name, { project: shop.project.id, ...account, from: '2027-04-30', to });
    const whole = await upTo(LAST_DAY);
    expect(whole).toEqual(await upTo(LAST_MOMENT));
    if (MADE.includes(name)) {
      expect(rowsOf(whole)).toBeGreaterThan(0);
      expect(rowsOf(await upTo(NEXT_MOMENT))).toBeGreaterThan(rowsOf(whole));
    }
  });

  test.for(['invoices.list', 'callbacks.deliveries', 'accounts.statement'] as const)(
    '%s is the same on the command line and in the interface of people',
    async (name) => {
      const of = name === 'accounts.statement' ? [shop.project.id, 'EUR'] : [];
      const span = ['--from', '2027-04-30', '--to', LAST_DAY];
      const { out, err } = await runCommand(world, ...name.split('.'), ...of, ...span, '--json');
      expect(err).toBe('');
      const values = new URLSearchParams({
        project: shop.project.id,
        from: '2027-04-30',
        to: LAST_DAY,
        ...(name === 'accounts.statement' && { currency: 'EUR' }),
      });
      const shown = await reader.request(`/operations/${name}?${values}`);
      expect(shown.status).toBe(200);
      expect(rowsOf(shown.body.data)).toBeGreaterThan(0);
      expect(rowsOf(JSON.parse(out))).toBe(rowsOf(shown.body.data));
    },
  );

  test('the lists of merchants include it', async () => {
    const { list } = shop.api.transactions;
    for (const name of ['created_at_to', 'booked_at_to'] as const) {
      const upTo = async (to: string) => (await list({ limit: 100, [name]: to })).data;
      expect(await upTo(LAST_DAY)).toEqual(await upTo(LAST_MOMENT));
      expect((await upTo(LAST_DAY)).length).toBeGreaterThan(0);
      expect((await upTo(NEXT_MOMENT)).length).toBeGreaterThan((await upTo(LAST_DAY)).length);
    }
  });
});

function rowsOf(answer: unknown): number {
  return (answer as { rows: unknown[] }).rows.length;
}

/** A skipped and a repeated hour, a skipped midnight, and a skipped day. */
const DAYS = [
  ['Pacific/Apia', '2011-12-31', 24 * HOUR],
  ['America/Havana', '2026-03-08', 23 * HOUR],
  ['Europe/Berlin', '2026-03-29', 23 * HOUR],
  ['Europe/Berlin', '2026-10-25', 25 * HOUR],
] as const;

describe('a day of the reader in a statement', () => {
  let old: World;
  let merchant: Merchant;
  beforeAll(async () => {
    old = await createWorld({}, { coins: [], startsAt: Date.parse('2011-12-28T00:00:00Z') });
    merchant = await old.merchant();
  });
  afterAll(() => old.close());

  test.for(DAYS)('%s, %s', async ([zone, day, length]) => {
    const [from, to] = [dayStartIn(zone, day), dayEndIn(zone, day)];
    expect(to + 1 - from).toBe(length);
    const moments = [from - 1, from, to, to + 1];
    for (const moment of moments) {
      old.clock.advance(moment - old.clock.now());
      await credit(old, merchant, { EUR: `${1 + moments.indexOf(moment)}` });
    }
    const statement = await operatorReader(old)('accounts.statement', {
      project: merchant.project.id,
      currency: 'EUR',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    });
    expect(statement.rows.map(({ amount }) => amount)).toEqual(['3.0', '2.0']);
  });

  test('a day that the zone skips has no moment', () => {
    const [start, end] = [dayStartIn, dayEndIn].map((of) => of('Pacific/Apia', '2011-12-30'));
    expect(end).toBe(defined(start, 'a moment') - 1);
    expect(start).toBe(dayStartIn('Pacific/Apia', '2011-12-31'));
    expect(end).toBe(dayEndIn('Pacific/Apia', '2011-12-29'));
  });
});
