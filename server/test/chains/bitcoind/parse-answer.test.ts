// Amounts in the node's JSON text never become floats.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAnswer } from '../../../src/chains/bitcoind/rpc.ts';

it('every amount up to the whole supply arrives digit by digit', () => {
  const supply = 84_000_000n * 100_000_000n;
  fc.assert(
    fc.property(fc.bigInt(0n, supply), (units) => {
      const text = `${units / 100_000_000n}.${(units % 100_000_000n).toString().padStart(8, '0')}`;
      expect(parseAnswer(`{"value":${text},"n":0}`)).toEqual({ value: text, n: 0 });
    }),
  );
});

it('amounts that share one double stay apart', () => {
  const texts = [
    '83999999.99999999',
    '83999999.99999998',
    '67108864.00000001',
    '67108864.00000002',
  ];
  expect(Number(texts[0])).toBe(Number(texts[1]));
  const read = parseAnswer(`[${texts.map((text) => `{"value": ${text}}`).join(',')}]`);
  expect(read).toEqual(texts.map((value) => ({ value })));
});

it('the smallest amount is not turned into an exponent', () => {
  expect(parseAnswer('{"value" : 0.00000001}')).toEqual({ value: '0.00000001' });
});

it('text that mentions a value is unchanged', () => {
  const answer = { asm: 'x "value":1.5 y', note: '\\"value":2', list: ['value', 3], value: 'text' };
  expect(parseAnswer(JSON.stringify(answer))).toEqual(answer);
});

it('any JSON without numeric values is read as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const text = JSON.stringify(json);
      fc.pre(!/"(value|feerate|result)":-?\d/.test(text));
      expect(parseAnswer(text)).toEqual(JSON.parse(text));
    }),
  );
});

it('invalid JSON is rejected', () => {
  for (const text of ['', '<html>', '{"value":0.1', '{"value":0.1,}', '[{"value":-}]']) {
    expect(() => parseAnswer(text)).toThrow(SyntaxError);
  }
});
