// The QR code of a payment URI: the same modules as the library draws, as one small SVG path.
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { markupOf } from '../../src/web/page-parts.ts';
import { qr } from '../../src/web/payment-request.ts';
import { PAGE_ADDRESS } from './page-views.ts';

const text = `bitcoin:${PAGE_ADDRESS}?amount=0.001895`;

test('the path paints exactly the dark modules of the code, inside a quiet zone of four', () => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const painted = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const runs = markupOf(qr(text, 'code')).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g);
  for (const [, x, y, width] of runs)
    painted[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  expect(painted).toEqual(data);
  expect(painted.slice(0, 4).flat().includes(true)).toBe(false);
});

test('the code has a text alternative, escaped', () => {
  expect(markupOf(qr(text, 'pay "1" & more'))).toContain(
    'role="img" aria-label="pay &quot;1&quot; &amp; more"',
  );
});
