// Guarantees of documents with generated blocks.
import { expect, test } from 'vitest';
import { fillBlocks } from '../../scripts/fill-blocks.ts';

const document = 'a\n<!-- generated: x -->\nold\n<!-- end -->\nb\n';

test('a block is replaced and the prose around it stays', () => {
  const filled = fillBlocks(document, new Map([['x', 'new $& $1\n']]));
  expect(filled).toBe('a\n<!-- generated: x -->\n\nnew $& $1\n\n<!-- end -->\nb\n');
  expect(fillBlocks(filled, new Map([['x', 'new $& $1\n']]))).toBe(filled);
});

test('a name without a block and a block without a place are errors', () => {
  expect(() => fillBlocks(document, new Map())).toThrow('no generated block "x"');
  const blocks = new Map([
    ['x', ''],
    ['y', ''],
  ]);
  expect(() => fillBlocks(document, blocks)).toThrow('does not show y');
});
