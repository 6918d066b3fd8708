// Guarantees of sign-in: a link works once and expires, sessions end on time, requests from other sites change nothing,
// and every audit log entry names its author.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { createLink, INVITATION_LASTS } from '../../src/people/links.ts';
import { createUser, ensureOwner, firstLink, setUser } from '../../src/people/users.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, browserOf, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true });
  merchant = await world.merchant();
});
afterAll(() => world.close());

const tokenOf = (url: string) => defined(url.split('#')[1], 'what stands after #');
const come = (token: string) => {
  const browser = browserOf(world);
  const requested = { method: 'POST', body: { token } };
  return browser.request('/session/link', requested).then((answer) => ({ browser, answer }));
};

test('concurrent starts create one owner; a taken name stops none of them', async () => {
  const fresh = await createWorld({}, { people: true });
  const started = await Promise.all(Array.from({ length: 5 }, () => firstLink(fresh.app)));
  expect(started.every((link) => link !== null)).toBe(true);
  const first = await ensureOwner(fresh.app);
  expect(first.name).toBe('owner');
  await createUser(fresh.app, { name: 'Eve', email: null, role: 'owner' });
  await setUser(fresh.app, first.id, { role: 'auditor' });
  await fresh.database.owner.query("update users set disabled_at = now() where name = 'Eve'");
  const others = await Promise.all(Array.from({ length: 5 }, () => ensureOwner(fresh.app)));
  expect(new Set(others.map(({ name }) => name))).toEqual(new Set(['owner 2']));
  await fresh.close();
});

test('the first link signs the owner in, once, with a cookie that no script and no other site gets', async () => {
  const { url } = defined(await firstLink(world.app), 'a link');
  const { browser, answer } = await come(tokenOf(url));
  expect(answer.status).toBe(200);
  const [session, browserCookie, ...more] = answer.headers.getSetCookie();
  const closed = 'Path=/; HttpOnly; SameSite=Strict';
  expect(session).toMatch(new RegExp(`^chaintill_session=[\\w-]{43}; ${closed}; Max-Age=604800$`));
  expect(browserCookie).toMatch(
    new RegExp(`^chaintill_browser=[\\w-]{43}; ${closed}; Max-Age=15552000$`),
  );
  expect(more).toEqual([]);
  const me = (await browser.request('/me')).body.data;
  expect(me).toMatchObject({ user: { name: 'owner', role: 'owner' }, mode: 'sandbox' });
  expect(me.projects.map(({ id }: { id: string }) => id)).toContain(merchant.project.id);
  expect((await come(tokenOf(url))).answer).toMatchObject({
    status: 401,
    body: { error: { code: 'link_expired' } },
  });
});

test('viewing a link shows its person and the current one, and leaves it unused', async () => {
  const { id } = await createUser(world.app, { name: 'Iris', email: null, role: 'auditor' });
  const { url } = await createLink(world.app, id, INVITATION_LASTS);
  const token = tokenOf(url);
  const owner = (await come(tokenOf(defined(await firstLink(world.app), 'a link').url))).browser;
  const read = async (browser: Browser) =>
    (await browser.post('/session/link/show', { token })).body.data;
  expect(await read(browserOf(world))).toMatchObject({ name: 'Iris', signed_in_as: null });
  expect(await read(owner)).toMatchObject({ name: 'Iris', signed_in_as: 'owner' });
  expect((await owner.request('/me')).body.data.user.name).toBe('owner');
  expect((await come(token)).answer.status).toBe(200);
  const over = await browserOf(world).post('/session/link/show', { token });
  expect(over).toMatchObject({ status: 401, body: { error: { code: 'link_expired' } } });
});

test('over https the cookies belong to this host only, and http ones sign no one in', async () => {
  const printed = world.app.publicUrl.value;
  world.app.publicUrl.value = 'https://till.example';
  try {
    const { id } = await createUser(world.app, { name: 'Hanna', email: null, role: 'auditor' });
    const { url } = await createLink(world.app, id, INVITATION_LASTS);
    const headers = { origin: 'https://till.example' };
    const browser = browserOf(world);
    const requested = { method: 'POST', body: { token: tokenOf(url) }, headers };
    const answer = await browser.request('/session/link', requested);
    expect(answer.status).toBe(200);
    const closed = 'Path=/; HttpOnly; SameSite=Strict';
    const of = (name: string, seconds: number) =>
      new RegExp(`^${name}=[\\w-]{43}; ${closed}; Max-Age=${seconds}; Secure$`);
    const [session, browserCookie] = answer.headers.getSetCookie();
    expect(session).toMatch(of('__Host-chaintill', 604_800));
    expect(browserCookie).toMatch(of('__Host-chaintill-browser', 15_552_000));
    expect((await browser.request('/me')).status).toBe(200);
    const stored = await world.app.db.query<{ n: number }>(
      'select count(*)::int as n from sessions s where s::text like $1',
      [`%${browser.jar.get('__Host-chaintill')}%`],
    );
    expect(stored, 'its hash alone is stored').toEqual([{ n: 0 }]);
    const overHttp = `chaintill_session=${browser.jar.get('__Host-chaintill')}`;
    expect((await browserOf(world).request('/me', { headers: { cookie: overHttp } })).status).toBe(
      401,
    );
  } finally {
    world.app.publicUrl.value = printed;
  }
});

test('expired, unknown and deactivated links look like used ones', async () => {
  const ada = await personIn(world, { name: 'Ada' });
  const over = await createLink(world.app, ada.userId, -1);
  const good = await createLink(world.app, ada.userId, INVITATION_LASTS);
  await setUser(world.app, ada.userId, { isDisabled: true });
  for (const token of [tokenOf(over.url), tokenOf(good.url), 'nonsense'])
    expect((await come(token)).answer.body.error.code).toBe('link_expired');
  expect((await ada.request('/me')).status, 'his session is over too').toBe(401);
});

test('a session ends after twelve unused hours, after seven days, and when it is ended', async () => {
  const bea = await personIn(world, { name: 'Bea' });
  const set = (column: string, moment: string) =>
    world.database.owner.query(
      `update sessions set ${column} = ${moment} where user_id = $1 and ended_at is null`,
      [bea.userId],
    );
  await set('seen_at', "now() - interval '11 hours 58 minutes'");
  expect((await bea.request('/me')).status).toBe(200);
  expect((await bea.request('/me/sessions')).body.data, 'it was used').toMatchObject([
    { is_this: true, address: '127.0.0.1' },
  ]);
  await set('seen_at', "now() - interval '12 hours 1 second'");
  expect((await bea.request('/me')).status).toBe(401);
  await set('seen_at', 'now()');
  await set('ends_at', "now() - interval '1 second'");
  expect((await bea.request('/me')).status).toBe(401);
  await set('ends_at', "now() + interval '1 day'");
  expect((await bea.request('/session', { method: 'DELETE' })).status).toBe(200);
  expect((await bea.request('/me')).status).toBe(401);
});

test('requests from another site, without a site, or without a JSON body change nothing', async () => {
  const cleo = await personIn(world, { name: 'Cleo', role: 'owner' });
  const body = { currency: 'EUR', amount: '5', reason: 'x', project: merchant.project.id };
  const credit = (headers: Record<string, string>) =>
    cleo.request('/operations/accounts.credit', { method: 'POST', body, headers });
  for (const origin of ['https://evil.example', 'null', ''])
    expect((await credit({ origin })).body.error.code).toBe('cross_origin_forbidden');
  expect((await credit({ 'content-type': 'text/plain' })).status).toBe(415);
  expect((await credit({})).status).toBe(200);
});

test('a step-up older than five minutes does not move money, and viewing continues', async () => {
  const dan = await personIn(world, { name: 'Dan', role: 'owner' });
  await world.app.db.query(
    "update sessions set proved_at = now() - interval '301 seconds' where user_id = $1",
    [dan.userId],
  );
  const body = { currency: 'EUR', amount: '5', reason: 'x', project: merchant.project.id };
  const answer = await dan.request('/operations/accounts.credit', { method: 'POST', body });
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'step_up_needed' } } });
  expect((await dan.request('/operations/alerts.list')).status).toBe(200);
});

test("a person's actions for a project are in the audit log under their name", async () => {
  const roles = ['finance'] as const;
  const eva = await personIn(world, { name: 'Eva' }, { projectId: merchant.project.id, roles });
  const made = await eva.request(`/projects/${merchant.project.id}/invoices`, {
    method: 'POST',
    body: { price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' },
    headers: { 'idempotency-key': 'one-intended-invoice' },
  });
  expect(made.status).toBe(201);
  const [line] = await world.app.db.query<Record<string, unknown>>(
    `select j.*, o.result, o.object_id as made from journal j join journal_results o on o.journal_id = j.id
     where actor = 'Eva' order by j.id desc limit 1`,
  );
  expect(line).toMatchObject({
    actor_kind: 'user',
    source: 'dashboard',
    operation: 'createInvoice',
    result: 'done',
    project_id: merchant.project.id,
    object_type: 'invoice',
    made: made.body.data.id,
    step_up: { by: 'link' },
  });
});
