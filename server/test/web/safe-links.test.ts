// Links from external data: only web addresses and wallet URIs, never a script.
import { expect, test } from 'vitest';
import { walletUri, webUrl } from '../../src/web/page-parts.ts';

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  '\\\\evil.example',
  '//evil.example',
  '/relative',
  'https://user:secret@evil.example/',
  'https://',
  '',
])('%j is not linked', (text) => {
  expect(webUrl(text)).toBeNull();
  expect(walletUri(text)).toBeNull();
});

test.each([
  ['https://shop.example/a?b=c&d=e#f', 'https://shop.example/a?b=c&d=e#f'],
  ['http://localhost:8080', 'http://localhost:8080/'],
  ['https:\\\\shop.example\\x', 'https://shop.example/x'],
  ['https://раураl.example/', 'https://xn--l-7sba6dbr.example/'],
  ['https://shop.example/"><script>', 'https://shop.example/%22%3E%3Cscript%3E'],
])('%j is linked as browsers understand it', (text, expected) => {
  expect(webUrl(text)).toBe(expected);
});

test.each([
  'bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx?amount=0.001895',
  'litecoin:QZQd1?amount=1.5',
  'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  'ethereum:0x52908400098527886E0F7030069857D2E4169EE7@5?value=0.2850781e17',
  'ripple:rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe?amount=12.271023&dt=2751702755',
  'web+stellar:pay?destination=G&memo=1&memo_type=MEMO_ID',
])('%s opens a wallet', (uri) => {
  expect(walletUri(uri)).toBe(uri);
});

test.each(['bitcoin:a b', 'bitcoin:"onclick', 'bitcoin:(x)', 'https:x', 'x'])(
  '%j opens nothing',
  (uri) => {
    expect(walletUri(uri)).toBeNull();
  },
);
