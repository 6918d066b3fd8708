// Guarantees of session endings: tokens and streams end with the session or password they belong to, an untouched page
// keeps no session alive, and rejected actions are in the audit log, up to a limit.
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRefusals } from '../../src/admin/note-refusal.ts';
import { sleep } from '../../src/core/clock.ts';
import { createLink, INVITATION_LASTS } from '../../src/people/links.ts';
import { BTC_ADDRESS } from '../policy/support.ts';
import { feedStream } from '../support/feed-stream.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { agedStepUp, type Browser, browserOf, personIn } from './support.ts';

let world: World;
let own: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: [] });
  own = await world.merchant();
  await feedStream(world);
});
afterAll(() => world.close());

const member = (name: string, ...roles: ('finance' | 'support' | 'viewer')[]) =>
  personIn(world, { name }, { projectId: own.project.id, roles });

async function tokenOf(browser: Browser): Promise<string> {
  const made = await browser.post('/me/tokens', { name: 'export', permissions: ['read'] });
  return made.body.data.token;
}
const byToken = async (token: string) =>
  (await browserOf(world).request('/me', { headers: { authorization: `Bearer ${token}` } })).status;
const seenAt = async ({ userId }: Browser) => {
  const rows = await world.app.db.query<{ seen_at: Date }>(
    'select seen_at from sessions where user_id = $1',
    [userId],
  );
  return rows[0]?.seen_at.getTime();
};
const idleFor = (browser: Browser, minutes: number) =>
  world.app.db.query(
    `update sessions set seen_at = now() - make_interval(mins => $2) where user_id = $1`,
    [browser.userId, minutes],
  );

/** Resolves with its status when the stream has ended. */
function listen({ cookie }: Browser): Promise<{ status: number; over: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const requested = get(`${world.url}/admin/api/events`, { headers: { cookie }, agent: false });
    requested.once('error', reject);
    requested.once('response', (answer) => {
      const over = new Promise<void>((done) => {
        answer.once('close', done);
        answer.once('error', () => done());
      });
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, over });
    });
  });
}

test("signing in ends the browser's previous session, also another person's, and no other", async () => {
  const link = async ({ userId }: Browser) =>
    (await createLink(world.app, userId, INVITATION_LASTS)).url.split('#')[1];
  const first = await member('came first', 'viewer');
  const elsewhere = browserOf(world, first.userId);
  await elsewhere.post('/session/link', { token: await link(first) });
  const held = browserOf(world);
  held.cookie = first.cookie;
  const { over } = await listen(held);
  expect((await first.post('/session/link', { token: await link(first) })).status).toBe(200);
  expect((await held.request('/me')).status).toBe(401);
  await over;
  const second = browserOf(world);
  second.cookie = first.cookie;
  const other = await member('came then', 'viewer');
  expect((await first.post('/session/link', { token: await link(other) })).status).toBe(200);
  expect((await second.request('/me')).status).toBe(401);
  expect((await first.request('/me')).body.data.user.name).toBe('came then');
  expect((await elsewhere.request('/me')).status).toBe(200);
});

test('a token ends with the password it was created under, and when its owner revokes it', async () => {
  const ada = await member('Ada', 'finance');
  const first = await tokenOf(ada);
  expect(await byToken(first)).toBe(200);
  const changed = await ada.post('/me/password', { password: 'correct-horse-9-battery' });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect(await byToken(first)).toBe(401);
  const second = await tokenOf(ada);
  const there = browserOf(world, ada.userId);
  there.cookie = ada.cookie;
  expect((await ada.post('/me/sessions/end-all')).status).toBe(200);
  expect(await byToken(second)).toBe(401);
  expect((await ada.request('/me')).status, 'this one goes on').toBe(200);
});

test('an open, untouched page keeps no session alive', async () => {
  const bea = await member('Bea', 'viewer');
  await idleFor(bea, 60);
  const before = await seenAt(bea);
  const { over } = await listen(bea);
  await world.stream.lookAtAll();
  await bea.request('/me', { headers: { 'x-chaintill-idle': '1' } });
  expect(await seenAt(bea)).toBe(before);
  await idleFor(bea, 12 * 60 + 1);
  await world.stream.lookAtAll();
  await over;
  expect((await bea.request('/me')).status).toBe(401);
});

test('a stream ends with its session, and with the role that permitted it', async () => {
  const [carl, dora] = [await member('Carl', 'viewer'), await member('Dora', 'viewer')];
  const [his, hers] = [await listen(carl), await listen(dora)];
  await carl.request('/session', { method: 'DELETE', body: {} });
  await world.app.db.query('delete from project_members where user_id = $1', [dora.userId]);
  await world.stream.lookAtAll();
  await Promise.all([his.over, hers.over]);
});

test('a stream ends immediately when its permission is removed anywhere', async () => {
  const iva = await member('Iva', 'viewer');
  const owner = await personIn(world, { name: 'an owner', role: 'owner' });
  const { userId: user_id } = iva;
  const project = own.project.id;
  const there = async () => {
    const { body } = await owner.post('/operations/users.sign-in-link', { user_id });
    const other = browserOf(world, user_id);
    await other.post('/session/link', { token: body.data.link.split('#')[1] });
    return other;
  };
  const endsBy = async (end: (other: Browser) => Promise<{ status: number }>) => {
    const other = await there();
    const { status, over } = await listen(other);
    expect(status).toBe(200);
    expect((await end(other)).status).toBe(200);
    const isOver = await Promise.race([over.then(() => true), sleep(5000).then(() => false)]);
    expect(isOver, end.toString()).toBe(true);
  };
  await endsBy(async () => {
    const { body } = await iva.request('/me/sessions');
    const other = body.data.find((row: { is_this: boolean }) => !row.is_this);
    return iva.post('/me/sessions/end', { session_id: other.id });
  });
  await endsBy((other) => other.request('/session', { method: 'DELETE', body: {} }));
  await endsBy(() => iva.post('/me/sessions/end-all'));
  await endsBy(() => owner.post('/operations/members.set', { project, user_id, roles: [] }));
  await owner.post('/operations/members.add', { project, user_id, roles: ['viewer'] });
  await endsBy(() => owner.post('/operations/users.disable', { user_id }));
});

test('no one has more than twenty streams', async () => {
  const eve = await member('Eve', 'viewer');
  const all: number[] = [];
  for (let n = 0; n < 21; n++) all.push((await listen(eve)).status);
  expect(all).toEqual([...Array(20).fill(200), 429]);
  await eve.request('/session', { method: 'DELETE', body: {} });
  await world.stream.lookAtAll();
  for (let n = 0; n < 100 && world.stream.count(eve.userId) > 0; n++) await sleep(25);
  expect(world.stream.count(eve.userId)).toBe(0);
});

test('rejections for a missing role or an old step-up are in the audit log', async () => {
  const fay = await member('Fay', 'support');
  const withdrawal = { method: 'POST', body: {}, headers: { 'idempotency-key': 'one' } };
  await fay.request(`/projects/${own.project.id}/coin_withdrawals`, withdrawal);
  await fay.post('/operations/keys.create', { project: own.project.id });
  await fay.post('/operations/users.invite', { name: 'Mallory' });
  const gus = await member('Gus', 'finance');
  await agedStepUp(world, gus.userId);
  const mistyped = await gus.request(`/projects/${own.project.id}/coin_withdrawals`, withdrawal);
  expect(mistyped.status, 'what is wrong is told before a proof is asked for').toBe(422);
  const body = {
    charged_currency: 'BTC',
    received_currency: 'BTC',
    received_amount: '0.01',
    address: BTC_ADDRESS,
  };
  await gus.request(`/projects/${own.project.id}/coin_withdrawals`, { ...withdrawal, body });
  const lines = await world.app.db.query(
    `select j.actor, j.operation, j.project_id, o.result, o.code
     from journal j join journal_results o on o.journal_id = j.id
     where j.actor = any('{Fay,Gus}') and o.result = 'refused' order by j.id`,
  );
  const line = (actor: string, operation: string, code: string, project_id: string | null) => ({
    actor,
    operation,
    project_id,
    result: 'refused',
    code,
  });
  expect(lines).toEqual([
    line('Fay', 'createCoinWithdrawal', 'forbidden', own.project.id),
    line('Fay', 'keys.create', 'forbidden', own.project.id),
    line('Fay', 'users.invite', 'forbidden', null),
    line('Gus', 'createCoinWithdrawal', 'step_up_needed', own.project.id),
  ]);
});

test('a reader of everything who names a missing project is rejected like any other', async () => {
  const hal = await personIn(world, { name: 'Hal', role: 'auditor' });
  const nowhere = '00000000-0000-4000-8000-000000000001';
  for (const project of [nowhere, own.project.id]) {
    const { status } = await hal.post('/operations/keys.create', { project, name: 'own' });
    expect(status).toBe(403);
  }
  const lines = await world.app.db.query(
    `select project_id from journal where actor = 'Hal' and operation = 'keys.create' order by id`,
  );
  expect(lines).toEqual([{ project_id: null }, { project_id: own.project.id }]);
});

test('and no more than sixty per hour per person', () => {
  let now = 0;
  const refusals = countRefusals(() => now);
  const taken = Array.from({ length: 100 }, () => refusals.take('him'));
  expect(taken.filter(Boolean)).toHaveLength(60);
  expect(refusals.take('her')).toBe(true);
  now = 3_600_000;
  expect(refusals.take('him')).toBe(true);
});
