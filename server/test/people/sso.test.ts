// Guarantees of single sign-on: only an invited person signs in, with a response that the provider just signed for this
// instance and this browser. It creates no accounts, and unverified addresses don't count.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/coins/read-config.ts';
import { wallNow } from '../../src/core/clock.ts';
import { createUser } from '../../src/people/users.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Provider, startProvider } from './provider.ts';
import { type Browser, browserOf, personIn } from './support.ts';

let world: World;
let provider: Provider;
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'chaintill-')), 'secret');
  writeFileSync(file, 'of the client\n');
  provider = await startProvider({ id: 'till', secret: 'of the client' });
  world = await createWorld(
    {
      CHAINTILL_SSO_ISSUER: provider.issuer,
      CHAINTILL_SSO_CLIENT_ID: 'till',
      CHAINTILL_SSO_CLIENT_SECRET_FILE: file,
      CHAINTILL_SSO_NAME: 'Work account',
    },
    { people: true, coins: [] },
  );
  const ada = { name: 'Ada', email: 'ada@shop.example', role: 'owner' } as const;
  await createUser(world.app, { ...ada, isEmailConfirmed: true });
});
beforeEach(() => {
  provider.says = {};
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

async function start(browser: Browser) {
  return (await browser.post('/session/sso')).body.data as { challenge_id: string; url: string };
}

async function signIn(browser = browserOf(world)) {
  const { challenge_id, url } = await start(browser);
  return browser.post('/session/sso/finish', { challenge_id, answer: provider.visit(url) });
}

test("an invited person signs in, with PKCE, state and nonce, and the provider's authentication time", async () => {
  expect((await browserOf(world).request('/session/sign-in-methods')).body.data.sso).toBe(
    'Work account',
  );
  const browser = browserOf(world);
  const { searchParams: requested } = new URL((await start(browser)).url);
  expect(Object.fromEntries(requested)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    max_age: '300',
    redirect_uri: `${world.url.replace('127.0.0.1', 'localhost')}/dashboard/sso`,
  });
  const authTime = Math.floor(wallNow() / 1000) - 120;
  provider.says = { claims: { auth_time: authTime } };
  expect((await signIn(browser)).status).toBe(200);
  const { user, session } = (await browser.request('/me')).body.data;
  expect({ name: user.name, by: session.proved_by }).toEqual({ name: 'Ada', by: 'oidc' });
  expect(Math.abs(Date.parse(session.proved_at) / 1000 - authTime)).toBeLessThan(2);
});

const lies: readonly (readonly [string, Provider['says']])[] = [
  ['for somebody whom nobody let in', { claims: { email: 'eve@shop.example' } }],
  ['for an address that is not verified', { claims: { email_verified: false } }],
  ['for an address of which it does not say so', { claims: { email_verified: undefined } }],
  ['for another installation', { claims: { aud: 'another' } }],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['for another browser', { claims: { nonce: 'of another' } }],
  ['that is over', { claims: { exp: 1 } }],
  ['of long ago', { claims: { auth_time: Math.floor(wallNow() / 1000) - 4000 } }],
  ['without saying when', { claims: { auth_time: undefined } }],
  ['with another key', { isForged: true }],
];

test.each(lies)('a response %s signs no one in', async (_what, says) => {
  provider.says = says;
  expect(await signIn()).toMatchObject({ status: 401, body: { error: { code: 'sso_failed' } } });
});

test('an account there is one person here, whatever its address, until a new link is created', async () => {
  const [bea, other] = ['bea@shop.example', 'ada@shop.example'];
  const { id } = await createUser(world.app, {
    name: 'Bea',
    email: bea,
    isEmailConfirmed: true,
    role: null,
  });
  const owner = await personIn(world, { name: 'the owner', role: 'owner' });
  const as = async (sub: string, email: string) => {
    provider.says = { claims: { sub, email } };
    return (await signIn()).status;
  };
  expect(await as('bea', bea)).toBe(200);
  expect(await as('bea', other), 'with the address of somebody else').toBe(401);
  expect(await as('two', bea), 'who has got her address').toBe(401);
  expect((await owner.post('/operations/users.sign-in-link', { user_id: id })).status).toBe(200);
  expect(await as('two', bea)).toBe(200);
  expect(await as('bea', bea)).toBe(401);
});

test('a response counts once, for its request, and no deactivated person signs in', async () => {
  const browser = browserOf(world);
  const [one, other] = [await start(browser), await start(browser)];
  const finish = (challenge_id: string, answer: string) =>
    browser.post('/session/sso/finish', { challenge_id, answer });
  const swapped = await finish(other.challenge_id, provider.visit(one.url));
  expect(swapped.body.error.code, 'the state of another').toBe('sso_failed');
  const answer = provider.visit(one.url);
  expect((await finish(one.challenge_id, answer)).status).toBe(200);
  expect((await finish(one.challenge_id, answer)).body.error.code).toBe('sso_failed');
  await world.app.db.query("update users set disabled_at = now() where name = 'Ada'");
  expect((await signIn()).body.error.code).toBe('sso_failed');
});

test('an incomplete configuration is rejected, and without one single sign-on is off', async () => {
  expect(() => readConfig({ CHAINTILL_SSO_ISSUER: 'https://id.example' })).toThrow(/go together/);
  const plain = await createWorld({}, { people: true, coins: [] });
  expect((await browserOf(plain).post('/session/sso')).status).toBe(404);
  expect((await browserOf(plain).request('/session/sign-in-methods')).body.data.sso).toBeNull();
  await plain.close();
});
