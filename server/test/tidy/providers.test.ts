// Sources of prices or risks are discovered by their files, so nothing else would detect a missing test, or a copy that
// kept the name of the original, with which it would share one vote (rates/agree-price.ts).
import { expect, test } from 'vitest';
import { filesBelow, pathsBelow } from './files.ts';

const tests = new Set(pathsBelow('server/test'));
const providers = ['rates', 'risk'].flatMap((area) =>
  filesBelow(`server/src/${area}/providers`, /\.ts$/),
);

test('every source has a test next to those of the others', () => {
  const wanted = providers.map(({ path }) =>
    path.replace('server/src/', 'server/test/').replace(/\.ts$/, '.test.ts'),
  );
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((path) => !tests.has(path))).toEqual([]);
});

test('every source is named after its file, with underscores', () => {
  const misnamed = providers.filter(({ path, text }) => {
    const name = path.split('/').at(-1)?.replace(/\.ts$/, '').replaceAll('-', '_');
    return !text.includes(`name: '${name}'`);
  });
  expect(misnamed.map(({ path }) => path)).toEqual([]);
});
