// Guarantees of personal tokens: they have selected permissions of their owner, never more than the owner has now, only
// in their project and until they expire. They can't change how the owner signs in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUser } from '../../src/people/users.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { agedStepUp, type Browser, browserOf, personIn } from './support.ts';

let world: World;
let own: Merchant;
let foreign: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: [] });
  own = await world.merchant();
  foreign = await world.merchant();
});
afterAll(() => world.close());

async function tokenOf(browser: Browser, body: object): Promise<string> {
  const made = await browser.post('/me/tokens', { name: 'export', ...body });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  expect(made.body.data.token).toMatch(/^ct_[\w-]{43}$/);
  return made.body.data.token;
}

/** A request as a program sends it: no cookie, no origin. */
async function by(token: string, path: string, { method = 'GET', body = {} } = {}) {
  const answer = await fetch(`${world.url}/admin/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'GET'
        ? {}
        : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
  const { data, error } = (await answer.json()) as any;
  return { status: answer.status, data, code: error?.code };
}

const invoices = ({ project }: Merchant) => `/projects/${project.id}/invoices`;
const credit = (merchant: Merchant) => ({
  method: 'POST',
  body: { project: merchant.project.id, currency: 'EUR', amount: '5', reason: 'x' },
});

test('it has the selected permissions of its owner, and the audit log shows the token', async () => {
  const ada = await personIn(world, { name: 'Ada', role: 'owner' });
  const token = await tokenOf(ada, { permissions: ['read', 'money'] });
  expect((await by(token, '/me')).data).toMatchObject({
    user: { name: 'Ada' },
    session: null,
    permissions: ['read', 'money'],
  });
  expect((await by(token, invoices(own))).status).toBe(200);
  const made = { method: 'POST', body: {} };
  expect((await by(token, invoices(own), made)).code).toBe('forbidden');
  await agedStepUp(world, ada.userId, 3600);
  expect((await by(token, '/operations/accounts.credit', credit(own))).status).toBe(200);
  expect((await by(token, '/operations/users.invite', made)).code).toBe('forbidden');
  const [line] = await world.app.db.query<object>(
    "select actor_kind, actor, source, step_up from journal where operation = 'accounts.credit' order by id desc limit 1",
  );
  expect(line).toMatchObject({
    actor_kind: 'token',
    actor: 'Ada',
    source: 'api',
    step_up: { by: 'token export' },
  });
  expect((await ada.request('/me/tokens')).body.data[0].used_at).not.toBeNull();
});

test('a project token works only in its project', async () => {
  const bea = await personIn(world, { name: 'Bea', role: 'owner' });
  const token = await tokenOf(bea, { permissions: ['read', 'write'], project_id: own.project.id });
  expect((await by(token, invoices(own))).status).toBe(200);
  expect((await by(token, invoices(foreign))).code).toBe('not_found');
  expect((await by(token, '/operations/users.list')).code).toBe('forbidden');
  expect((await by(token, `/operations/keys.list?project=${foreign.project.id}`)).code).toBe(
    'not_found',
  );
  expect((await by(token, '/me')).data.projects).toMatchObject([
    { id: own.project.id, permissions: ['read', 'write'] },
  ]);
});

test('no one creates a token above their permissions, without step-up, or with another token', async () => {
  const roles = ['support'] as const;
  const member = { projectId: own.project.id, roles };
  const carl = await personIn(world, { name: 'Carl' }, member);
  const make = (body: object) => carl.post('/me/tokens', { name: 'x', ...body });
  expect((await make({ permissions: ['payout'] })).body.error.code).toBe('invalid');
  expect((await make({ permissions: [] })).body.error.code).toBe('invalid');
  const elsewhere = { permissions: ['read'], project_id: foreign.project.id };
  expect((await make(elsewhere)).body.error.code).toBe('not_found');
  expect((await make({ permissions: ['read'], days: 367 })).body.error.code).toBe('invalid');
  const token = await tokenOf(carl, { permissions: ['read'] });
  for (const path of ['/me/tokens', '/me/passkeys/options', '/me/password', '/session/step-up'])
    expect((await by(token, path, { method: 'POST' })).code, path).toBe('forbidden');
  for (const path of ['/me/tokens', '/me/sessions'])
    expect((await by(token, path)).code, path).toBe('forbidden');
  await agedStepUp(world, carl.userId, 31 * 60);
  expect((await make({ permissions: ['read'] })).body.error.code).toBe('step_up_needed');
});

test('it ends with its time, when it is revoked, and with the rights of its owner', async () => {
  const member = { projectId: own.project.id, roles: ['finance'] as const };
  const dan = await personIn(world, { name: 'Dan' }, member);
  const [late, revoked, kept] = [
    await tokenOf(dan, { permissions: ['read'], days: 1 }),
    await tokenOf(dan, { permissions: ['read'] }),
    await tokenOf(dan, { permissions: ['read', 'payout'] }),
  ];
  const [, second] = (await dan.request('/me/tokens')).body.data;
  expect((await dan.post('/me/tokens/revoke', { token_id: second.id })).status).toBe(200);
  await world.database.owner.query(
    `update personal_tokens set made_at = now() - interval '2 days', expires_at = now() - interval '1 second'
     where user_id = $1 and expires_at < now() + interval '2 days'`,
    [dan.userId],
  );
  for (const over of [late, revoked, 'ct_nonsense'])
    expect((await by(over, '/me')).code).toBe('unauthenticated');
  expect((await by(kept, '/me')).data.projects[0].permissions).toEqual(['read', 'payout']);
  await world.app.db.query("update project_members set roles = '{viewer}' where user_id = $1", [
    dan.userId,
  ]);
  expect((await by(kept, '/me')).data.projects[0].permissions).toEqual(['read']);
  const eve = await personIn(world, { name: 'Eve' }, member);
  const foreignOne = (await dan.request('/me/tokens')).body.data[0].id;
  expect((await eve.post('/me/tokens/revoke', { token_id: foreignOne })).status).toBe(404);
  await setUser(world.app, dan.userId, { isDisabled: true });
  expect((await by(kept, '/me')).code).toBe('unauthenticated');
});

test('a cookie is ignored next to a token, and without our origin', async () => {
  const fay = await personIn(world, { name: 'Fay', role: 'owner' });
  const headers = { authorization: 'Bearer ct_wrong' };
  expect((await fay.request('/me', { headers })).status).toBe(401);
  const basic = { authorization: 'Basic eDp5', origin: 'https://evil.example' };
  const requested = { method: 'POST', body: {}, headers: basic };
  expect((await fay.request('/me', requested)).body.error.code).toBe('cross_origin_forbidden');
  expect((await browserOf(world).request('/me')).status).toBe(401);
});
