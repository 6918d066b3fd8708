// Every export is used elsewhere: one without an import is either dead or should be private.
import { expect, test } from 'vitest';
import { codeOf, sources } from './files.ts';

const exported = sources(
  'server/src',
  'client/src',
  'packages/embedded-postgres/src',
  'packages/vendure-plugin/src',
);
const readers = [...sources('server', 'client', 'packages', 'bench', 'scripts', 'site')].map(
  (file) => ({
    path: file.path,
    words: identifiersIn(codeOf(file.text)),
  }),
);

const VALUE = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
const TYPE = /^export (?:interface|type) (\w+)/gm;

test('every exported value is used by another file', () => {
  expect(unused(VALUE)).toEqual([]);
});

test('every exported type is used by another file, or in its own', () => {
  expect(unused(TYPE, (text, name) => text.split(new RegExp(`\\b${name}\\b`)).length > 2)).toEqual(
    [],
  );
});

function unused(pattern: RegExp, isExcused = (_text: string, _name: string) => false): string[] {
  return exported.flatMap(({ path, text }) => {
    const code = codeOf(text);
    const names = [...code.matchAll(pattern)].map(([, name = '']) => name).filter(isNotGathered);
    const idle = names.filter(
      (name) =>
        !readers.some((reader) => reader.path !== path && reader.words.has(name)) &&
        !isExcused(code, name),
    );
    return idle.map((name) => `${path} ${name}`);
  });
}

/** docs/statuses.md is generated from every table of statuses, whatever its name. */
function isNotGathered(name: string): boolean {
  return !name.endsWith('Statuses');
}

function identifiersIn(code: string): ReadonlySet<string> {
  return new Set(code.match(/\w+/g));
}
