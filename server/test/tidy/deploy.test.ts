// Tests `deploy/`: it names no variable, path, port or limit that the service lacks, and its example of variables is a
// valid configuration.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, variables } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { filesBelow, root } from './files.ts';

const files = filesBelow('deploy', /./);
const textOf = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const units = ['chaintill.service', 'chaintill-signer.service'].map(textOf);
const migration = textOf('chaintill-migrate.service');
const backup = textOf('chaintill-backup.service');

test('every variable that is set is one of the configuration', () => {
  const names = new Set([
    ...variables.map(({ name }) => name),
    'NODE_ENV',
    'HOME',
    'BACKUP_OPTIONS',
    // For the build of the image, and for psql.
    'BASE',
    'ON_ERROR_STOP',
    // Of glibc.
    'MALLOC_ARENA_MAX',
    'MALLOC_TRIM_THRESHOLD_',
  ]);
  const set = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b([A-Z][A-Z_]{3,})=/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(set.length).toBeGreaterThan(10);
  // The files of other programs are tested with those programs, in server/test/ha.
  const ours = set.filter(({ name }) => !name.startsWith('ETCD_'));
  expect(ours.filter(({ name }) => !names.has(name))).toEqual([]);
});

test.each([
  [
    'the file names another',
    'CHAINTILL_DATA_DIR=/var/lib/chaintill/live\n',
    '/var/lib/chaintill/live',
  ],
  ['the file names none', 'PORT=8080\n', '/var/lib/chaintill'],
  ['there is no file', null, '/var/lib/chaintill'],
])("the command line works on the service's folder: %s", (_case, variables, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  try {
    const at = (name: string) => join(folder, name);
    const { username } = userInfo();
    writeFileSync(at('tell.js'), 'process.stdout.write(process.env.CHAINTILL_DATA_DIR)');
    if (variables !== null) writeFileSync(at('env'), variables);
    const command = textOf('chaintill')
      .replace('/etc/chaintill/chaintill.env', at('env'))
      .replace('/opt/chaintill/server/bin/chaintill.js', at('tell.js'))
      .replaceAll('/usr/bin/node', process.execPath);
    // The service's user has this name.
    writeFileSync(at(username), command, { mode: 0o755 });
    const environment = { PATH: process.env['PATH'] };
    expect(execFileSync(at(username), ['doctor'], { env: environment }).toString()).toBe(expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every named path of the checkout exists', () => {
  const named = files.flatMap(({ text }) => [
    ...[...text.matchAll(/\/opt\/chaintill\/([\w./-]+)/g)].map(([, path = '']) => path),
    ...[...text.matchAll(/^ExecStart=\S+ (?!-)(\S+)/gm)].map(([, path = '']) => path),
    ...[...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' ')),
  ]);
  expect(named).toContain('server/bin/chaintill.js');
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each([
  ['sandbox', /^([A-Z_]+)=(.*)$/],
  ['live', /^#?(?!CHAINTILL_(?:BACKUP|WAL))([A-Z_]+)=(.*)$/],
  ['live', /^#?(?!DATABASE_URL)([A-Z_]+)=(.*)$/],
] as const)('the example of variables is accepted for the %s: %s', (mode, wanted) => {
  const lines = textOf('chaintill.env.example').split('\n');
  const set = lines.flatMap((line) => {
    const [, name, value] = wanted.exec(line) ?? [];
    return name === undefined ? [] : [[name, defined(value, 'a value')] as const];
  });
  expect(readConfig(Object.fromEntries(set))).toMatchObject({
    mode,
    publicUrl: 'https://till.example',
    trustedProxies: ['127.0.0.1'],
  });
});

test('the nightly backup is verified before older ones are deleted, in a folder that the package creates', () => {
  const [, command = ''] = defined(/^ExecStart=(.*)$/m.exec(backup), 'a command');
  expect(command).toMatch(/backup create --to \/var\/backups\/chaintill --verify --keep \d+/);
  const [, folder = ''] = defined(/^ReadWritePaths=(.*)$/m.exec(backup), 'a folder');
  expect(textOf('debian/postinst')).toContain(
    `install -d -m 0700 -o chaintill -g chaintill ${folder}`,
  );
});

test("the proxy and the image use the service's port", () => {
  const port = readConfig({}).port;
  expect(textOf('nginx.conf')).toContain(`server 127.0.0.1:${port};`);
  expect(textOf('Containerfile')).toContain(`EXPOSE ${port}\n`);
  expect(textOf('Containerfile')).toContain(`http://127.0.0.1:${port}/health/live`);
});

test('the proxy forwards targets unchanged, and trusts no client about its address', () => {
  const text = textOf('nginx.conf');
  // With a path after the name, nginx would forward a decoded and normalized target, which does not match the
  // signature.
  expect(text.match(/proxy_pass .*/g)).toEqual(['proxy_pass http://chaintill;']);
  expect(text).toContain('X-Forwarded-For $remote_addr;');
});

test('the service rejects a body that is too large, in the documented form', () => {
  const limit = defined(/client_max_body_size (\d+)m;/.exec(textOf('nginx.conf'))?.[1], 'a limit');
  expect(Number(limit) * 1_000_000).toBeGreaterThan(readConfig({}).bodyBytesMax);
});

test('core dumps are disabled, and files are private', () => {
  for (const unit of [...units, migration, backup]) {
    expect(unit).toMatch(/^LimitCORE=0$/m);
    expect(unit).toMatch(/^UMask=0077$/m);
  }
});

test('the proxy repeats only requests that no service received', () => {
  expect(textOf('nginx.conf').match(/proxy_next_upstream.*/g)).toEqual([
    'proxy_next_upstream error;',
  ]);
});

test("only the migration unit has the owner's URL, and it runs before the service", () => {
  for (const text of [...units, backup, textOf('chaintill.env.example').replace(/^#.*/gm, '')])
    expect(text).not.toMatch(/owner\.env|DATABASE_OWNER_URL/);
  expect(migration).toContain('EnvironmentFile=/etc/chaintill/owner.env\n');
  expect(migration).toContain('Before=chaintill.service\n');
  expect(units[0]).toMatch(/^Wants=.*chaintill-migrate\.service$/m);
});

test('both units allow the time for a shutdown, and the service requires its database', () => {
  for (const unit of units) expect(unit).toMatch(/^TimeoutStopSec=1[1-9]$/m);
  expect(units[0]).toContain('KillMode=process\n');
});

test("compose and chart set known variables, and check the service's port and health", () => {
  const names = new Set(variables.map(({ name }) => name));
  const compose = textOf('compose/compose.yaml');
  const values = textOf('helm/chaintill/values.yaml');
  const set = [compose, values].flatMap((text) =>
    [...text.matchAll(/^ +((?:CHAINTILL|DATABASE)_[A-Z_]+):/gm)].map(([, name = '']) => name),
  );
  // The values that compose sets for the proxy.
  const own = new Set(['CHAINTILL_HOST']);
  expect(set.length).toBeGreaterThan(8);
  expect(set.filter((name) => !names.has(name) && !own.has(name))).toEqual([]);
  const deployment = textOf('helm/chaintill/templates/deployment.yaml');
  const port = readConfig({}).port;
  expect(deployment).toContain(`containerPort: ${port} }`);
  expect(textOf('compose/Caddyfile')).toContain(`reverse_proxy chaintill:${port}\n`);
  for (const path of ['/health/live', '/health/serving']) expect(deployment).toContain(path);
});

test("only the migration has the owner's URL, in compose and on Kubernetes", () => {
  const compose = textOf('compose/compose.yaml');
  const service = /\n {2}chaintill:\n([\s\S]*?)\n {2}caddy:/.exec(compose)?.[1];
  expect(service).toContain('DATABASE_URL');
  expect(service).not.toContain('OWNER');
  const [first = '', pod = ''] = textOf('helm/chaintill/templates/deployment.yaml').split(
    '\n      containers:\n',
  );
  expect(first).toContain('.Values.ownerSecret');
  expect(pod).toContain('args: [chaintill, serve]');
  expect(pod).not.toContain('ownerSecret');
});

test('the chart stops all old pods before a new release migrates', () => {
  const templates = files.filter(({ path }) => path.includes('helm/chaintill/templates/'));
  expect(templates.map(({ text }) => text).join('\n')).not.toMatch(/helm\.sh\/hook|rollingUpdate/);
  const deployment = textOf('helm/chaintill/templates/deployment.yaml');
  expect(deployment).toContain('strategy: { type: Recreate }');
  const [migrates, serves] = ['migrate', 'serve'].map((word) =>
    deployment.indexOf(`args: [chaintill, ${word}]`),
  );
  expect(migrates).toBeGreaterThan(0);
  expect(serves).toBeGreaterThan(migrates ?? 0);
});

test('a package of Debian removes neither data nor keys nor configuration', () => {
  for (const name of ['postinst', 'prerm', 'postrm']) {
    const commands = textOf(`debian/${name}`).replace(/^ *#.*/gm, '');
    expect(commands).not.toMatch(/\brm\b|deluser|userdel|systemctl (start|enable)/);
  }
});
