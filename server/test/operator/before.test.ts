// Guarantee: an audit log entry has the previous state of its object, for every kind. Kinds without one are on a list
// with the reason.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { JOURNAL_OBJECTS, type JournalObject } from '../../src/contract/operator/operation.ts';
import { operatorOperations } from '../../src/contract/operator/operations.ts';
import { peopleOperations } from '../../src/contract/people/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import { objectFacts } from '../../src/operator/object-facts.ts';
import { withoutBefore } from '../../src/operator/object-readings.ts';
import { type Browser, personIn } from '../people/support.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let merchant: Merchant;
let owner: Browser;
let read: OperatorReader;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC', 'LTC'] });
  merchant = await world.merchant({ automaticResolution: { illicit_resource: 'nothing' } });
  await credit(world, merchant, { EUR: '1000' });
  owner = await personIn(world, { name: 'Ada', role: 'owner' });
  read = operatorReader(world);
});
afterAll(() => world.close());

const id = async (text: string, ...values: unknown[]) =>
  defined((await world.app.db.query<{ id: string }>(text, values))[0], text).id;
const project = () => merchant.project.id;
const post = async (path: string, body: object) => (await owner.post(path, body)).body.data;

/** A held channel payment, as the channel is disabled. */
async function heldPayment(): Promise<string> {
  const pair = { pay_currency: 'LTC', receiver_currency: 'EUR' };
  const channel = await merchant.api.channels.create({ name: 'one', ...pair });
  await merchant.api.channels.update(channel.id, { status: 'disabled' });
  await world.pay({ channel_id: channel.id, amount: '0.5' });
  await world.mine('LTC');
  await world.settle();
  return defined((await merchant.api.channelPayments.list(channel.id)).data[0], 'a payment').id;
}

interface Sample {
  /** Its identifier in an input. */
  readonly named: string | Promise<string>;
  readonly beside?: object;
  readonly before: unknown;
}

const invoice = { price_amount: '5', price_currency: 'EUR', pay_currency: 'LTC' };
const nextWeek = () => new Date(world.app.clock.now() + 7 * DAY).toISOString();

/** One of each kind with a previous state. */
const samples: Readonly<
  Record<Exclude<JournalObject, keyof typeof withoutBefore>, () => Promise<Sample>>
> = {
  address: async () => {
    await read('risk.block', { currency: 'BTC', address: BTC_ADDRESS, note: 'a mixer' });
    const lists = [{ list: 'block', note: 'a mixer' }];
    return { named: BTC_ADDRESS, beside: { currency: 'BTC' }, before: { lists } };
  },
  alert: async () => ({
    named: id(
      `insert into alerts (id, kind, facts, created_at)
       values (gen_random_uuid(), 'hot_wallet_low_balance', '{}', now()) returning id`,
    ),
    before: { kind: 'hot_wallet_low_balance', resolved: false, acknowledged_by: null },
  }),
  alert_destination: async () => {
    await read('alerts.destinations.add', {
      kind: 'webhook',
      name: 'desk',
      secret: 'https://desk.example.com/',
    });
    return { named: 'desk', before: expect.objectContaining({ kind: 'webhook', enabled: true }) };
  },
  api_key: async () => {
    const made = await read('keys.create', { project: project(), name: 'shop' });
    const before = { name: 'shop', api_version: 1, permissions: ['read'], ip_allow_list: [] };
    return { named: made.api_key, before: { ...before, revoked: false } };
  },
  approver: async () => {
    await read('policy.approvers.add', { project: project(), name: 'Ben' });
    return {
      named: 'Ben',
      beside: { project: project() },
      before: { name: 'Ben', key: null },
    };
  },
  channel: async () => {
    const pair = { pay_currency: 'LTC', receiver_currency: 'EUR' };
    const made = await merchant.api.channels.create({ name: 'two', ...pair });
    const before = { status: 'enabled', name: 'two', description: null, customer_id: null };
    return { named: made.id, before };
  },
  channel_payment: async () => ({
    named: heldPayment(),
    before: { status: 'on_hold', status_context: 'channel_disabled' },
  }),
  payout_batch: async () => {
    const file = `address,amount,currency\n${BTC_ADDRESS},0.01,BTC`;
    const batch = { project: project(), name: 'pay.csv', file };
    const { id: named } = await read('payout-batches.create', batch);
    return { named, before: { status: 'checking', name: 'pay.csv' } };
  },
  payment_link: async () => {
    const terms = { name: 'Tea', price_currency: 'EUR', stock: 3 };
    const { id: named } = await merchant.api.paymentLinks.create(terms);
    return { named, before: { active: true, stock: 3 } };
  },
  terminal: async () => {
    const terms = { project: project(), name: 'Counter 1', price_currency: 'EUR' };
    const { id: named } = await read('terminals.create', terms);
    return { named, before: { name: 'Counter 1', active: true } };
  },
  checkout: async () => {
    const terms = { price_amount: '5', price_currency: 'EUR' };
    const { id: named } = await merchant.api.checkouts.create(terms);
    return { named, before: { status: 'open', status_context: null } };
  },
  coin: async () => {
    await read('quarantine.begin', { coin: 'LTC', reason: 'a copy' });
    return { named: 'ltc', before: { quarantined: true, reason: 'a copy', code: null } };
  },
  correction: async () => {
    const given = { project: project(), currency: 'EUR', amount: '5000', reason: 'a typo' };
    const { id: named } = await read('accounts.credit', given);
    return { named, before: { status: 'requested' } };
  },
  currency: async () => {
    await read('solvency.record-holding', {
      amount: '12.5',
      currency: 'BTC',
      reason: 'in the safe',
    });
    return { named: 'BTC', before: { declared: { amount: '12.5', currency: 'BTC' } } };
  },
  customer: async () => {
    await merchant.api.customers.create({ id: 'c-1', currency: 'EUR' });
    const before = { currency: 'EUR', addresses: [] };
    return { named: 'c-1', beside: { project: project() }, before };
  },
  delivery: async () => {
    await read('callbacks.test', { project: project() });
    await world.settle();
    return {
      named: id('select id from deliveries limit 1'),
      before: { status: 'delivered', attempts: 1 },
    };
  },
  deposit: async () => ({
    named: id('select id from deposits limit 1'),
    before: expect.objectContaining({ status: 'confirmed', came_to: 'channel', credited: false }),
  }),
  endpoint: async () => ({
    named: id('select id from callback_endpoints limit 1'),
    before: { url: expect.stringMatching(/callbacks$/), enabled: true },
  }),
  exchange: async () => {
    const made = await merchant.api.exchangeTransfers.create({
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '10',
    });
    return { named: made.id, before: { committed: false, expired: false } };
  },
  invoice: async () => ({
    named: (await merchant.api.invoices.create(invoice)).id,
    before: { status: 'new', status_context: null },
  }),
  member: async () => {
    const of = { projectId: project(), roles: ['support'] as const };
    const { userId } = await personIn(world, { name: 'Bea' }, of);
    const before = { name: 'Bea', roles: ['support'] };
    return { named: userId, beside: { project: project() }, before };
  },
  passkey: async () => ({
    named: id(
      `insert into passkeys values (gen_random_uuid(), $1, 'credential', '\\x0102', 0, '{}', false, 'laptop', now())
       returning id`,
      owner.userId,
    ),
    before: { name: 'laptop', made_at: expect.stringMatching(/Z$/), used_at: null },
  }),
  payout_pause: async () => {
    await read('payouts.pause', { project: project(), reason: 'a look' });
    return {
      named: id('select id from payout_pauses limit 1'),
      before: { cause: 'person', reason: 'a look', resumed: false },
    };
  },
  personal_token: async () => {
    const made = await post('/me/tokens', { name: 'export', permissions: ['read'] });
    const before = { name: 'export', permissions: ['read'], revoked: false };
    return { named: made.id, before: expect.objectContaining(before) };
  },
  policy: async () => {
    const version = await publishPolicy(world, merchant, {
      name: 'big',
      when: { amountAbove: '50' },
      do: { hold: 1 },
    });
    return {
      named: project(),
      before: { version, document: expect.stringContaining('amountAbove') },
    };
  },
  project: async () => ({
    named: project(),
    before: { name: merchant.project.name, payout_pauses: 1 },
  }),
  project_settings: async () => ({
    named: project(),
    before: expect.objectContaining({ automaticResolution: expect.anything() }),
  }),
  proposal: async () => {
    const { id: object_id } = await merchant.api.invoices.create(invoice);
    await world.pay({ invoice_id: object_id, amount: '1', risk_level: 'low' });
    await world.mine('LTC', 6);
    const given = { project: project(), object_type: 'invoice', object_id, kind: 'refund' };
    const { id: named } = await read('proposals.create', given);
    return { named, before: { status: 'open', kind: 'refund', object_id } };
  },
  session: async () => ({
    named: id('select id from sessions where user_id = $1', owner.userId),
    before: expect.objectContaining({ ended: false, began_at: expect.stringMatching(/Z$/) }),
  }),
  subscription: async () => {
    const made = await merchant.api.subscriptions.create({
      name: 'monthly',
      amount: '5',
      currency: 'EUR',
      period: 'month',
      period_quantity: 1,
      starts_at: nextWeek(),
      payer_email: 'payer@example.com',
    });
    return { named: made.id, before: { status: 'active' } };
  },
  user: async () => ({
    named: owner.userId,
    before: expect.objectContaining({ name: 'Ada', role: 'owner', disabled: false, theme: null }),
  }),
  withdrawal: async () => ({
    named: (await requestWithdrawal(merchant, '60')).id,
    before: { status: 'on_hold', txid: null, wait_reason: null },
  }),
};

const kinds = JOURNAL_OBJECTS.filter((kind) => !(kind in withoutBefore));

test.each(kinds)('the previous state of each %s is read', async (kind) => {
  const { named, beside, before } = await samples[kind as keyof typeof samples]();
  const input = { given: await named, ...beside };
  const facts = await objectFacts(world.app, { type: kind, input: 'given' }, input);
  expect(facts.before).toEqual(before);
});

test('a new object has no previous values', () => {
  const all = [...Object.values(operatorOperations), ...Object.values(peopleOperations)];
  const abouts = all.flatMap((each) => ('about' in each ? [each.about] : []));
  const named = abouts.filter((about) => 'input' in about).map(({ type }) => type);
  expect(named.length).toBeGreaterThan(20);
  for (const kind of Object.keys(withoutBefore)) expect(named).not.toContain(kind);
});

test('an address book entry is found in its project, however it is written', async () => {
  const place = { currency: 'BTC', address: BTC_ADDRESS, project: project() };
  const about = { type: 'address', input: 'address' } as const;
  expect((await objectFacts(world.app, about, place)).before).toBe(null);
  await read('policy.addresses.add', { ...place, name: 'supplier' });
  const shouted = { ...place, address: BTC_ADDRESS.toUpperCase() };
  expect((await objectFacts(world.app, about, shouted)).before).toEqual({
    listed: true,
    name: 'supplier',
  });
  const other = {
    ...place,
    address: foreignAddress(defined(world.app.coins.get('BTC'), 'BTC'), 'x', 1),
  };
  expect((await objectFacts(world.app, about, other)).before).toBe(null);
});

test("an audit log entry records the replaced policy, and changes to one's own account", async () => {
  const line = async (operation: string) =>
    defined(
      (
        await world.app.db.query<{ object_id: string | null; before: unknown }>(
          'select object_id, before from journal where operation = $1 order by id desc limit 1',
          [operation],
        )
      )[0],
      'a line',
    );
  const document = JSON.stringify({ rules: [{ name: 'all', do: 'allow' }] });
  await read('policy.set', { project: project(), document });
  await read('policy.set', { project: project(), document, note: 'the same' });
  expect(await line('policy.set')).toMatchObject({ object_id: null, before: { document } });
  await post('/me', { theme: 'dark' });
  await post('/me/sessions/end-all', {});
  const before = expect.objectContaining({ theme: 'dark' });
  expect(await line('me.end-all')).toEqual({ object_id: owner.userId, before });
  const ofLooks = await world.app.db.query("select 1 from journal where operation = 'me.set'");
  expect(ofLooks, 'how the screens look is nothing that anybody looks for').toEqual([]);
});
