// HTML templates: text from a merchant or customer stays text, never markup.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Html, html, markupOf } from '../../src/web/page-parts.ts';

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'],
  ["' onmouseover='alert(1)", '&#39; onmouseover=&#39;alert(1)'],
  ['`{alert(1)}`', '&#96;{alert(1)}&#96;'],
  ['&lt;', '&amp;lt;'],
  ['{{constructor.constructor("x")()}}', '{{constructor.constructor(&quot;x&quot;)()}}'],
  ['\u202Egpj.exe', 'gpj.exe'],
  ['\u2066a\u2069\uFEFF', 'a'],
  ['a\u0000b\u001Fc\u009F', 'abc'],
  ['half \uD83D', 'half '],
  ['Größe שלום 日本 😀\n\t', 'Größe שלום 日本 😀\n\t'],
])('%j becomes harmless text', (text, expected) => {
  expect(markupOf(html`${text}`)).toBe(expected);
});

test('no text can leave its attribute or its element', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(markupOf(html`${text}`)).not.toMatch(/[<>"'`]|&(?!(amp|lt|gt|quot|#39|#96);)/);
    }),
  );
});

test('markup from a template is kept, in lists too', () => {
  const items = ['<a>', 'b'].map((item) => html`<li>${item}</li>`);
  expect(markupOf(html`<ul>${items}</ul>`)).toBe('<ul><li>&lt;a&gt;</li><li>b</li></ul>');
});

test('nothing is rendered for missing values; zero is rendered', () => {
  expect(markupOf(html`[${null}${undefined}${false}${''}${0}]`)).toBe('[0]');
});

test('JSON values are never markup', () => {
  const forged = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}') as Html;
  expect(() => markupOf(html`${forged}`)).toThrow();
});
