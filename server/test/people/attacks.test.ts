// Guarantees against a person who has access and wants more than they were given: what they can read about others, whom
// they can lock out, and what remains of their access after they are deactivated.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../src/admin/stream.ts';
import { newId } from '../../src/core/ids.ts';
import { createEndpoint } from '../../src/events/endpoints.ts';
import { addApprover } from '../../src/policy/approvers.ts';
import { isOwnRequest } from '../../src/policy/one-person.ts';
import { createApiKey } from '../../src/projects/api-keys.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, browserOf, personIn } from './support.ts';

let world: World;
let own: Merchant;
let foreign: Merchant;
let admin: Browser;
let owner: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true });
  own = await world.merchant();
  foreign = await world.merchant();
  const roles = ['admin'] as const;
  admin = await personIn(world, { name: 'Ada' }, { projectId: own.project.id, roles });
  owner = await personIn(world, { name: 'the owner', role: 'owner' });
});
afterAll(() => world.close());

const project = () => ({ project: own.project.id });
const journal = async () =>
  (await admin.request(`/operations/journal.list?project=${own.project.id}`)).body.data.rows;

test('the audit log of a project contains nothing of another project', async () => {
  const url = 'https://foreign.example/callbacks?secret=1234';
  const { id: endpoint_id } = await createEndpoint(world.app, foreign.project.id, url);
  const { id: user_id } = (await owner.request('/me')).body.data.user;
  const { id: channel } = await foreign.api.channels.create({
    name: 'theirs',
    pay_currency: 'BTC',
    receiver_currency: 'EUR',
  });
  const key = { 'idempotency-key': newId(world.app.clock, world.app.random) };
  const answers = [
    await admin.post('/operations/callbacks.disable', { ...project(), endpoint_id }),
    await admin.post('/operations/members.set', { ...project(), user_id, roles: ['viewer'] }),
    await admin.request(`/projects/${own.project.id}/channels/${channel}`, {
      method: 'PATCH',
      body: { name: 'mine' },
      headers: key,
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const lines = (await journal()).slice(0, 3);
  expect(lines.map(({ before }: { before: unknown }) => before)).toEqual([null, null, null]);
  expect(JSON.stringify(lines)).not.toMatch(/foreign\.example|the owner/);
});

test('it records the previous roles', async () => {
  const roles = ['support'] as const;
  const bea = await personIn(world, { name: 'Bea' }, { projectId: own.project.id, roles });
  const change = { ...project(), user_id: bea.userId, roles: ['viewer'] };
  expect((await admin.post('/operations/members.set', change)).status).toBe(200);
  const [line] = await journal();
  expect(line).toMatchObject({ object_type: 'member', object_id: bea.userId });
  expect(line.before).toEqual({ name: 'Bea', roles: ['support'] });
  expect(line.after).toMatchObject({ roles: ['viewer'] });
});

test('links of a deactivated person are void, also after reactivation', async () => {
  const invited = await owner.post('/operations/users.invite', { name: 'Carl' });
  const { link, user_id } = invited.body.data;
  await owner.post('/operations/users.disable', { user_id });
  await owner.post('/operations/users.enable', { user_id });
  const [, token] = link.split('#');
  expect((await browserOf(world).post('/session/link', { token })).status).toBe(401);
});

test('a code is no second person: requests under its name, or by a key that they created, are their own', async () => {
  const roles = ['finance'] as const;
  const dan = await personIn(world, { name: 'Dan' }, { projectId: own.project.id, roles });
  await addApprover(world.app, own.project.id, { name: 'dan', apiKey: null });
  const [approver] = await world.app.db.query(
    `select id, name, api_key, user_id, created_at from approvers where name = 'dan'`,
  );
  const { key } = await createApiKey(world.app, own.project.id, {
    name: 'his',
    apiVersion: 2,
    permissions: ['payout'],
    ipAllowList: [],
    madeBy: dan.userId,
  });
  const isOwn = (apiKey: string) =>
    isOwnRequest(world.app.db, own.project.id, {
      approver: approver as never,
      requestedBy: [apiKey, null],
    });
  expect(await isOwn(`user:${dan.userId}`)).toBe(true);
  expect(await isOwn(key)).toBe(true);
  expect(await isOwn(`user:${admin.userId}`)).toBe(false);
});

test('a token creates no key with more permissions than its own', async () => {
  const made = await admin.post('/me/tokens', { name: 'few', permissions: ['secrets'] });
  const headers = { authorization: `Bearer ${made.body.data.token}` };
  const key = { method: 'POST', body: project(), headers };
  const answer = await browserOf(world).request('/operations/keys.create', key);
  expect(answer.body.error?.code).toBe('forbidden');
});

test('a listener that left before it was admitted is not kept', () => {
  const stream = openStream('gone');
  const answer = { on: () => undefined, write: () => false, destroyed: true, writableLength: 0 };
  stream.add(
    { userId: 'a', projects: null, answer: answer as never, stays: async () => true },
    null,
  );
  expect(stream.count()).toBe(0);
  stream.close();
});
