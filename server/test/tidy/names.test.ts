// Package names: the documents run only our programs or packages that this repository pins, never one that an attacker
// registered under the name. Our publishable packages are in our scope.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, pathsBelow, root } from './files.ts';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly description?: string;
  readonly publishConfig?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifests = pathsBelow('')
  .filter((path) => /(^|\/)package\.json$/.test(path))
  .map((path) => ({ path, ...(JSON.parse(read(path)) as Manifest) }));
const published = manifests.filter((manifest) => manifest.private !== true);
const pinned = new Set(
  manifests.flatMap((one) => Object.keys({ ...one.dependencies, ...one.devDependencies })),
);

test('published packages are in our scope, public, with their own license and readme', () => {
  expect(published.map(({ name }) => name).sort()).toEqual([
    '@chaintill/client',
    '@chaintill/dashboard',
    '@chaintill/embedded-postgres',
    '@chaintill/server',
    '@chaintill/vendure-plugin',
  ]);
  for (const { path, license, description, publishConfig } of published) {
    expect(license, path).toBe('MIT');
    expect(description, path).toMatch(/\w/);
    expect(publishConfig, path).toEqual({ access: 'public', provenance: true });
    expect(read(join(dirname(path), 'LICENSE')), path).toBe(read('LICENSE'));
    expect(existsSync(join(root, dirname(path), 'README.md')), path).toBe(true);
  }
});

test('our packages depend on each other in exactly the current version', () => {
  const versions = new Map(
    published.map(({ name, path }) => [
      name,
      (JSON.parse(read(path)) as { version: string }).version,
    ]),
  );
  for (const { path, dependencies = {} } of published) {
    for (const [name, version] of Object.entries(dependencies))
      if (name.startsWith('@chaintill/'))
        expect(version, `${path}: ${name}`).toBe(versions.get(name));
  }
});

test('no text instructs to run or install a package that is not ours', () => {
  const ways = [
    'npx',
    'bunx',
    'pnpx',
    'npm (?:exec|x|init|create)',
    '(?:pnpm|yarn) dlx',
    'npm (?:i|install|add)',
    '(?:pnpm|yarn|bun) add',
  ];
  const reported = new RegExp(
    `\\b(?:${ways.join('|')})\\s+((?:-\\S+\\s+)*)(@?[a-z][\\w./-]*)`,
    'g',
  );
  const texts = [
    ...filesBelow('', /\.md$/),
    ...filesBelow('server/src', /\.ts$/),
    ...filesBelow('dashboard/src', /\.tsx?$/),
    ...filesBelow('deploy', /./),
  ];
  const strange = texts.flatMap(({ path, text }) =>
    [...text.matchAll(reported)]
      .map(([, , name = '']) => name)
      .filter((name) => !name.startsWith('@chaintill/') && !pinned.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(strange).toEqual([]);
});

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
