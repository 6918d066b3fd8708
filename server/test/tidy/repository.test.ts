// Rules of the repository: migrations are append-only, dependencies are pinned and explained, and the lock file is
// complete, as `npm ci` rejects an incomplete one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root } from './files.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifests = [
  'package.json',
  'server/package.json',
  'client/package.json',
  'packages/embedded-postgres/package.json',
  'packages/vendure-plugin/package.json',
  'packages/vendure-plugin/e2e/package.json',
  'dashboard/package.json',
].map((path) => JSON.parse(read(path)) as Manifest);
const dependencies = manifests.flatMap((manifest) =>
  Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  }),
);

test('every dependency is pinned exactly', () => {
  const loose = dependencies.filter(
    ([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('every dependency has its reason in the list of libraries', () => {
  const reasons = filesBelow('docs/decisions', /-libraries\.md$/)[0]?.text ?? '';
  const silent = dependencies.filter(([name]) => !reasons.includes(`\`${familyOf(name)}\``));
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('the client has no runtime dependencies', () => {
  expect(manifests[2]?.dependencies ?? {}).toEqual({});
});

test('the lock file has the packages of every platform', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Readonly<Record<string, Manifest>>;
  };
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) =>
        !(
          `node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages
        ),
    ),
  );
  expect(missing).toEqual([]);
});

const migrations = filesBelow('server/migrations', /\.sql$/);

test('every migration has its own number', () => {
  const numbers = migrations.map(({ path }) =>
    Number(/\/(\d{4})_[a-z0-9_]+\.sql$/.exec(path)?.[1]),
  );
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('a released migration stays unchanged', () => {
  // Before the first release nothing is fixed; from then on, the contents of the newest tag are.
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*').trim();
  const released =
    tag === '' ? [] : git('ls-tree', '--name-only', tag, 'server/migrations/').trim().split('\n');
  const changed = released.filter(
    (path) => migrations.find((file) => file.path === path)?.text !== git('show', `${tag}:${path}`),
  );
  expect(changed).toEqual([]);
});

/** The platforms of one program are one choice. */
function familyOf(name: string): string {
  return name.startsWith('@embedded-postgres/') ? '@embedded-postgres/*' : name;
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Empty when git is not available: a source archive has no history. */
function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : '';
}
