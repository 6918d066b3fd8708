// Guarantees of every command in the documents, typed here or not: the command line has it with these options and
// arguments, and a command that is not typed here has a reason and another test.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../tidy/files.ts';
import { callsIn, wrongIn } from './commands-in.ts';
import { list } from './elsewhere.ts';
import { blocks } from './fences.ts';

test('every command of a document is one of the command line, with its options', () => {
  const calls = blocks.flatMap(({ place, typed }) =>
    typed.flatMap(({ command }) => callsIn(command).map((call) => ({ place, call }))),
  );
  expect(calls.length).toBeGreaterThan(100);
  const wrong = calls
    .map(({ place, call }) => ({ place, wrong: wrongIn(call) }))
    .filter((one) => one.wrong !== null);
  expect(wrong).toEqual([]);
});

test.each([
  ['invoices praise 0199', 'no command'],
  ['invoices preview --soon 0199', 'no option --soon'],
  ['invoices preview 0199 0199', 'too many words'],
])('%s is detected as wrong', (call, what) => {
  expect(wrongIn(call)).toContain(what);
});

test('commands tested elsewhere are in a document, and their tests exist', () => {
  const idle = list.filter(
    ({ path, has }) =>
      !blocks.some((block) => {
        const text = block.typed.map(({ command }) => command).join('\n');
        return block.path === path && has.test(text);
      }),
  );
  expect(idle).toEqual([]);
  const missing = list
    .flatMap(({ tried }) => tried)
    .filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});
