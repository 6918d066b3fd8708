// After all clocks were set back, nothing waits longer than its limit: each column of the schema with a future time
// either belongs to a table whose late times are made due, or is listed here with the reason why it may wait.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { createBatch } from '../../src/payout-batches/create.ts';
import { chooseNotices } from '../../src/people/notices.ts';
import { createUser } from '../../src/people/users.ts';
import { fundWallets } from '../../src/sandbox/demo-project.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const SLACK = MINUTE;
/** From the BIP-173 examples, on test networks. */
const PAYEE = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';
const BITCOIN_PAYEE = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
/** A callback behind an earlier one is not due. */
const PENDING = `status = 'pending' and not waits`;

interface Case {
  readonly column: string;
  /** SQL: the affected rows; all by default. */
  readonly where?: string;
  /** SQL: makes rows match `where`. */
  readonly set?: string;
  /** The longest allowed delay. */
  readonly delayMax: number;
}

const RETRY_GAP = 25_346 * SECOND;
const CASES: readonly Case[] = [
  { column: 'payouts.due_at', where: `status = 'waiting'`, delayMax: 10 * MINUTE },
  { column: 'transfers.due_at', delayMax: 10 * MINUTE },
  { column: 'deposits.assess_at', delayMax: 320 * SECOND },
  {
    column: 'deliveries.next_attempt_at',
    where: PENDING,
    set: 'attempts = attempts_before',
    delayMax: 0,
  },
  {
    column: 'deliveries.next_attempt_at',
    where: PENDING,
    set: 'attempts = attempts_before + 3',
    delayMax: RETRY_GAP,
  },
  { column: 'exchange_transfers.due_at', delayMax: 30 * SECOND },
  { column: 'coin_withdrawals.expires_at', where: `status = 'new'`, delayMax: 30 * SECOND },
  { column: 'invoices.due_at', delayMax: MINUTE },
  { column: 'channel_payments.due_at', delayMax: MINUTE },
  { column: 'subscriptions.due_at', delayMax: MINUTE },
  { column: 'checkouts.due_at', delayMax: MINUTE },
  { column: 'payout_batches.due_at', where: `status = 'checking'`, delayMax: MINUTE },
  { column: 'shop_deliveries.due_at', delayMax: 10 * MINUTE },
  { column: 'notices.due_at', delayMax: 15 * MINUTE },
  { column: 'mails.due_at', delayMax: 0 },
  { column: 'mails.due_at', set: 'attempts = 3', delayMax: 6 * HOUR },
  { column: 'people_mails.due_at', delayMax: 0 },
  { column: 'people_mails.due_at', set: 'attempts = 3', delayMax: 6 * HOUR },
  { column: 'alert_messages.due_at', delayMax: 0 },
  { column: 'alert_messages.due_at', set: 'attempts = 3', delayMax: 15 * MINUTE },
];

const CLAIMED = 'a lease that ends later than any does counts as ended where the work is claimed';
const VALIDITY = 'no work waits for it: a request compares it with its own time';
const MAY_WAIT: Readonly<Record<string, string>> = {
  'schedules.due_at': 'a due time later than any counts as past where the task is claimed',
  'schedules.leased_until': CLAIMED,
  'deliveries.leased_until': CLAIMED,
  'mails.leased_until': CLAIMED,
  'people_mails.leased_until': CLAIMED,
  'alert_messages.leased_until': CLAIMED,
  'idempotency_keys.locked_until': CLAIMED,
  'alert_notifications.remind_at': 'the alert was told already, and only its reminder is late',
  'invoices.expires_at': 'what the payer was promised: the invoice is looked at by its due_at',
  'subscriptions.current_period_ends_at': 'what the payer was promised',
  'checkouts.expires_at': 'what the payer was promised: the checkout is looked at by its due_at',
  'refund_claims.expires_at': VALIDITY,
  'payment_links.expires_at': VALIDITY,
  'callback_endpoints.previous_secret_until': VALIDITY,
  'known_browsers.ends_at': VALIDITY,
  'personal_tokens.expires_at': VALIDITY,
  'sessions.ends_at': VALIDITY,
  'sign_in_challenges.expires_at': VALIDITY,
  'sign_in_links.expires_at': VALIDITY,
  'sign_in_tries.ends_at': VALIDITY,
  'terminal_sessions.ends_at': VALIDITY,
};

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
  await fill(world, await world.merchant());
}, 60_000);
afterAll(() => world.close());

test('each column with a future time is corrected, or listed with a reason', async () => {
  const rows = await world.app.db.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone'
       and (column_name ~ '^(.*_)?(due|assess|attempt|remind|expires|ends)_at$' or column_name ~ '_until$')
       and table_name in (select tablename from pg_tables where schemaname = 'public')`,
  );
  const listed = [...CASES.map(({ column }) => column), ...Object.keys(MAY_WAIT)];
  expect([...new Set(listed)].sort()).toEqual(rows.map(({ column }) => column).sort());
});

test.for(CASES)('$column $set later than $delayMax ms becomes due', async (one) => {
  const late = await put(one, one.delayMax + HOUR);
  await pullIn();
  expect(await dueIn(one)).toEqual(late.map(() => 0));
  const right = await put(one, one.delayMax + SLACK / 2);
  await pullIn();
  expect(await dueIn(one)).toEqual(right.map(() => one.delayMax + SLACK / 2));
});

test('the ends of an invoice, of a channel payment and of a period stay unchanged', async () => {
  const { query } = world.database.owner;
  const ends = [
    ['invoices', `expires_at + interval '1 ms'`],
    ['invoices', `created_at + interval '336 hours'`],
    ['channel_payments', `created_at + interval '336 hours'`],
    ['subscriptions', 'current_period_ends_at'],
    ['checkouts', 'expires_at'],
  ] as const;
  for (const [table, end] of ends) {
    await query(`update ${table} set due_at = ${end}`);
    await pullIn();
    const [row] = await query<{ n: number; kept: number }>(
      `select count(*)::int as n, (count(*) filter (where due_at = ${end}))::int as kept from ${table}`,
    );
    expect(row?.n).toBeGreaterThan(0);
    expect(row?.kept).toBe(row?.n);
  }
});

async function pullIn(): Promise<void> {
  const { app, assembled } = world;
  await makeAllDue(app);
  const worker = assembled.workers.find(({ name }) => name === 'schedule-correction');
  await defined(worker, 'the worker').run(app);
}

/** Makes its rows due in this many milliseconds. */
async function put({ column, where = 'true', set }: Case, milliseconds: number) {
  const [table, name] = column.split('.');
  const rows = await world.database.owner.query(
    `update ${table} set ${name} = $1 ${set === undefined ? '' : `, ${set}`} where ${where} returning 1`,
    [new Date(world.clock.now() + milliseconds)],
  );
  expect(rows.length).toBeGreaterThan(0);
  return rows;
}

async function dueIn({ column, where = 'true' }: Case): Promise<number[]> {
  const [table, name] = column.split('.');
  const rows = await world.app.db.query<{ at: Date }>(
    `select ${name} as at from ${table} where ${where} and ${name} is not null`,
  );
  return rows.map(({ at }) => at.getTime() - world.clock.now());
}

/** A row of each kind. None is processed. */
async function fill({ app, assembled, pay, settle, database }: World, merchant: Merchant) {
  const { api, project } = merchant;
  merchant.answerWith(500);
  await credit(world, merchant, { EUR: '1000' });
  await fundWallets(app, defined(assembled.simulations, 'simulated chains'));
  await settle();
  const out = { charged_currency: 'EUR', charged_amount: '5', received_currency: 'LTC' };
  await api.coinWithdrawals.create({ ...out, address: PAYEE, force_commit: true });
  // Nothing of BTC is sent here.
  const waiting = { ...out, received_currency: 'BTC', address: BITCOIN_PAYEE };
  await api.coinWithdrawals.create({ ...waiting, force_commit: true });
  await settle();
  await api.coinWithdrawals.create({ ...out, address: PAYEE });
  await api.exchangeTransfers.create({ ...out, received_currency: 'USD' });
  const invoice = await api.invoices.create({
    price_amount: '20',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await pay({ invoice_id: invoice.id });
  const channel = await api.channels.create({
    name: 'Top-up',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
  });
  await pay({ channel_id: channel.id });
  await api.checkouts.create({ price_amount: '20', price_currency: 'EUR' });
  await api.subscriptions.create({
    name: 'Monthly',
    payer_email: 'payer@shop.example',
    amount: '9.00',
    currency: 'EUR',
    period: 'month',
    period_quantity: 1,
    starts_at: new Date(app.clock.now() + 96 * HOUR),
  });
  const user = await createUser(app, {
    name: 'Ada',
    email: 'ada@shop.example',
    isEmailConfirmed: true,
    role: 'owner',
  });
  await chooseNotices(app, user.id, ['alerts']);
  const now = new Date(app.clock.now());
  await database.owner.query(
    `insert into mails (project_id, id, reference_id, purpose, recipient, subject, text_body, html_body, status,
       due_at, created_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'test', 'a@shop.example', '', '', '', 'pending', $2, $2)`,
    [project.id, now],
  );
  await database.owner.query(
    `with hook as (insert into shop_webhooks (project_id, id, url, is_enabled, repeats, secret_sealed, created_at)
       values ($1, gen_random_uuid(), 'https://shop.example', true, true, '', $2) returning id)
     insert into shop_deliveries (project_id, id, webhook_id, checkout_id, type, payload, created_at, due_at)
     select $1, gen_random_uuid(), hook.id, gen_random_uuid(), 'InvoiceCreated', '{}', $2, $2 from hook`,
    [project.id, now],
  );
  await database.owner.query(
    `insert into people_mails (id, recipient, subject, body_sealed, status, due_at, created_at)
     values (gen_random_uuid(), 'a@shop.example', '', '', 'pending', $1, $1)`,
    [now],
  );
  await database.owner.query(
    `with place as (insert into alert_destinations
       (id, kind, name, recipient, settings_sealed, language, repeat_minutes, is_enabled, created_at)
       values (gen_random_uuid(), 'mail', 'mail', '', '', 'en', 0, true, $1) returning id)
     insert into alert_messages (id, destination_id, content, status, due_at, created_at)
     select gen_random_uuid(), id, '{}', 'pending', $1, $1 from place`,
    [now],
  );
  // Last, because the worker would check it.
  const file = { name: 'file', text: `address,amount,currency\n${PAYEE},1,LTC`, paysAgain: false };
  const batch = { ...file, projectId: project.id, id: newId(app.clock, app.random) };
  await createBatch(app, batch, { key: 'user:root', name: 'root' });
}
