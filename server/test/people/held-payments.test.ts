// Guarantee: members with payout permission decide about their project's held payments. They return them, and credit
// those that arrived while the channel was off. Only the operator decides about high-risk payments, except for a return
// to the customer's own address.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { type ProjectRole, projectRoles } from '../../src/contract/roles.ts';
import { defined } from '../../src/core/assert.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { agedStepUp, type Browser, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
let foreign: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['LTC'] });
  // Nothing is returned automatically.
  merchant = await world.merchant({ automaticResolution: { illicit_resource: 'nothing' } });
  foreign = await world.merchant();
});
afterAll(() => world.close());

let strangers = 0;
function stranger(): string {
  strangers += 1;
  return foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'sender', strangers);
}

const member = (name: string, ...roles: ProjectRole[]) =>
  personIn(world, { name }, { projectId: merchant.project.id, roles });
const send = (browser: Browser, verb: 'release' | 'refund', id: string, values?: object) => {
  const body = { channel_payment_id: id, reason: 'looked at', ...values };
  return browser.post(`/operations/channel-payments.${verb}`, body);
};

async function held(
  of: Merchant,
  { risk, address }: { risk: 'high' | 'low'; address?: string },
): Promise<string> {
  const { id: customer_id } = await of.api.customers.create({
    id: `customer ${stranger()}`,
    currency: 'EUR',
    addresses: address === undefined ? [] : [{ currency: 'LTC', address }],
  });
  const pair = { pay_currency: 'LTC', receiver_currency: 'EUR' };
  const channel = await of.api.channels.create({ name: 'one', customer_id, ...pair });
  if (risk === 'low') await of.api.channels.update(channel.id, { status: 'disabled' });
  await world.pay({ channel_id: channel.id, amount: '0.5', risk_level: risk });
  await world.mine('LTC');
  await world.settle();
  const payment = defined((await of.api.channelPayments.list(channel.id)).data[0], 'a payment');
  expect(payment.status).toBe('on_hold');
  return payment.id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const text = 'select status from channel_payments where id = $1';
  return (await world.app.db.query<{ status: string }>(text, [id]))[0]?.status;
}

test('a member with payout permission credits payments from a disabled channel after a preview', async () => {
  const id = await held(merchant, { risk: 'low' });
  const finance = await member('Fin', 'finance');
  const seen = await finance.request(
    `/operations/channel-payments.preview?channel_payment_id=${id}`,
  );
  expect(seen.body.data).toMatchObject({
    amount: { amount: '0.5', currency: 'LTC' },
    context: 'channel_disabled',
    address: null,
    credit: { fee: { currency: 'EUR' }, credited: { amount: '38.51', currency: 'EUR' } },
    needs_operator: false,
    network_fee: { currency: 'LTC' },
  });
  await agedStepUp(world, finance.userId);
  expect((await send(finance, 'release', id)).body.error.code).toBe('step_up_needed');
  expect(await statusOf(id)).toBe('on_hold');
  const again = await member('Finn', 'finance');
  expect((await send(again, 'release', id)).body.data.credited.amount).toBe('38.51');
  expect(await statusOf(id)).toBe('completed');
  const lines = await world.app.db.query(
    `select project_id, actor, reason, before from journal
     where object_id = $1 and operation = 'channel-payments.release'`,
    [id],
  );
  const line = { project_id: merchant.project.id, actor: 'Finn', reason: 'looked at' };
  expect(lines).toEqual([
    { ...line, before: { status: 'on_hold', status_context: 'channel_disabled' } },
  ]);
});

test('they return it to an address of their choice, by a withdrawal that they request', async () => {
  const id = await held(merchant, { risk: 'low' });
  const admin = await member('Ada', 'admin');
  const to = stranger();
  const { body } = await send(admin, 'refund', id, { to });
  expect(body.data).toMatchObject({ address: to });
  const [row] = await world.app.db.query<{ api_key: string }>(
    'select api_key from coin_withdrawals where id = $1',
    [body.data.withdrawal_id],
  );
  expect(row?.api_key).toBe(`user:${admin.userId}`);
  expect(await statusOf(id)).toBe('refunded');
});

test('the operator credits high-risk payments, and returns them to any address', async () => {
  const address = stranger();
  const id = await held(merchant, { risk: 'high', address });
  const both = await member('Bea', 'admin', 'finance');
  const seen = await both.request(`/operations/channel-payments.preview?channel_payment_id=${id}`);
  expect(seen.body.data).toMatchObject({ needs_operator: true, address });
  const left = { code: 'invalid_status', message: expect.stringContaining('only the operator') };
  expect((await send(both, 'release', id)).body.error).toMatchObject(left);
  expect((await send(both, 'refund', id, { to: stranger() })).body.error).toMatchObject(left);
  expect(await statusOf(id)).toBe('on_hold');
  const other = await held(merchant, { risk: 'high' });
  expect((await send(both, 'refund', other)).body.error.details).toMatchObject([{ target: 'to' }]);
  const operator = await personIn(world, { name: 'Otto', role: 'operator' });
  expect((await send(operator, 'release', other)).status).toBe(200);
  expect((await send(both, 'refund', id, { to: address })).body.data).toMatchObject({ address });
  expect(await statusOf(id)).toBe('refunded');
});

test('a token of an owner for one project is no operator', async () => {
  const id = await held(merchant, { risk: 'high' });
  const owner = await personIn(world, { name: 'Olga', role: 'owner' });
  const made = await owner.post('/me/tokens', {
    name: 'script',
    project_id: merchant.project.id,
    permissions: ['read', 'payout'],
  });
  const token = made.body.data.token;
  const answer = await fetch(`${world.url}/admin/api/operations/channel-payments.release`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'a script',
    },
    body: JSON.stringify({ channel_payment_id: id, reason: 'a script' }),
  });
  expect(answer.status).toBe(422);
  expect(await statusOf(id)).toBe('on_hold');
});

test('other roles may not, and a payment of another project is not there', async () => {
  const own = await held(merchant, { risk: 'low' });
  const other = await held(foreign, { risk: 'low' });
  for (const role of Object.keys(projectRoles) as ProjectRole[]) {
    const browser = await member(`the ${role}`, role);
    const may = (projectRoles[role] as readonly string[]).includes('payout');
    for (const verb of ['release', 'refund'] as const) {
      expect((await send(browser, verb, other, { to: stranger() })).status, role).toBe(404);
      if (!may) expect((await send(browser, verb, own)).body.error.code, role).toBe('forbidden');
    }
    const path = '/operations/channel-payments.preview?channel_payment_id=';
    expect((await browser.request(path + other)).status).toBe(404);
    expect((await browser.request(path + own)).status).toBe(200);
  }
  const auditor = await personIn(world, { name: 'Audrey', role: 'auditor' });
  expect((await send(auditor, 'release', own)).body.error.code).toBe('forbidden');
  expect(await statusOf(own)).toBe('on_hold');
  expect(await statusOf(other)).toBe('on_hold');
});
