// Guarantees of uploaded logos: the content decides the type, and what is too large, too small, animated or damaged is
// refused with what is wrong.
import { expect, test } from 'vitest';
import type { ErrorDetail } from '../../src/core/errors.ts';
import { contentTypeOf, logoNamed, readLogo } from '../../src/projects/logo.ts';
import { jpeg, png, webp } from '../support/images.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path d="M0 0"/></svg>';

function read(content: Buffer | string) {
  const problems: ErrorDetail[] = [];
  const logo = readLogo(Buffer.from(content).toString('base64'), 'logo', problems);
  return { logo, problems: problems.map(({ code, args }) => args?.['form_code'] ?? code) };
}

test.each([
  ['image/png', png(320, 80), 320, 80],
  ['image/jpeg', jpeg(64, 48), 64, 48],
  ['image/webp', webp(100, 50), 100, 50],
  ['image/svg+xml', SVG, 256, 64],
])('%s is known by its content', (type, content, width, height) => {
  const { logo, problems } = read(content);
  expect(problems).toEqual([]);
  expect(logo).toMatchObject({ width, height });
  expect(logo && contentTypeOf(logo)).toBe(type);
  expect(logo && logoNamed(logo.name)).toMatchObject({ width, height });
});

test.each([
  ['logo_type', 'GIF89a'],
  ['logo_type', '%PDF-1.7'],
  ['logo_type', ''],
  ['logo_type', png(20, 20).subarray(0, 12)],
  ['logo_type', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['logo_pixels', png(15, 100)],
  ['logo_pixels', png(2049, 100)],
  ['logo_pixels', webp(20, 5000)],
  ['logo_still', png(100, 100, { isAnimated: true })],
  ['logo_still', webp(100, 100, { isAnimated: true })],
  ['svg_file', '<svg'],
  ['svg_part', SVG.replace('<path d="M0 0"/>', '<script/>')],
  ['bytes_must_be_less_than_or_equal', png(20, 20, { padding: 262_144 })],
])('%s', (problem, content) => {
  expect(read(content)).toEqual({ logo: null, problems: [problem] });
});

test('text that is not base64 is refused', () => {
  const problems: ErrorDetail[] = [];
  expect(readLogo('data:image/png;base64,AAAA', 'logo', problems)).toBeNull();
  expect(problems).toHaveLength(1);
});

test.each([
  'x.png',
  '../../etc/passwd',
  `${'0'.repeat(32)}-1x1.gif`,
  `${'0'.repeat(32)}-1x1.svg\n`,
])('%j names no logo', (name) => expect(logoNamed(name)).toBeNull());
