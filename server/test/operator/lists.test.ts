// Guarantees of the operator's lists: newest first, each row on one page even when new ones arrive, with the filters of
// the screens, and as fast with a million rows as with ten thousand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorName } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { SLICE } from '../../src/db/newest-page.ts';
import { raiseAlert } from '../../src/ledger/alerts.ts';
import type { Values } from '../../src/operator/perform.ts';
import { setPolicy } from '../../src/policy/store-policies.ts';
import { listAddress } from '../../src/risk/operator-lists.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'XRP'] });
  shop = await world.merchant();
  other = await world.merchant();
  for (const merchant of [shop, other]) await credit(world, merchant, { EUR: '10000', USD: '100' });
  await publishPolicy(world, shop, { name: 'big', when: { amountAbove: '50' }, do: { hold: 1 } });
  await fillWallet(world, 'BTC', ['1', '1']);
});
afterAll(() => world.close());

const read: OperatorReader = (name, values) => operatorReader(world)(name, values);

interface Page {
  readonly rows: readonly object[];
  readonly next: string | number | null;
}

/** All rows of a list, page by page; `meanwhile` runs after the first page. */
async function whole(name: OperatorName, values: Values, meanwhile = async () => {}) {
  const seen: object[] = [];
  let after: unknown = null;
  for (let n = 0; n < 50; n++) {
    const page = (await read(name, { ...values, after })) as unknown as Page;
    seen.push(...page.rows);
    if (n === 0) await meanwhile();
    if (page.next === null) return seen;
    after = String(page.next);
  }
  throw new Error('it does not end');
}

const idsOf = (rows: readonly object[]) => rows.map((row) => (row as { id: string }).id);

describe('withdrawals', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 7; n++) {
      ids.push(
        (await requestWithdrawal(shop, n === 3 ? '60' : '5', { custom_id: `payout-${n}` })).id,
      );
      await world.advance(MINUTE);
    }
    await requestWithdrawal(other, '5');
    await world.mine('BTC', 1);
  });

  test('are each on one page, newest first, even if new ones are added', async () => {
    const project = shop.project.id;
    const meanwhile = async () => void (await requestWithdrawal(shop, '6'));
    const seen = idsOf(await whole('withdrawals.list', { project, limit: '2' }, meanwhile));
    expect(seen).toEqual([...ids].reverse());
    const { rows } = await read('withdrawals.list', { limit: '1' });
    expect(rows[0]?.sends.currency).toBe('BTC');
  });

  test('are found by status, coin, account, reference, address, transaction and time', async () => {
    const found = async (values: Values) =>
      idsOf(await whole('withdrawals.list', { ...values, project: shop.project.id }));
    expect(await found({ status: 'on_hold' })).toEqual([ids[3]]);
    expect(await found({ coin: 'LTC' })).toEqual([]);
    expect(await found({ currency: 'USD' })).toEqual([]);
    expect(await found({ custom_id: 'payout-5' })).toEqual([ids[5]]);
    expect(await found({ address: BTC_ADDRESS.toUpperCase(), custom_id: 'payout-1' })).toEqual([
      ids[1],
    ]);
    const { txid, created_at } = await read('withdrawals.show', { withdrawal_id: ids[1] });
    expect(await found({ txid })).toContain(ids[1]);
    expect(await found({ from: created_at, to: created_at })).toEqual([ids[1]]);
    const all = await whole('withdrawals.list', { custom_id: 'payout-5' });
    expect(idsOf(all)).toEqual([ids[5]]);
  });

  test('for a missing project are empty', async () => {
    const after = newId(world.app.clock, world.app.random);
    await expect(read('withdrawals.list', { after })).rejects.toMatchObject({ code: 'not_found' });
    const foreign = (await read('withdrawals.list', { project: other.project.id })).rows[0]?.id;
    const requested = read('withdrawals.list', { project: shop.project.id, after: foreign });
    await expect(requested).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('rare rows are found behind more rows than one page reads', async () => {
  const { id: projectId } = shop.project;
  await world.app.db.transaction(async (tx) => {
    await raiseAlert(tx, { kind: 'signer_unavailable', subject: 'first', facts: {} });
  });
  await world.database.owner.query(
    `insert into alerts (id, kind, facts, created_at, resolved_at)
     select gen_random_uuid(), 'audit_finding', '{}', $1, $1 from generate_series(1, $2)`,
    [new Date(world.clock.now()), SLICE + 200],
  );
  const first = await read('alerts.list', { all: 'true', kind: 'signer_unavailable' });
  const seen = await whole('alerts.list', { all: 'true', kind: 'signer_unavailable' });
  expect(seen).toHaveLength(1);
  expect(first.rows.length === 1 || first.next !== null).toBe(true);
  const common = await whole('alerts.list', { all: 'true', kind: 'audit_finding', limit: '1000' });
  expect(new Set(idsOf(common)).size).toBe(SLICE + 200);
  expect((await read('alerts.list')).rows).toHaveLength(1);
  expect(projectId).toBeDefined();
});

test('payments to channels are found by their properties', async () => {
  const channel = await shop.api.channels.create({
    name: 'a channel',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
  });
  const txid = await world.pay({ channel_id: channel.id, amount: '0.5' });
  await world.pay({ channel_id: channel.id, amount: '0.6', risk_level: 'high' });
  await world.mine('LTC', 10);
  const found = async (values: Values) =>
    (await read('channel-payments.list', values)).rows.map(({ amount }) => amount.amount);
  expect(await found({})).toEqual(['0.6', '0.5']);
  expect(await found({ held: 'true' })).toEqual(['0.6']);
  expect(await found({ status: 'completed', channel_id: channel.id })).toEqual(['0.5']);
  expect(await found({ txid })).toEqual(['0.5']);
  expect(await found({ coin: 'BTC' })).toEqual([]);
  expect(await found({ project: other.project.id })).toEqual([]);
});

test('unmatched payments are found by reason, and page by page', async () => {
  const invoice = await shop.api.invoices.create({
    price_amount: '10',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC', 10);
  for (let n = 1; n <= 3; n++) await world.pay({ invoice_id: invoice.id, amount: `0.0${n}` });
  await world.mine('LTC', 10);
  const found = await whole('deposits.unmatched', { limit: '2' });
  expect(found).toMatchObject([
    ...['0.03', '0.02', '0.01'].map((amount) => ({ amount: { amount }, reason: 'surplus' })),
  ]);
  expect(await whole('deposits.unmatched', { reason: 'late' })).toEqual([]);
  expect(await whole('deposits.unmatched', { coin: 'BTC' })).toEqual([]);
});

test('decisions about payments are found by transaction and day, only in their project', async () => {
  const project = shop.project.id;
  const { rows: waiting } = await read('deposits.unmatched', { project });
  for (const { id } of waiting)
    await read('deposits.credit', { deposit_id: id, project, reason: `kept ${id}` });
  const decided = await whole('deposits.resolutions', { project, limit: '2' });
  const reported = waiting.map(({ id, amount, txid }) => {
    return { deposit_id: id, amount, txid, decision: 'credited', reason: `kept ${id}` };
  });
  expect(decided).toMatchObject(reported.toReversed());
  expect(decided).toHaveLength(3);
  expect(await whole('deposits.resolutions', { limit: '1' })).toEqual(decided);
  const [first] = waiting;
  const { rows: ofOne } = await read('deposits.resolutions', { txid: first?.txid });
  expect(ofOne).toMatchObject([{ deposit_id: first?.id }]);
  const { rows: foreign } = await read('deposits.resolutions', { project: other.project.id });
  expect(foreign).toEqual([]);
  const now = world.clock.now();
  const day = async (from: number, to: number) => {
    const within = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    return (await read('deposits.resolutions', within)).rows.length;
  };
  expect(await day(now - HOUR, now)).toBe(3);
  expect(await day(now - 2 * HOUR, now - HOUR)).toBe(0);
  for (const after of ['x', 'x,y', '2026-11-24T00:00:00.000Z,x', ',', 'x,1'])
    await expect(read('deposits.resolutions', { after })).rejects.toMatchObject({ status: 422 });
});

test('callbacks are found by object, event, endpoint and outcome', async () => {
  const project = shop.project.id;
  const { rows } = await read('callbacks.deliveries', { project });
  expect(rows.length).toBeGreaterThan(5);
  const one = defined(rows[0], 'a delivery');
  const about = await read('callbacks.deliveries', { project, object_id: one.object_id });
  expect(new Set(about.rows.map(({ object_id }) => object_id))).toEqual(new Set([one.object_id]));
  const [type, event] = one.event.split('.');
  const same = await read('callbacks.deliveries', { project, type, event });
  expect(new Set(same.rows.map((row) => row.event))).toEqual(new Set([one.event]));
  expect((await read('callbacks.deliveries', { project, status: 'failed' })).rows).toEqual([]);
  const to = new Date(world.clock.now() - 100 * HOUR).toISOString();
  expect((await read('callbacks.deliveries', { project, to })).rows).toEqual([]);
  expect(idsOf(await whole('callbacks.deliveries', { project, limit: '3' }))).toEqual(idsOf(rows));
  const { attempts: _, ...shown } = one;
  const all = await read('callbacks.show', { project, delivery_id: one.id });
  expect(all).toMatchObject({ ...shown, attempts: [{ attempt: 1, status_code: 200 }] });
  expect(all.headers).toContainEqual({ name: 'webhook-signature', value: null });
});

test('versions of a policy and its log continue after the previous page', async () => {
  const project = other.project.id;
  const document = '{"rules": [{"name": "all", "do": "allow"}]}';
  for (let n = 0; n < 5; n++)
    await setPolicy(world.app, project, { document, note: `${n}`, mayLoosen: true });
  const versions = await whole('policy.history', { project, limit: '2' });
  expect(versions).toMatchObject([5, 4, 3, 2, 1].map((version) => ({ version })));
  expect(await read('policy.show', { project })).toMatchObject({ version: 5 });
  expect(await read('policy.show', { project, version_number: '2' })).toMatchObject({ version: 2 });
  await expect(read('policy.show', { project, version_number: '9' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const steps = await whole('policy.journal', { project, limit: '2', step: 'policy_set' });
  expect(steps).toHaveLength(5);
  expect(await whole('policy.journal', { project, step: 'approved' })).toEqual([]);
});

test('address lists continue after their last entry', async () => {
  for (let n = 0; n < 5; n++)
    await listAddress(world.app, {
      kind: n < 2 ? 'allow' : 'block',
      coin: 'XRP',
      address: `r${n}`,
      note: null,
    });
  const found = await whole('risk.list', { limit: '2' });
  expect(found.map((entry) => (entry as { address: string }).address)).toEqual(
    [0, 1, 2, 3, 4].map((n) => `r${n}`),
  );
  expect(await whole('risk.list', { list: 'allow' })).toHaveLength(2);
  await expect(read('risk.list', { after: 'nothing' })).rejects.toMatchObject({ code: 'invalid' });
  const project = other.project.id;
  await read('policy.addresses.add', { project, currency: 'BTC', address: BTC_ADDRESS });
  expect(await whole('policy.addresses.list', { project, limit: '1' })).toHaveLength(1);
});

describe('a statement', () => {
  test('begins and ends with the account balance, on every page', async () => {
    const project = other.project.id;
    await world.advance(HOUR);
    const from = new Date(world.clock.now()).toISOString();
    const before = await read('accounts.statement', { project, currency: 'USD' });
    expect(before).toMatchObject({ opening: '0.0', closing: '100.0' });
    await credit(world, other, { USD: '7.25' });
    await credit(world, other, { USD: '0.5' });
    await world.advance(HOUR);
    const to = new Date(world.clock.now()).toISOString();
    await world.advance(HOUR);
    await credit(world, other, { USD: '1000' });
    const requested = { project, currency: 'USD', from, to };
    const statement = await read('accounts.statement', { ...requested, limit: '1' });
    expect(statement).toMatchObject({ opening: '100.0', closing: '107.75' });
    const rows = await whole('accounts.statement', { ...requested, limit: '1' });
    expect(rows).toMatchObject([{ amount: '0.5', balance: '107.75' }, { amount: '7.25' }]);
    const nothing = await read('accounts.statement', {
      ...requested,
      to: new Date(Date.parse(from) - MINUTE).toISOString(),
      from: undefined,
    });
    expect(nothing).toMatchObject({ opening: '0.0', closing: '100.0', next: null });
  });
});

describe('invoices', () => {
  const made: string[] = [];
  let seller: Merchant;
  beforeAll(async () => {
    seller = await world.merchant();
    await seller.api.customers.create({ id: 'anna', currency: 'EUR' });
    for (const [n, pay_currency] of (['BTC', 'LTC', 'BTC', 'LTC'] as const).entries()) {
      const { id } = await seller.api.invoices.create({
        price_amount: '20.00',
        price_currency: 'EUR',
        pay_currency,
        ...(n < 2 ? { customer_id: 'anna' } : {}),
      });
      made.unshift(id);
    }
    await world.pay({
      invoice_id: defined(made[0], 'the last'),
      amount: '0.001',
      risk_level: 'low',
    });
    await world.mine('LTC', 6);
    world.clock.advance(HOUR);
    await world.settle();
  });

  test('are found by status, coin, customer and time, each page after the other', async () => {
    const of = async (values: Values) =>
      idsOf(await whole('invoices.list', { project: seller.project.id, limit: '1', ...values }));
    expect(await of({})).toEqual(made);
    expect(await of({ status: 'unresolved' })).toEqual(made.slice(0, 1));
    expect(await of({ status: 'unresolved', coin: 'BTC' })).toEqual([]);
    const { status } = await seller.api.invoices.get(defined(made[1], 'one that nobody paid'));
    expect(await of({ status })).toEqual(made.slice(1));
    expect(await of({ coin: 'LTC' })).toEqual([made[0], made[2]]);
    expect(await of({ customer_id: 'anna', coin: 'LTC' })).toEqual([made[2]]);
    const from = new Date(world.clock.now()).toISOString();
    expect(await of({ from })).toEqual([]);
    expect(await of({ to: from })).toEqual(made);
  });

  test('are those of the project, or of all projects without one', async () => {
    expect(await whole('invoices.list', { project: other.project.id })).toEqual([]);
    expect(idsOf(await whole('invoices.list', { customer_id: 'anna' }))).toEqual(made.slice(2));
    const [first] = (await read('invoices.list', { status: 'unresolved' })).rows;
    expect(first).toMatchObject({
      id: made[0],
      context: 'underpaid',
      project_id: seller.project.id,
      price: { amount: '20.0', currency: 'EUR' },
    });
  });
});
