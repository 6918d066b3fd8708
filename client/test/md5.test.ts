// Guarantees of the body's MD5: it matches RFC 1321 for any length.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesOf } from '../src/hmac.ts';
import { md5 } from '../src/md5.ts';

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
])('the published sum of %j (RFC 1321, A.5)', (text, sum) => {
  expect(md5(bytesOf(text))).toBe(sum);
});

test('every length around the block size has the same hash as in Node', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 151 + length) % 256);
    expect(md5(bytes)).toBe(createHash('md5').update(bytes).digest('hex'));
  }
});
