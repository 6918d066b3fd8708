// The dashboard over HTTP: its page at every address, its files, and the headers of each.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: [] });
});
afterAll(() => world.close());

const named = () => world.url.replace('127.0.0.1', 'localhost');
const send = (path: string, headers: Record<string, string> = {}, place = named()) =>
  fetch(`${place}${path}`, { headers, redirect: 'manual' });

async function assetOf(ending: string): Promise<string> {
  const page = await (await send('/dashboard/')).text();
  return new RegExp(`/dashboard/assets/[\\w-]+\\.${ending}`).exec(page)?.[0] ?? '';
}

test('the root redirects browsers to the dashboard, and returns 404 for other clients', async () => {
  const page = await send('/', { accept: 'text/html,application/xhtml+xml' });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/dashboard/']);
  const program = await send('/', { accept: '*/*' });
  expect(program.status).toBe(404);
  expect((await program.json()).error.code).toBe('not_found');
});

test('a browser at the loopback address is redirected to localhost, where sessions are valid', async () => {
  const by = (path: string, headers = {}) => send(path, headers, world.url);
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/sign-in?next=%2F']) {
    const page = await by(path);
    expect([page.status, page.headers.get('location')]).toEqual([302, `${named()}${path}`]);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('vary')).toBe('host');
  }
  const root = await by('/', { accept: 'text/html' });
  expect(root.headers.get('location')).toBe(`${named()}/dashboard/`);
});

const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
};

test.each([
  '/dashboard',
  '/dashboard/',
  '/dashboard/projects/1/invoices',
  '/dashboard/sign-in?next=%2F',
])('%s is the page, with a new nonce each time', async (path) => {
  const [first, second] = [await send(path), await send(path)];
  expect(first.status).toBe(200);
  expect(Object.fromEntries(first.headers)).toMatchObject(PAGE);
  const nonces = [first, second].map((answer) => /'nonce-([^']+)'/.exec(policyOf(answer))?.[1]);
  expect(nonces[0]).not.toBe(nonces[1]);
  const text = await first.text();
  expect(text).toContain(`nonce="${nonces[0]}"`);
  expect(text).not.toContain('NONCE-OF-THIS-ANSWER');
  expect(text).not.toMatch(/<script(?![^>]* src=)/);
  expect(
    policyOf(first)
      .replace(/'nonce-[^']+'/, 'NONCE')
      .split('; '),
  ).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' NONCE",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ]);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
])('a file is sent in an encoding that the browser accepts (%s)', async (accepted, coding) => {
  for (const ending of ['js', 'css']) {
    const path = await assetOf(ending);
    const file = await send(path, { 'accept-encoding': accepted });
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      vary: 'accept-encoding',
    });
    expect(file.headers.get('content-encoding')).toBe(coding);
    const etag = file.headers.get('etag') ?? '';
    const again = await send(path, { 'accept-encoding': accepted, 'if-none-match': etag });
    expect(again.status).toBe(304);
  }
});

test('an unknown file is not the page', async () => {
  for (const name of ['nothing.js', 'index.html', '..%2fmanifest.json', '%2e%2e/manifest.json']) {
    const file = await send(`/dashboard/assets/${name}`);
    expect(file.headers.get('content-type'), name).not.toContain('javascript');
    if (name !== '%2e%2e/manifest.json') expect(file.status, name).toBe(404);
  }
});

function policyOf(answer: Response): string {
  return answer.headers.get('content-security-policy') ?? '';
}
