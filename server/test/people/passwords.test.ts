// Guarantees of passwords and one-time codes: weak passwords are rejected, a live instance also requires a code, each
// code works once, attempts are limited, an attacker can't lock out the owner, and responses don't reveal whether a
// name exists.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wallNow } from '../../src/core/clock.ts';
import { isBreached } from '../../src/people/passwords.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  type Answer,
  agedStepUp,
  type Browser,
  browserOf,
  personIn,
  thinkLive,
} from './support.ts';

const GOOD = 'copper lantern under the ferry';
let sandbox: World;
let live: World;
beforeAll(async () => {
  const published = 'battery horse staple correct';
  const hashes = [published, ...Array.from({ length: 500 }, (_, n) => `${n}`)].map(sha1).sort();
  const file = join(mkdtempSync(join(tmpdir(), 'chaintill-')), 'published');
  writeFileSync(file, hashes.map((hash, n) => `${hash}:${n}\r\n`).join(''));
  sandbox = await createWorld(
    { CHAINTILL_BREACHED_PASSWORDS_FILE: file },
    { people: true, coins: [] },
  );
  live = await createWorld({}, { people: true, coins: [] });
  thinkLive(live);
});
afterAll(async () => {
  await sandbox.close();
  await live.close();
});

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const codeOf = ({ body }: Answer) => body.error?.code;
const signIn = (browser: Browser, email: string, password: string, code?: string) =>
  browser.post('/session/password', { email, password, ...(code !== undefined && { code }) });

/** `step` counts periods of 30 seconds from now. */
function codes(uri: string, step = 0): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return new TOTP({ secret }).generate({ timestamp: wallNow() + step * 30_000 });
}

/** A person with a password and codes. `uri` generates the codes; those of two steps ago and earlier are used up. */
async function withCodes(world: World, name: string, email: string) {
  const browser = await personIn(world, { name, email, role: 'owner' });
  expect((await browser.post('/me/password', { password: GOOD })).status).toBe(200);
  const { challenge_id, uri, qr_svg, secret } = (await browser.post('/me/totp/options')).body.data;
  expect(codeOf(await browser.post('/me/totp', { challenge_id, code: '000' }))).toBe('wrong_code');
  const added = await browser.post('/me/totp', { challenge_id, code: codes(uri) });
  const recovery: string[] = added.body.data.recovery_codes;
  await clearSteps(world, browser.userId);
  return { browser, uri, qr_svg, secret, recovery };
}

const clearSteps = (world: World, userId: string) =>
  world.app.db.query('update totp_secrets set last_step = 0 where user_id = $1', [userId]);

test('a password is long, hard to guess, without the name, and was published nowhere', async () => {
  const ada = await personIn(sandbox, { name: 'Ada Klein', email: 'ada.klein@shop.example' });
  const problems = async (password: string) =>
    (await ada.post('/me/password', { password })).body.error.details.map(
      ({ code }: { code: string }) => code,
    );
  expect(await problems('Zq9!x')).toContain('length_must_be_greater_than_or_equal');
  expect(await problems('Password2026!')).toEqual(['too_weak']);
  expect(await problems('under the KLEIN ferry lantern')).toEqual(['has_your_name']);
  expect(await problems('battery horse staple correct')).toEqual(['was_published']);
  expect((await ada.post('/me/password', { password: GOOD })).status).toBe(200);
  const [line] = await sandbox.app.db.query<{ input: object }>(
    "select input from journal where operation = 'me.set-password' order by id desc limit 1",
  );
  expect(line?.input, 'no password in the journal').toEqual({});
});

test('other requests are answered while a slow password is estimated', async () => {
  const ada = await personIn(sandbox, { name: 'Slow Setter', email: 'one@shop.example' });
  const bea = await personIn(sandbox, { name: 'Quick Reader', email: 'two@shop.example' });
  const password = '4@83(6901!|70$5+7%2'.repeat(4).slice(0, 64);
  const order: string[] = [];
  const set = ada.post('/me/password', { password }).then(({ status }) => {
    order.push('set');
    return status;
  });
  for (let n = 0; n < 3; n += 1) {
    expect((await bea.request('/me')).status).toBe(200);
    order.push('asked');
  }
  expect([200, 422]).toContain(await set);
  expect(order).toEqual(['asked', 'asked', 'asked', 'set']);
});

test('a time zone of 64 letters is parsed quickly, whatever it ends with', async () => {
  const ada = await personIn(sandbox, { name: 'Zone Setter', email: 'three@shop.example' });
  const set = async (time_zone: string) => (await ada.post('/me', { time_zone })).status;
  expect(await set(`${'a'.repeat(63)}!`)).toBe(422);
  expect(await set(`${'a_'.repeat(31)}/`)).toBe(422);
  for (const zone of ['UTC', 'EST5EDT', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])
    expect([zone, await set(zone)]).toEqual([zone, 200]);
});

test('a list of published passwords is looked up from its first line to its last', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'chaintill-')), 'list');
  for (const [count, end] of [
    [1, '\n'],
    [2, ''],
    [257, '\r\n'],
  ] as const) {
    const words = Array.from({ length: count }, () => randomBytes(5).toString('hex'));
    const lines = words.map(sha1).sort();
    writeFileSync(file, lines.map((hash) => `${hash}:${count}`).join(end || '\n') + end);
    for (const word of words) expect(await isBreached(file, word), word).toBe(true);
    for (const word of ['a', 'b', 'c', 'd']) expect(await isBreached(file, word)).toBe(false);
  }
  writeFileSync(file, '');
  expect(await isBreached(file, 'a')).toBe(false);
});

test('in the sandbox a password suffices, unless codes are set up', async () => {
  const bea = await personIn(sandbox, { name: 'Bea', email: 'bea@shop.example' });
  await bea.post('/me/password', { password: GOOD });
  const browser = browserOf(sandbox);
  expect((await signIn(browser, 'BEA@shop.example', GOOD)).status).toBe(200);
  expect((await browser.request('/me')).body.data.session.proved_by).toBe('password');
  await withCodes(sandbox, 'Carl', 'carl@shop.example');
  expect(codeOf(await signIn(browserOf(sandbox), 'carl', GOOD))).toBe('otp_required');
});

test('live, a password alone signs no one in, and a link sets up both', async () => {
  const dan = await personIn(live, { name: 'Dan', email: 'dan@shop.example', role: 'owner' });
  await dan.post('/me/password', { password: GOOD });
  expect(codeOf(await signIn(browserOf(live), 'dan', GOOD))).toBe('wrong_credentials');
  expect((await dan.request('/me')).body.data.must_set_up).toBe(true);
  const { browser, uri, qr_svg } = await withCodes(live, 'Dora', 'dora@shop.example');
  expect(qr_svg).toMatch(/^<svg /);
  expect((await browser.request('/me')).body.data).toMatchObject({
    must_set_up: false,
    session: { proved_by: 'password_and_code' },
    user: { has_totp: true, has_password: true, recovery_codes: 10 },
  });
  const other = browserOf(live);
  expect((await signIn(other, 'dora', GOOD, codes(uri))).status).toBe(200);
  expect((await other.request('/operations/users.list')).status).toBe(200);
  for (const path of ['/me/totp/remove', '/me/password/remove'])
    expect(codeOf(await other.post(path))).toBe('last_sign_in_method');
});

test('a code of the previous or next step is accepted, others are not, and none twice', async () => {
  const { browser, uri } = await withCodes(live, 'Eva', 'eva@shop.example');
  const attempt = (code: string) => signIn(browserOf(live), 'eva@shop.example', GOOD, code);
  for (const far of [-3, 3])
    expect(codeOf(await attempt(codes(uri, far)))).toBe('wrong_credentials');
  const now = codes(uri);
  const same = await Promise.all([attempt(now), attempt(now), attempt(now)]);
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(codeOf(await attempt(codes(uri, -1))), 'an older one').toBe('wrong_credentials');
  expect((await attempt(codes(uri, 1))).status).toBe(200);
  await agedStepUp(live, browser.userId);
  const stepUp = (code: string) => browser.post('/session/step-up', { password: GOOD, code });
  expect(codeOf(await stepUp(codes(uri, 1))), 'used to come in').toBe('wrong_credentials');
  await clearSteps(live, browser.userId);
  const before = browser.jar.get('chaintill_session');
  expect((await stepUp(codes(uri))).status).toBe(200);
  expect(browser.jar.get('chaintill_session')).not.toBe(before);
});

test('a recovery code replaces a code once, and new ones invalidate the old', async () => {
  const { browser, recovery } = await withCodes(live, 'Finn', 'finn@shop.example');
  const [first = '', second = '', third = ''] = recovery;
  expect(new Set(recovery).size).toBe(10);
  const attempt = (code: string) => signIn(browserOf(live), 'finn', GOOD, code);
  const both = await Promise.all([
    attempt(first),
    attempt(first.toUpperCase().replaceAll('-', ' ')),
  ]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(codeOf(await signIn(browserOf(live), 'finn', 'wrong', second))).toBe('wrong_credentials');
  expect((await attempt(second)).status, 'a wrong password uses none up').toBe(200);
  expect((await browser.request('/me')).body.data.user.recovery_codes).toBe(8);
  expect((await browser.post('/me/recovery-codes')).body.data.recovery_codes).toHaveLength(10);
  expect(codeOf(await attempt(third))).toBe('wrong_credentials');
});

test('guessing stops after ten attempts, and the target can still sign in', async () => {
  const { uri, browser: owner } = await withCodes(live, 'Gina', 'gina@shop.example');
  const known = browserOf(live);
  expect((await signIn(known, 'gina', GOOD, codes(uri))).status).toBe(200);
  for (let n = 0; n < 10; n++)
    expect(codeOf(await signIn(browserOf(live), 'gina', `guess ${n}`))).toBe('wrong_credentials');
  const stopped = await signIn(browserOf(live), ' GINA ', GOOD, codes(uri, 1));
  expect(codeOf(stopped), 'even with what is right').toBe('too_many_tries');
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3000);
  await known.request('/session', { method: 'DELETE' });
  expect((await signIn(known, 'gina', GOOD, codes(uri, 1))).status, 'a browser of hers').toBe(200);
  await clearSteps(live, owner.userId);
  await agedStepUp(live, owner.userId);
  const proof = { password: GOOD, code: codes(uri) };
  expect((await owner.post('/session/step-up', proof)).status, 'a session of hers').toBe(200);
  const thief = browserOf(live);
  thief.jar.set('chaintill_browser', known.jar.get('chaintill_browser') ?? '');
  thief.cookie = `chaintill_browser=${thief.jar.get('chaintill_browser')}`;
  expect(codeOf(await signIn(thief, 'eva', 'guess')), 'of no use elsewhere').toBe(
    'wrong_credentials',
  );
  await live.app.db.query("update sign_in_tries set ends_at = now() - interval '1 second'");
  expect(codeOf(await signIn(browserOf(live), 'gina', GOOD))).toBe('otp_required');
});

test('nor are they locked out of the browser where they set their password by a link', async () => {
  const { uri, browser } = await withCodes(live, 'Hugo', 'hugo@shop.example');
  for (let n = 0; n < 10; n++) await signIn(browserOf(live), 'hugo', `guess ${n}`);
  expect(codeOf(await signIn(browserOf(live), 'hugo', GOOD))).toBe('too_many_tries');
  await browser.request('/session', { method: 'DELETE' });
  await clearSteps(live, browser.userId);
  expect((await signIn(browser, 'hugo', GOOD, codes(uri))).status).toBe(200);
});

test('an address has its own limit, and known browsers there continue', async () => {
  const world = await createWorld({}, { people: true, coins: [] });
  const owner = await personIn(world, { name: 'Nora', email: 'nora@shop.example' });
  await owner.post('/me/password', { password: GOOD });
  const known = browserOf(world);
  expect((await signIn(known, 'nora', GOOD)).status).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 55 }, (_, n) => signIn(browserOf(world), `user ${n}`, 'guess')),
  );
  expect(answers.filter((answer) => codeOf(answer) === 'too_many_tries')).toHaveLength(6);
  expect((await signIn(known, 'nora', GOOD)).status).toBe(200);
  await world.close();
});

test('unknown people, missing and wrong passwords get the same response', async () => {
  await personIn(live, { name: 'Ida', email: 'ida@shop.example' });
  await withCodes(live, 'Jan', 'jan@shop.example');
  const out = await personIn(live, { name: 'Karl', email: 'karl@shop.example' });
  await out.post('/me/password', { password: GOOD });
  await live.app.db.query('update users set disabled_at = now() where id = $1', [out.userId]);
  const answers = [];
  for (const [login, password] of [
    ['nobody@shop.example', GOOD],
    ['ida@shop.example', GOOD],
    ['jan@shop.example', 'wrong'],
    ['karl@shop.example', GOOD],
  ] as const) {
    const { status, body, headers } = await signIn(browserOf(live), login, password);
    const names = [...headers.keys()].sort().join();
    answers.push(JSON.stringify([status, body.error, names]));
  }
  expect(new Set(answers).size).toBe(1);
});

test('a new password ends the other sessions', async () => {
  const one = await personIn(sandbox, { name: 'Lea', email: 'lea@shop.example' });
  await one.post('/me/password', { password: GOOD });
  const other = browserOf(sandbox);
  await signIn(other, 'lea', GOOD);
  expect((await one.post('/me/password', { password: `${GOOD} again` })).status).toBe(200);
  expect((await other.request('/me')).status).toBe(401);
  expect((await one.request('/me')).status).toBe(200);
});

test('stored data would sign no one in', async () => {
  const { secret, recovery, browser } = await withCodes(live, 'Mia', 'mia@shop.example');
  const tables = ['passwords', 'totp_secrets', 'recovery_codes', 'known_browsers', 'sessions'];
  for (const table of [...tables, 'sign_in_challenges', 'journal', 'journal_results']) {
    const [{ text }] = (await live.database.owner.query<{ text: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
    )) as [{ text: string }];
    for (const word of [
      GOOD,
      secret,
      recovery[0] ?? '',
      browser.jar.get('chaintill_session') ?? '',
    ])
      expect(text.includes(word), `${table} ${word}`).toBe(false);
  }
});
