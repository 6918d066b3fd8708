// Guarantees of text for terminals: it has no control sequences, JSON keeps its values, and plain text is unchanged.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terminalData, terminalLine, terminalText } from '../../src/core/terminal-text.ts';
import { obeyed } from '../support/obeyed.ts';

test('a cursor movement, a color, a title and a link are shown as text', () => {
  expect(terminalText('a\u001b[1A\u001b[2Kb')).toBe('a\\u001b[1A\\u001b[2Kb');
  expect(terminalText('\u001b]0;title\u0007')).toBe('\\u001b]0;title\\u0007');
  expect(terminalText('\u009b31m')).toBe('\\u009b31m');
  expect(terminalText('1.48\r0.00')).toBe('1.48\\u000d0.00');
});

test('text that would be shown in another order is escaped', () => {
  expect(terminalText('\u202e100\u202c')).toBe('\\u202e100\\u202c');
  expect(terminalText('\ud800')).toBe('\\ud800');
});

test('tabs, line feeds and other languages are unchanged', () => {
  const text = 'Größe\t東京 😀 👩‍👩‍👧\nשלום مرحبا';
  expect(terminalText(text)).toBe(text);
});

test('a line stays one line', () => {
  expect(terminalLine('a\nb')).toBe('a\\nb');
});

test('data keeps its form, and its strings become single lines', () => {
  const at = new Date(0);
  const data = { a: ['x\ny', 1, null], b: { c: '\u001b' }, at };
  expect(terminalData(data)).toEqual({ a: ['x\\ny', 1, null], b: { c: '\\u001b' }, at });
});

test('no text keeps a control sequence, and JSON keeps its values', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(terminalText(text)).not.toMatch(obeyed);
      expect(terminalLine(text)).not.toContain('\n');
      expect(JSON.parse(terminalText(JSON.stringify({ text }, null, 2)))).toEqual({ text });
    }),
  );
});
