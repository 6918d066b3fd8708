// Files of pages are compressed at their first use, or before it while the service starts.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { codedFile, loadAssets, prepareAssets } from '../../src/web/assets.ts';

const TYPE = 'text/css; charset=utf-8';
const text = 'a { color: red }\n'.repeat(100);

function decoded(file: ReturnType<typeof codedFile>): string[] {
  const bodies = file.bodies();
  return [
    `${brotliDecompressSync(defined(bodies.get('br'), 'brotli'))}`,
    `${gunzipSync(defined(bodies.get('gzip'), 'gzip'))}`,
    `${bodies.get('identity')}`,
  ];
}

test('a file has the same content in each coding, whether or not it was prepared', async () => {
  const prepared = codedFile(text, TYPE);
  await prepared.prepare();
  const late = codedFile(text, TYPE);
  for (const file of [prepared, late]) expect(decoded(file)).toEqual([text, text, text]);
  expect(prepared.bodies()).toEqual(late.bodies());
  expect(prepared.version).toBe(late.version);
  expect(late.bodies()).toBe(late.bodies());
});

test('a file that is used while it is prepared is complete', async () => {
  const file = codedFile(text, TYPE);
  const preparing = file.prepare();
  const used = file.bodies();
  expect(decoded(file)).toEqual([text, text, text]);
  await preparing;
  expect(file.bodies()).toBe(used);
});

test('small files are not compressed', async () => {
  const file = codedFile('a {}', TYPE);
  await file.prepare();
  expect([...file.bodies().keys()]).toEqual(['identity']);
});

test('the files of pages are read once, and all can be prepared', async () => {
  await prepareAssets();
  expect(loadAssets()).toBe(loadAssets());
  const script = defined(loadAssets().get('payment-page.js'), 'a script');
  expect(script.bodies().has('br')).toBe(true);
});
