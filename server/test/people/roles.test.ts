// Guarantee: every role can do what the table of roles says, in its own project only. Objects of other projects look
// like missing ones.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { ofProjects, permissionInProject } from '../../src/contract/operator/of-projects.ts';
import { type OperatorName, operatorOperations } from '../../src/contract/operator/operations.ts';
import { operatorMethod, permissionFor } from '../../src/contract/people/paths.ts';
import {
  type InstallationRole,
  installationRoles,
  type ProjectRole,
  projectRoles,
} from '../../src/contract/roles.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { addMember } from '../../src/people/members.ts';
import { publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
let own: Merchant;
let foreign: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true });
  own = await world.merchant();
  foreign = await world.merchant();
  for (const merchant of [own, foreign]) objects.set(merchant, await objectsOf(merchant));
});
afterAll(() => world.close());

/** One pending object of each kind by which operations find their project. */
type Objects = Readonly<
  Record<'withdrawal' | 'channel' | 'channel_payment' | 'deposit' | 'invoice', string>
>;
const objects = new Map<Merchant, Objects>();

async function objectsOf(merchant: Merchant): Promise<Objects> {
  await credit(world, merchant, { EUR: '1000' });
  // More people than there are roles.
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '1' },
    do: { hold: 9 },
  });
  const { id: withdrawal } = await requestWithdrawal(merchant, '60');
  const pair = { pay_currency: 'BTC', receiver_currency: 'EUR' };
  const channel = await merchant.api.channels.create({ name: 'off', ...pair });
  await merchant.api.channels.update(channel.id, { status: 'disabled' });
  await world.pay({ channel_id: channel.id, amount: '0.01' });
  const { id: invoice } = await merchant.api.invoices.create({
    price_amount: '50',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });
  await world.mine('BTC', 6);
  const payment = defined(
    (await merchant.api.channelPayments.list(channel.id)).data[0],
    'a payment',
  );
  const [deposit] = await world.app.db.query<{ id: string }>(
    'select id from deposits where owner_id = $1',
    [channel.id],
  );
  const { id } = defined(deposit, 'a deposit');
  return { withdrawal, channel: channel.id, channel_payment: payment.id, deposit: id, invoice };
}

const names = Object.keys(operatorOperations) as OperatorName[];
const merchantOperations = Object.values(operations) as Operation[];
const FREE = { status: 200 };
const OUT = { status: 403, code: 'forbidden' };
const GONE = { status: 404, code: 'not_found' };

/** Whether the role is permitted. A permitted empty request fails later, on its fields. */
async function outcome(browser: Browser, path: string, requested: string | Posted) {
  const { method, body } =
    typeof requested === 'string' ? { method: requested, body: {} } : requested;
  const answer = await browser.request(path, {
    method,
    ...(method === 'GET'
      ? {}
      : { body, headers: { 'idempotency-key': newId(world.app.clock, world.app.random) } }),
  });
  const { code } = answer.body.error ?? {};
  expect(answer.status, `${method} ${path}`).not.toBe(500);
  return code === 'forbidden' || code === 'not_found' ? { status: answer.status, code } : FREE;
}

interface Posted {
  readonly method: string;
  readonly body: object;
}

/** An operator operation about that project or its object. */
function requestedOf(browser: Browser, name: OperatorName, merchant: Merchant) {
  const foundBy = ofProjects[name];
  const values =
    foundBy === undefined || foundBy === 'project'
      ? { project: merchant.project.id }
      : { [foundBy.field]: objects.get(merchant)?.[foundBy.type as keyof Objects] ?? '' };
  const method = operatorMethod(name);
  const query = method === 'GET' ? `?${new URLSearchParams(values)}` : '';
  return outcome(browser, `/operations/${name}${query}`, { method, body: values });
}

const operatorPath = (name: OperatorName, projectId: string) =>
  operatorMethod(name) === 'GET'
    ? `/operations/${name}?project=${projectId}`
    : `/operations/${name}`;

const merchantPath = ({ path }: Operation, projectId: string) =>
  path
    .replace('/api/', `/projects/${projectId}/`)
    .replaceAll(/\{\w+\}/g, newId(world.app.clock, world.app.random));

describe('roles of the installation', () => {
  test.each(Object.keys(installationRoles) as InstallationRole[])('%s', async (role) => {
    const browser = await personIn(world, { name: role, role });
    const mine: readonly string[] = installationRoles[role];
    for (const name of names) {
      const may = mine.includes(operatorOperations[name].permission);
      const found = await outcome(
        browser,
        operatorPath(name, own.project.id),
        operatorMethod(name),
      );
      expect(found.status === 403 ? OUT : FREE, name).toEqual(may ? FREE : OUT);
    }
    for (const operation of merchantOperations) {
      const may = mine.includes(permissionFor(operation));
      const path = merchantPath(operation, own.project.id);
      const found = await outcome(browser, path, operation.method);
      expect(found.status === 403 ? OUT : FREE, operation.id).toEqual(may ? FREE : OUT);
    }
  });
});

describe('roles of a project', () => {
  test.each(Object.keys(projectRoles) as ProjectRole[])('%s', async (role) => {
    const browser = await personIn(
      world,
      { name: `the ${role}` },
      { projectId: own.project.id, roles: [role] },
    );
    const mine: readonly string[] = projectRoles[role];
    for (const name of names) {
      const foundBy = ofProjects[name];
      const may = mine.includes(permissionInProject(name) ?? '');
      const expected = foundBy !== undefined && may ? FREE : OUT;
      expect(await requestedOf(browser, name, own), name).toEqual(expected);
      expect(await requestedOf(browser, name, foreign), name).toEqual(
        foundBy === undefined ? OUT : GONE,
      );
      if (foundBy === undefined || foundBy === 'project') continue;
      // Without an object in the input, there is no project to check.
      const unnamed = await outcome(
        browser,
        operatorPath(name, own.project.id),
        operatorMethod(name),
      );
      expect(unnamed, name).toEqual(GONE);
    }
    for (const operation of merchantOperations) {
      const may = mine.includes(permissionFor(operation));
      const found = await outcome(
        browser,
        merchantPath(operation, own.project.id),
        operation.method,
      );
      expect(found.status === 403 ? OUT : FREE, operation.id).toEqual(may ? FREE : OUT);
      const elsewhere = merchantPath(operation, foreign.project.id);
      expect(await outcome(browser, elsewhere, operation.method), operation.id).toEqual(GONE);
    }
  });

  test('an object of another project is missing, whatever the permissions', async () => {
    const roles = ['admin', 'approver'] as const;
    const browser = await personIn(
      world,
      { name: 'curious' },
      { projectId: own.project.id, roles },
    );
    const answer = await browser.request('/operations/callbacks.set', {
      method: 'POST',
      body: { project: foreign.project.id, url: 'https://mine.example/' },
    });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  test('no one creates a key with more permissions than their own', async () => {
    const roles = ['developer'] as const;
    const dev = await personIn(world, { name: 'dev' }, { projectId: own.project.id, roles });
    const make = (...permissions: string[]) =>
      dev.request('/operations/keys.create', {
        method: 'POST',
        body: { project: own.project.id, permissions },
      });
    expect((await make('read', 'payout')).body.error.code).toBe('forbidden');
    expect((await make('read', 'write')).status).toBe(200);
  });
});

test('an existing user gets roles in another project from an owner, once', async () => {
  const owner = await personIn(world, { name: 'adds people', role: 'owner' });
  const roles = ['viewer'] as const;
  const seen = await personIn(world, { name: 'in both' }, { projectId: own.project.id, roles });
  const body = { project: foreign.project.id, user_id: seen.userId, roles: ['support'] };
  const add = () => owner.request('/operations/members.add', { method: 'POST', body });
  expect((await add()).status).toBe(200);
  const { projects } = (await seen.request('/me')).body.data;
  const rolesById = projects.map(({ id, roles }: { id: string; roles: string[] }) => [id, roles]);
  expect(new Map(rolesById)).toEqual(
    new Map([
      [own.project.id, ['viewer']],
      [foreign.project.id, ['support']],
    ]),
  );
  expect((await add()).body.error.details).toMatchObject([
    { target: 'user_id', code: 'must_be_unique' },
  ]);
});

test('a member of several projects names the one of a policy check', async () => {
  const member = { projectId: own.project.id, roles: ['admin'] } as const;
  const browser = await personIn(world, { name: 'in two' }, member);
  const both = {
    projectId: foreign.project.id,
    userId: browser.userId,
    roles: ['viewer'],
  } as const;
  await addMember(world.app.db, both);
  const document = JSON.stringify({ rules: [{ name: 'no', do: 'refuse' }] });
  const check = (project?: string) =>
    browser.post('/operations/policy.check', { document, ...(project && { project }) });
  expect((await check(foreign.project.id)).body).toMatchObject({ data: { rules: 1 } });
  expect((await check()).status).toBe(404);
});
