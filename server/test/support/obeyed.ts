// Characters that must not reach a terminal: control characters except tab and line ends, characters that reorder text,
// and unpaired surrogates. Built from Unicode categories, independent of the product's own list.
export const obeyed =
  /(?![\t\n])(?!\r\n)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029\uFEFF]|\p{Surrogate}/u;

/** Texts that move the cursor, recolor, retitle, reorder or add lines. None contains NUL, which PostgreSQL rejects. */
export const hostileTexts = [
  '\u001b[1A\u001b[2K0.0015 BTC',
  '\u001b]0;owned\u0007',
  '\u009b31mred',
  '\u202e100\u202c',
  '\u2066x\u2069',
  'a\rb',
  'a\nPAID 1.00',
  '\u0007\b\u007f',
];
