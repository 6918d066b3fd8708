// Guarantees of passkeys: a passkey signs in its owner, only on our own page and only with user verification. Each
// challenge is accepted once, and a passkey whose counter goes back is rejected.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { requestPasskey } from '../../src/people/passkey-ceremonies.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Authenticator, authenticator, type Lies } from './authenticator.ts';
import { agedStepUp, type Browser, browserOf, personIn, thinkLive } from './support.ts';

let world: World;
let page: string;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: [] });
  page = world.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => world.close());

async function withPasskey(
  name: string,
  key = authenticator(page),
): Promise<[Browser, Authenticator]> {
  const browser = await personIn(world, { name, role: 'owner' });
  expect((await add(browser, key)).status).toBe(200);
  return [browser, key];
}

async function add(browser: Browser, key: Authenticator, lies: Lies = {}) {
  const { challenge_id, options } = (await browser.post('/me/passkeys/options')).body.data;
  const response = key.make(options, lies);
  return browser.post('/me/passkeys', { challenge_id, response, name: 'my phone' });
}

async function question(browser = browserOf(world), body: object = {}) {
  return (await browser.post('/session/passkey/options', body)).body.data;
}

async function signIn(key: Authenticator, lies: Lies = {}) {
  const browser = browserOf(world);
  const { challenge_id, options } = await question(browser);
  const answer = await browser.post('/session/passkey', {
    challenge_id,
    response: key.sign(options, lies),
  });
  return { browser, answer, challenge_id, options };
}

test('a passkey signs in its owner, with a step-up that allows moving money', async () => {
  const [{ userId }, key] = await withPasskey('Ada');
  const { browser, answer, options } = await signIn(key);
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(answer.status).toBe(200);
  const me = (await browser.request('/me')).body.data;
  expect(me).toMatchObject({
    user: { id: userId, has_passkey: true, has_password: false },
    session: { proved_by: 'passkey' },
  });
  const [shown] = (await browser.request('/me/passkeys')).body.data;
  expect(shown).toMatchObject({ name: 'my phone', is_backed_up: false, transports: ['internal'] });
  expect(shown.used_at).not.toBeNull();
});

test('the options for a new passkey work in every browser, and verify the user', async () => {
  const bea = await personIn(world, { name: 'Bea' });
  const { options } = (await bea.post('/me/passkeys/options')).body.data;
  expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'preferred',
    userVerification: 'required',
  });
  expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(
    bea.userId.replaceAll('-', ''),
  );
});

const lies: readonly (readonly [string, Lies])[] = [
  ['of another page', { origin: 'https://evil.example' }],
  ['of another port of this host', { origin: 'http://localhost:1' }],
  ['of another host', { rpId: 'evil.example' }],
  ['without the user verified', { isVerified: false }],
  ['to another question', { challenge: 'AAAA' }],
];

test.each(lies)('a response %s signs no one in and creates no passkey', async (_what, lie) => {
  const [browser, key] = await withPasskey(`Cleo ${_what}`);
  expect((await signIn(key, lie)).answer).toMatchObject({
    status: 401,
    body: { error: { code: 'wrong_passkey' } },
  });
  expect((await add(browser, authenticator(page), lie)).body.error.code).toBe('wrong_passkey');
  expect((await signIn(key, { type: 'webauthn.create' })).answer.status).toBe(401);
  expect((await signIn(key)).answer.status).toBe(200);
});

test('a challenge is accepted once, and only for its purpose', async () => {
  const [browser, key] = await withPasskey('Dan');
  const { challenge_id, options } = await question();
  const response = key.sign(options);
  const answer = () => browserOf(world).post('/session/passkey', { challenge_id, response });
  expect((await answer()).status).toBe(200);
  expect((await answer()).body.error.code).toBe('wrong_passkey');
  const again = await question();
  const swapped = { challenge_id: again.challenge_id, response: key.sign(again.options) };
  expect((await browser.post('/session/step-up', swapped)).body.error.code).toBe('wrong_passkey');
  const late = await question();
  await world.database.owner.query(
    'update sign_in_challenges set expires_at = now() where id = $1',
    [late.challenge_id],
  );
  const tooLate = { challenge_id: late.challenge_id, response: key.sign(late.options) };
  expect((await browserOf(world).post('/session/passkey', tooLate)).status).toBe(401);
});

test('of two simultaneous responses to one challenge, one signs in', async () => {
  const [, key] = await withPasskey('Dora');
  const { challenge_id, options } = await question();
  const response = key.sign(options);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      browserOf(world).post('/session/passkey', { challenge_id, response }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a passkey whose counter goes back or stays is a copy; one that never counts is not', async () => {
  const [, key] = await withPasskey('Eva');
  expect((await signIn(key, { counter: 9 })).answer.status).toBe(200);
  for (const counter of [9, 8, 0])
    expect((await signIn(key, { counter })).answer.body.error.code).toBe(
      'passkey_counter_mismatch',
    );
  expect((await signIn(key, { counter: 10 })).answer.status).toBe(200);
  const [, synced] = await withPasskey('Finn', authenticator(page, { counts: false }));
  for (const _ of [1, 2]) expect((await signIn(synced)).answer.status).toBe(200);
});

test("another's key neither proves nor is added nor removed", async () => {
  const [gus, gusKey] = await withPasskey('Gus');
  const [eve, eveKey] = await withPasskey('Eve');
  const { passkey } = (await gus.post('/session/step-up/options')).body.data;
  expect(passkey.options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([gusKey.id]);
  const foreign = { challenge_id: passkey.challenge_id, response: eveKey.sign(passkey.options) };
  expect((await gus.post('/session/step-up', foreign)).body.error.code).toBe('wrong_passkey');
  const mine = (await gus.post('/session/step-up/options')).body.data.passkey;
  const stolen = { challenge_id: mine.challenge_id, response: gusKey.sign(mine.options) };
  expect((await eve.post('/session/step-up', stolen)).body.error.code).toBe('wrong_passkey');
  expect((await add(eve, gusKey)).body.error).toMatchObject({ code: 'invalid' });
  const [his] = (await gus.request('/me/passkeys')).body.data;
  for (const [path, more] of [
    ['remove', {}],
    ['rename', { name: 'mine now' }],
  ] as const)
    expect((await eve.post(`/me/passkeys/${path}`, { passkey_id: his.id, ...more })).status).toBe(
      404,
    );
});

test('a name reveals nothing about its passkeys, except in a browser that the person has used', async () => {
  const [gina, key] = await withPasskey('Gina');
  await withPasskey('Greta');
  const requested = async (browser: Browser, email: string) => {
    const { challenge, ...rest } = (await question(browser, { email })).options;
    expect(challenge).toMatch(/^[\w-]{40,}$/);
    return rest;
  };
  const unallocated = await requested(browserOf(world), 'nobody@x.example');
  expect(unallocated).not.toHaveProperty('allowCredentials');
  for (const browser of [browserOf(world), gina])
    expect(await requested(browser, 'greta')).toEqual(unallocated);
  expect(await requested(browserOf(world), 'gina')).toEqual(unallocated);
  expect((await requested(gina, 'gina')).allowCredentials).toMatchObject([
    { id: key.id, type: 'public-key' },
  ]);
  await world.app.db.query('update users set disabled_at = now() where id = $1', [gina.userId]);
  expect((await signIn(key)).answer.body.error.code).toBe('wrong_passkey');
});

test('a passkey steps up, and the previous token is void', async () => {
  const [hal, key] = await withPasskey('Hal');
  await agedStepUp(world, hal.userId);
  const before = hal.cookie;
  const alert = () => hal.post('/operations/users.invite', { name: 'Ida' });
  expect((await alert()).body.error.code).toBe('step_up_needed');
  expect((await hal.post('/session/step-up')).body.error.code, 'a link is not enough').toBe(
    'invalid',
  );
  const { passkey } = (await hal.post('/session/step-up/options')).body.data;
  const response = key.sign(passkey.options);
  const proof = { challenge_id: passkey.challenge_id, response };
  expect((await hal.post('/session/step-up', proof)).status).toBe(200);
  expect((await alert()).status).toBe(200);
  expect((await browserOf(world).request('/me', { headers: { cookie: before } })).status).toBe(401);
});

test('live, a link only leads to a passkey, and the last way in is not removed', async () => {
  const live = await createWorld({}, { people: true, coins: [] });
  thinkLive(live);
  const ina = await personIn(live, { name: 'Ina', role: 'owner' });
  expect((await ina.request('/me')).body.data).toMatchObject({ must_set_up: true });
  expect((await ina.request('/operations/users.list')).body.error.code).toBe('setup_required');
  expect((await ina.request('/projects/x/invoices')).body.error.code).toBe('setup_required');
  const token = { name: 'x', permissions: ['read'] };
  expect((await ina.post('/me/tokens', token)).body.error.code).toBe('setup_required');
  await agedStepUp(live, ina.userId, 29 * 60);
  const key = authenticator(live.url.replace('127.0.0.1', 'localhost'));
  expect((await add(ina, key)).status).toBe(200);
  expect((await ina.request('/me')).body.data).toMatchObject({ must_set_up: false });
  expect((await ina.request('/operations/users.list')).status).toBe(200);
  const [only] = (await ina.request('/me/passkeys')).body.data;
  const remove = () => ina.post('/me/passkeys/remove', { passkey_id: only.id });
  expect((await remove()).body.error.code).toBe('last_sign_in_method');
  await add(ina, authenticator(live.url.replace('127.0.0.1', 'localhost')));
  expect((await remove()).status).toBe(200);
  await live.close();
});

test('existing and unknown names run the same statements, from any browser', async () => {
  await withPasskey('Timea');
  const statementsFor = async (login: string, browser: string | null) => {
    const texts: string[] = [];
    const query: App['db']['query'] = (text, values) => {
      texts.push(text);
      return world.app.db.query(text, values);
    };
    const app = { ...world.app, db: { ...world.app.db, query } };
    await requestPasskey(app, { purpose: 'come_in', userId: null }, { login, browser });
    return texts;
  };
  for (const browser of [null, 'a browser of a stranger'])
    expect(await statementsFor('Timea', browser)).toEqual(await statementsFor('Nobody', browser));
});
