// Guarantees of the overview: it counts tasks for people, totals what merchants own, and shows the latest payments, of
// one project or of all; instance-level tasks are shown only to people of the instance.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import type { OperatorName, OperatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import { groupBy, sumOf } from '../../src/core/group.ts';
import { raiseAlert } from '../../src/ledger/alerts.ts';
import { checkNotifications } from '../../src/operator/doctor/check-notifications.ts';
import { countNeeds } from '../../src/operator/needs.ts';
import { ADMINISTRATIVE_NEEDS } from '../../src/operator/overview/contract.ts';
import { flowsByDay } from '../../src/operator/overview/handlers.ts';
import { perform, type Values } from '../../src/operator/perform.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'], sends: false });
  shop = await world.merchant();
  other = await world.merchant();
  for (const merchant of [shop, other]) await credit(world, merchant, { EUR: '10000' });
  await publishPolicy(world, shop, { name: 'big', when: { amountAbove: '50' }, do: { hold: 1 } });
  await publishPolicy(world, other, { name: 'big', when: { amountAbove: '50' }, do: { hold: 0 } });
});
afterAll(() => world.close());

function read<Name extends OperatorName>(
  name: Name,
  values: Values = {},
): Promise<OutputOf<OperatorOperations[Name]>> {
  const { coinWallets, nodes } = world.assembled;
  return perform({ ...world.app, coinWallets, nodes }, name, { actor: ACTOR, values });
}

/** The kinds of pending tasks that are not zero. */
async function waiting(values: Values = {}) {
  const { needs } = await read('overview.show', values);
  return Object.fromEntries(needs.flatMap(({ kind, count }) => (count > 0 ? [[kind, count]] : [])));
}

const invoice = (merchant: Merchant) =>
  merchant.api.invoices.create({
    price_amount: '20',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });

test('items that need attention are counted, per project and in total', async () => {
  expect(await waiting()).toEqual({});
  await requestWithdrawal(shop, '60');
  await requestWithdrawal(other, '60');
  const expensive = await invoice(shop);
  await world.pay({ invoice_id: expensive.id, amount: '1' });
  const risky = await invoice(shop);
  await world.pay({ invoice_id: risky.id, risk_level: 'high' });
  await world.mine('LTC', 10);
  const own = { withdrawals_for_approval: 1, invoices_unresolved: 2, invoices_high_risk: 1 };
  expect(await waiting({ project: shop.project.id })).toEqual(own);
  expect(await waiting({ project: other.project.id })).toEqual({ withdrawals_on_hold: 1 });
  await world.app.db.transaction(async (tx) => {
    await raiseAlert(tx, { kind: 'hot_wallet_low_balance', subject: 'LTC', facts: {} });
    await raiseAlert(tx, { kind: 'insufficient_gas', subject: 'ETH', facts: {} });
    await beginQuarantine(tx, { coin: 'LTC', reason: 'a test' });
  });
  const kindsFor = async (isOfInstance: boolean) =>
    (
      await countNeeds(world.app, { projectId: shop.project.id, isOfInstance, mayDecide: true })
    ).map(({ kind }) => kind);
  expect(await kindsFor(true)).toEqual(expect.arrayContaining([...ADMINISTRATIVE_NEEDS]));
  const seenByMembers = await kindsFor(false);
  expect(ADMINISTRATIVE_NEEDS.filter((kind) => seenByMembers.includes(kind))).toEqual([]);
  const all = await waiting();
  expect(all).toMatchObject({ ...own, withdrawals_on_hold: 1, quarantines: 1, hot_wallets_low: 1 });
  expect(all['alerts']).toBeGreaterThanOrEqual(2);
  const { needs: ofAll } = await read('overview.show');
  const unresolved = ofAll.find(({ kind }) => kind === 'invoices_unresolved');
  expect(unresolved?.projects).toEqual([{ project_id: shop.project.id, count: 2 }]);
});

test('the linked lists show the counted items', async () => {
  const found = async (name: 'withdrawals.list' | 'invoices.list', values: Values) =>
    (await read(name, values)).rows.map(({ project_id }) => project_id);
  const onHold = { status: 'on_hold' };
  expect(await found('withdrawals.list', { ...onHold, waits_for: 'approvers' })).toEqual([
    shop.project.id,
  ]);
  expect(await found('withdrawals.list', { waits_for: 'operator' })).toEqual([other.project.id]);
  const illicit = { status: 'unresolved', context: 'illicit_resource' };
  expect(await found('invoices.list', illicit)).toEqual([shop.project.id]);
  expect(await found('invoices.list', { context: 'overpaid' })).toEqual([shop.project.id]);
});

test('a count stops at a hundred, and shows it', async () => {
  await world.app.db.transaction(async (tx) => {
    for (let n = 0; n < 101; n++)
      await raiseAlert(tx, { kind: 'signer_unavailable', subject: `${n}`, facts: {} });
  });
  const { needs } = await read('overview.show');
  expect(needs.find(({ kind }) => kind === 'alerts')).toEqual({
    kind: 'alerts',
    count: 100,
    is_capped: true,
    oldest_at: null,
    projects: [],
  });
});

test('liabilities are reported by currency, and in total in the requested one', async () => {
  const { accounts, total, currency } = await read('overview.show', { project: other.project.id });
  const listed = await read('accounts.list', { project: other.project.id });
  const euros = listed.find((row) => row.currency === 'EUR');
  const shown = accounts.find((row) => row.currency === 'EUR');
  expect(shown).toMatchObject({ available: euros?.available, held: '0.0', value: euros?.balance });
  expect({ currency, total }).toEqual({
    currency: 'EUR',
    total: { amount: euros?.balance, currency: 'EUR' },
  });
  // The held withdrawal is debited, and not paid.
  const coins = accounts.find((row) => row.currency === 'BTC');
  expect(Number(coins?.on_its_way)).toBeGreaterThan(0);
  const both = await read('overview.show', { currency: 'USD' });
  expect(Number(both.total?.amount)).toBeGreaterThan(Number(euros?.balance) * 1.5);
});

test('without a rate there is no value, and no total that leaves it out', async () => {
  world.app.rates.isDown = true;
  const { accounts, total } = await read('overview.show', { currency: 'USD' });
  world.app.rates.isDown = false;
  expect(accounts.every(({ value }) => value === null || value === '0.0')).toBe(true);
  expect(total).toBeNull();
});

test('the newest payments come first, each once, of all projects', async () => {
  const { payments } = await read('overview.show');
  const sorted = payments.toSorted((a, b) => b.at.localeCompare(a.at));
  expect(payments.length).toBeLessThanOrEqual(6);
  expect(new Set(payments.map(({ project_id: id }) => id)).size).toBe(2);
  expect(payments.map(({ at }) => at)).toEqual(sorted.map(({ at }) => at));
  expect(new Set(payments.map(({ id }) => id)).size).toBe(payments.length);
  const invoice = payments.find(({ type }) => type === 'Invoice');
  expect(invoice).toMatchObject({
    amount: { amount: expect.any(String), currency: 'EUR' },
    status: expect.any(String),
    paid_amount: expect.any(String),
    expires_at: expect.any(String),
  });
  const own = await read('overview.show', { project: other.project.id });
  expect(own.payments.map((row) => row.project_id)).toEqual(
    own.payments.map(() => other.project.id),
  );
  expect(own.payments.length).toBeGreaterThan(0);
});

/** The sum of the entries of all merchant accounts, by currency: credits and debits. */
async function entriesOf(projectId: string) {
  const rows = await world.app.db.query<{ currency: string; credited: bigint; debited: bigint }>(
    `select a.currency, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as credited,
       coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as debited
     from ledger_entries e join ledger_accounts a on a.project_id = e.project_id and a.number = e.account
     where a.kind = 'available' and a.project_id = $1 group by a.currency order by a.currency`,
    [projectId],
  );
  return rows.map(({ currency, credited, debited }) => ({ currency, credited, debited }));
}

test('flows by day add up to the entries', async () => {
  await world.advance(DAY);
  await credit(world, other, { EUR: '12.5', USD: '7' });
  await requestWithdrawal(other, '20');
  const now = world.clock.now();
  const projectId = other.project.id;
  const today = Math.floor(now / DAY) * DAY;
  const days = { projectId, from: new Date(today - 3 * DAY), until: new Date(today + DAY) };
  const flows = await flowsByDay(world.app, days);
  expect(new Set(flows.map(({ day }) => day)).size).toBe(2);
  // Past days are stored by now.
  expect(await flowsByDay(world.app, days)).toEqual(flows);
  const sums = [...groupBy(flows, ({ currency }) => currency)].map(([currency, ofIt]) => ({
    currency,
    credited: sumOf(ofIt, (flow) => flow.credited),
    debited: sumOf(ofIt, (flow) => flow.debited),
  }));
  expect(sums.toSorted((a, b) => a.currency.localeCompare(b.currency))).toEqual(
    await entriesOf(projectId),
  );
});

test('flows cover whole days, with their value and the results of invoices', async () => {
  const today = new Date(world.clock.now()).toISOString();
  const shown = await read('overview.flows', { from: today, to: today, currency: 'USD' });
  const day = today.slice(0, 10);
  expect(shown).toMatchObject({ from: day, to: day, currency: 'USD' });
  const dollars = defined(
    shown.days.find(({ currency }) => currency === 'USD'),
    'a flow of USD',
  );
  expect(dollars).toMatchObject({ credited: '7.0', credited_value: '7.0', debited: '0.0' });
  const euros = defined(
    shown.days.find(({ currency }) => currency === 'EUR'),
    'a flow of EUR',
  );
  expect(Number(euros.credited_value)).toBeGreaterThan(12.5);
  const both = await read('overview.flows', { project: shop.project.id });
  const invoices = await shop.api.invoices.list();
  const counted = both.invoices.reduce((sum, { count }) => sum + count, 0);
  expect(counted).toBe(invoices.data.length);
  expect(both.invoices).toEqual([
    { day: expect.any(String), status: 'unresolved', count: invoices.data.length },
  ]);
});

test('an unpaid invoice is counted, listed and found as expired from its expiry on', async () => {
  const { id: project } = other.project;
  const made = await invoice(other);
  const day = made.created_at.slice(0, 10);
  const counted = async () => {
    const { invoices } = await read('overview.flows', { project, from: made.created_at });
    return invoices
      .filter((row) => row.day === day)
      .map(({ status, count }) => ({ status, count }));
  };
  const listed = async (status: string) =>
    (await read('invoices.list', { project, status })).rows.map(({ id }) => id);
  const found = async () => (await read('search.find', { text: made.id })).map((hit) => hit.status);
  await world.advance(new Date(made.expires_at).getTime() - world.clock.now() - 1);
  expect(await counted()).toEqual([{ status: 'new', count: 1 }]);
  expect(await listed('waiting')).toEqual([made.id]);
  expect(await listed('expired')).toEqual([]);
  expect(await found()).toEqual(['new']);
  await world.advance(1);
  expect(await counted()).toEqual([{ status: 'expired', count: 1 }]);
  expect(await listed('waiting')).toEqual([]);
  expect(await listed('expired')).toEqual([made.id]);
  expect(await listed('new')).toEqual([made.id]);
  expect(await found()).toEqual(['expired']);
  await world.pay({ invoice_id: made.id, amount: '0.01' });
  expect(await counted()).toEqual([{ status: 'new', count: 1 }]);
  expect(await listed('waiting')).toEqual([made.id]);
  expect(await found()).toEqual(['new']);
  await world.advance(14 * DAY);
});

test('flows of a period that is too long or empty are rejected', async () => {
  const to = new Date(world.clock.now()).toISOString();
  const of = (from: number) => read('overview.flows', { from: new Date(from).toISOString(), to });
  await expect(of(world.clock.now() - 400 * DAY)).rejects.toMatchObject({ code: 'invalid' });
  await expect(of(world.clock.now() + 2 * DAY)).rejects.toMatchObject({ code: 'invalid' });
  await expect(of(world.clock.now() - 399 * DAY)).resolves.toMatchObject({ currency: 'EUR' });
});

test('failing alert destinations and stale rates are counted', async () => {
  const { app } = world;
  const rules = { ...app.config.rules, wantsAlertDestination: true };
  const live = { ...app, config: { ...app.config, rules } };
  const counted = async (of: typeof app) => {
    const needs = await countNeeds(of, { projectId: null, isOfInstance: true, mayDecide: true });
    const found = new Map(needs.map(({ kind, count }) => [kind, count]));
    return [found.get('alerts_unreported'), found.get('rates_stale')];
  };
  expect(await counted(app)).toEqual([0, 0]);
  expect(await counted(live)).toEqual([1, 0]);
  expect(await checkNotifications(live)).toMatchObject({
    ok: false,
    detail: { code: 'no_alert_channel' },
  });
  expect(await checkNotifications(app)).toMatchObject({
    ok: true,
    detail: { code: 'no_alert_channel' },
  });
  app.rates.isDown = true;
  expect((await counted(app))[1]).toBeGreaterThan(1);
  app.rates.isDown = false;
});
