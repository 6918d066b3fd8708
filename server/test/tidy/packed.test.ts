// A literal inside a literal of its kind only packs several entries into one line. The type check does not compare its
// properties with the expected type, so a misspelled option would go undetected.
import { expect, test } from 'vitest';
import { codeOf, filesBelow } from './files.ts';

const PACKED = /^\s*\.\.\.\{/m;

const FOLDERS = ['server/src', 'server/test', 'dashboard/src', 'dashboard/test', 'bench', 'client'];

test('an object literal names its properties one by one', () => {
  const packed = FOLDERS.flatMap((folder) => filesBelow(folder, /\.tsx?$/)).filter(({ text }) =>
    PACKED.test(codeOf(text)),
  );
  expect(packed.map(({ path }) => path)).toEqual([]);
});
