// Guarantees of the published package: the output of `npm pack` is complete, works with `import` and `require`, and
// runs bundled in environments without Node modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signCallback } from '../../server/src/events/sign-callback.ts';
import { sign } from '../../server/src/http/signature.ts';

const SECRET = 'hzeRDX54BYleXGwGm2YEWR4Ony1_ZU2lSTpAuxhW1gQ';
const body = '{"type":"Invoice","event":"status_changed","data":{"id":"i","name":"Café"}}';
const folder = mkdtempSync(join(tmpdir(), 'chaintill-packed-'));
const packed = join(folder, 'node_modules/@chaintill/client');

beforeAll(() => {
  const made = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(import.meta.dirname, '..'),
  });
  const [{ filename }] = JSON.parse(made) as [{ filename: string }];
  mkdirSync(packed, { recursive: true });
  run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', packed]);
});

afterAll(() => rmSync(folder, { recursive: true }));

const checks = `
  const secret = ${JSON.stringify(SECRET)};
  const callback = await verifyCallback({ ...JSON.parse(process.argv[2]), secret });
  const signed = await signRequest({ apiKey: 'k', apiSecret: 's' }, { method: 'GET', target: '/', body: 'x', signedAt: 0 });
  console.log(callback.data.name, signed.Authorization, typeof createClient, typeof callbackRoute, typeof callbackHandler, typeof callbackPlugin);`;
const text = [
  'GET',
  createHash('md5').update('x').digest('hex'),
  'application/json',
  new Date(0).toISOString(),
  '/',
].join('\n');
const EXPECTED = `Café HMAC k:${sign('s', text)} function function function function`;

test.each([
  [
    'import',
    'receiver.mjs',
    `import { createClient, signRequest, verifyCallback } from '@chaintill/client';
     import { callbackHandler } from '@chaintill/client/express';
     import { callbackPlugin } from '@chaintill/client/fastify';
     import { callbackRoute } from '@chaintill/client/web';
     ${checks}`,
  ],
  [
    'require',
    'receiver.cjs',
    `const { createClient, signRequest, verifyCallback } = require('@chaintill/client');
     const { callbackHandler } = require('@chaintill/client/express');
     const { callbackPlugin } = require('@chaintill/client/fastify');
     const { callbackRoute } = require('@chaintill/client/web');
     (async () => { ${checks} })();`,
  ],
])('the packed client works with %s', (_way, file, text) => {
  writeFileSync(join(folder, file), text);
  expect(run(process.execPath, [join(folder, file), JSON.stringify(signedCallback())]).trim()).toBe(
    EXPECTED,
  );
});

test('the bundle runs with web APIs only', async () => {
  const entry = join(folder, 'edge.mjs');
  writeFileSync(
    entry,
    `export * from '@chaintill/client'; export { callbackRoute } from '@chaintill/client/web';`,
  );
  const lib = { entry, formats: ['iife' as const], name: 'bundle' };
  const made = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { write: false, minify: false, lib },
  });
  const [result] = made as { output: { code: string }[] }[];
  const code = result?.output[0]?.code ?? '';
  expect(code).not.toMatch(/\brequire\(|node:|\bBuffer\b|\bprocess\b/);
  const { route, createClient } = vm.runInNewContext(
    `${code}; ({ createClient: bundle.createClient, route: bundle.callbackRoute({
       secret: ${JSON.stringify(SECRET)}, onCallback: (callback) => got.push(callback.data.name) }) })`,
    { ...webGlobals, got },
  );
  const request = () => new Request('https://shop.example/callbacks', { method: 'POST', ...sent });
  const sent = signedCallback();
  expect((await route(request())).status).toBe(200);
  expect((await route(new Request(request(), { body: `${body} ` }))).status).toBe(400);
  expect(got).toEqual(['Café']);
  const fetchNothing = () => Promise.resolve(new Response('{"data":[]}'));
  const api = createClient({
    baseUrl: 'https://t',
    apiKey: 'k',
    apiSecret: 's',
    fetch: fetchNothing,
  });
  expect((await api.accounts.list()).data).toHaveLength(0);
});

test('the package has a license and a readme, and no development files', () => {
  const listed = run('tar', ['-tzf', join(folder, 'chaintill-client-0.1.0.tgz')])
    .trim()
    .split('\n');
  const names = listed.map((name) => name.replace('package/', ''));
  expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  const others = names.filter(
    (name) => !/^dist\/(commonjs\/)?[\w-]+(\.d\.ts|\.js|\.js\.map)$/.test(name),
  );
  expect(others.sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/commonjs/package.json',
    'package.json',
  ]);
  const manifest = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: '@chaintill/client',
    publishConfig: { provenance: true },
  });
});

const got: string[] = [];
const webGlobals = {
  AbortSignal,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  setTimeout,
  Uint8Array,
};

function signedCallback() {
  const secrets = { current: SECRET, previous: null };
  return { body, headers: { ...signCallback({ id: 'evt-1', sentAt: Date.now(), body }, secrets) } };
}

function run(program: string, args: readonly string[], options: { cwd?: string } = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}
