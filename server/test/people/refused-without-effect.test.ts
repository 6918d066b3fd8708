// Guarantee: a rejected operation changes nothing. Calls every operator operation without sufficient permission, with
// valid input, and compares all tables except the audit log.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorName, operatorOperations } from '../../src/contract/operator/operations.ts';
import { operatorMethod } from '../../src/contract/people/paths.ts';
import { createLink, INVITATION_LASTS } from '../../src/people/links.ts';
import { createUser } from '../../src/people/users.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { agedStepUp, type Browser, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
/** Input by field name; for `user_id`, each of several people. */
let values: Readonly<Record<string, unknown>>;
let people: readonly string[];
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'] });
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '5000' });
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '1' },
    do: { hold: 2 },
  });
  const { id: withdrawal_id } = await requestWithdrawal(merchant, '100');
  const channel = await merchant.api.channels.create({
    name: 'off',
    pay_currency: 'BTC',
    receiver_currency: 'EUR',
  });
  await merchant.api.channels.update(channel.id, { status: 'disabled' });
  await world.pay({ channel_id: channel.id, amount: '0.01' });
  await world.mine('BTC', 6);
  const [payment] = (await merchant.api.channelPayments.list(channel.id)).data;
  const [deposit] = await world.app.db.query<{ id: string }>('select id from deposits limit 1');
  people = await everyKindOfPerson();
  const rules = [{ name: 'all', do: 'allow' }];
  values = {
    project: merchant.project.id,
    withdrawal_id,
    channel_payment_id: payment?.id,
    deposit_id: deposit?.id,
    id: channel.id,
    key: merchant.key.key,
    name: 'New',
    code: 'none',
    email: 'new@shop.example',
    role: 'owner',
    roles: ['approver', 'admin'],
    reason: 'test',
    amount: '1',
    currency: 'EUR',
    coin: 'BTC',
    address: BTC_ADDRESS,
    to: BTC_ADDRESS,
    url: 'https://new.example/',
    permissions: ['payout'],
    approver: 'New',
    kind: 'low_hot_wallet',
    document: JSON.stringify({ currency: 'EUR', rules }),
    settings: { withdrawalMaxEur: '1' },
  };
});
afterAll(() => world.close());

/** An owner, an approver, a person who has not signed in and holds a link, and a member. */
async function everyKindOfPerson(): Promise<string[]> {
  const place = (...roles: ('viewer' | 'approver')[]) => ({
    projectId: merchant.project.id,
    roles,
  });
  const signedIn = [
    await personIn(world, { name: 'The owner', role: 'owner' }, place('viewer')),
    await personIn(world, { name: 'An approver' }, place('approver')),
    await personIn(world, { name: 'A member' }, place('viewer')),
  ];
  const { app } = world;
  const dormant = [
    await createUser(app, { name: 'Dormant', email: null, role: null }, place('viewer')),
    await createUser(app, { name: 'Approves', email: null, role: null }, place('approver')),
  ];
  const all = [...signedIn.map(({ userId }) => userId), ...dormant.map(({ id }) => id)];
  for (const id of all) await createLink(app, id, INVITATION_LASTS);
  return all;
}

/** Rejections are logged, sessions record their last use, and responses are stored for their Idempotency-Key. */
const CHANGES_ANYWAY = ['journal', 'journal_results', 'sessions', 'idempotency_keys'];

/** Hashes of all rows, by table. */
async function dump(): Promise<ReadonlyMap<string, string>> {
  const tables = await world.database.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind = 'r' order by 1`,
  );
  const parts = tables
    .filter(({ name }) => !CHANGES_ANYWAY.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as rows from ${name} t`,
    );
  const rows = await world.database.owner.query<{ name: string; rows: string }>(
    parts.join(' union all '),
  );
  return new Map(rows.map(({ name, rows: hash }) => [name, hash]));
}

function requested(name: OperatorName): Record<string, unknown>[] {
  const fields = Object.keys(operatorOperations[name].input);
  const given = Object.fromEntries(
    fields.filter((each) => values[each] !== undefined).map((each) => [each, values[each]]),
  );
  return fields.includes('user_id') ? people.map((user_id) => ({ ...given, user_id })) : [given];
}

const names = (Object.keys(operatorOperations) as OperatorName[]).filter(
  (name) => operatorMethod(name) === 'POST',
);

/** The number of rejections, and how many of them were for a missing permission. */
async function tryAll(browser: Browser): Promise<{ refused: number; byRights: number }> {
  const counts = { refused: 0, byRights: 0 };
  let before = await dump();
  for (const name of names)
    for (const body of requested(name)) {
      const { status, body: answer } = await browser.request(`/operations/${name}`, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
      const after = await dump();
      if (status >= 400) {
        const changed = [...after].filter(([table, hash]) => before.get(table) !== hash);
        expect(
          changed.map(([table]) => table),
          `${name} ${JSON.stringify(answer)}`,
        ).toEqual([]);
        counts.refused += 1;
        if (status === 403) counts.byRights += 1;
      }
      before = after;
    }
  return counts;
}

test('of a project admin, an operator and a viewer', {
  timeout: 300_000,
}, async () => {
  const inProject = { projectId: merchant.project.id };
  const admin = await personIn(world, { name: 'Admin' }, { ...inProject, roles: ['admin'] });
  const viewer = await personIn(world, { name: 'Viewer' }, { ...inProject, roles: ['viewer'] });
  expect((await tryAll(viewer)).byRights).toBeGreaterThan(names.length - 5);
  const ofAdmin = await tryAll(admin);
  expect(ofAdmin.byRights).toBeGreaterThan(30);
  const operator = await personIn(world, { name: 'Operator', role: 'operator' });
  expect((await tryAll(operator)).byRights).toBeGreaterThan(10);
});

test('of an owner whose step-up is too old', { timeout: 300_000 }, async () => {
  const owner = await personIn(world, { name: 'Late', role: 'owner' });
  await agedStepUp(world, owner.userId);
  expect((await tryAll(owner)).byRights).toBeGreaterThan(30);
});
