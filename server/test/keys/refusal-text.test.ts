// A rejection on the signer's socket: its text, and its code for versions that know it.
import { expect, test } from 'vitest';
import { decodeRefusal, encodeRefusal, signerRefusalText } from '../../src/keys/refusal-text.ts';

const refusal = { code: 'fee_above_limit', fee: '0.0006 BTC', limit: '0.0005 BTC' } as const;

test('a rejection keeps its code and facts, and an older service shows its text', () => {
  const line = encodeRefusal(refusal);
  expect(decodeRefusal(line)).toEqual(refusal);
  expect(line.split('\n')[0]).toBe('a fee of 0.0006 BTC is above the limit of 0.0005 BTC');
});

test.each([
  ['of an older signer', 'a fee of 60000 is above 50000'],
  ['of a newer signer, with a code that is unknown here', 'too much\n{"code":"too_much"}'],
  ['of a newer signer, with a fact that is unknown here', 'too much\n{"code":"paid_twice","n":2}'],
  ['that only looks like JSON', '{"code":"paid_twice"}'],
])('a text %s is shown verbatim', (_what, line) => {
  const [text = ''] = line.split('\n');
  const decoded = decodeRefusal(line);
  expect(decoded).toEqual({ code: 'unrecognized', text });
  expect(signerRefusalText(decoded)).toBe(text);
  expect(decodeRefusal(encodeRefusal(decoded))).toEqual(decoded);
});
