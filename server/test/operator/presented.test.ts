// Outputs of handlers in the shape of the contract: times as text, only the described columns.
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { nullable, row, rows } from '../../src/contract/schema.ts';
import { presented } from '../../src/operator/present.ts';

const AT = new Date('2026-11-29T06:00:00Z');
const Item = row({ id: Type.String(), at: nullable(Type.String()) });

test('times become text and columns that are not described are dropped, at every depth', () => {
  const item = { id: 'a', at: AT, sealed: 'secret' };
  const shown = { id: 'a', at: '2026-11-29T06:00:00.000Z' };
  expect(presented(Item, item)).toEqual(shown);
  expect(presented(rows({ id: Type.String(), at: Type.String() }), [item])).toEqual([shown]);
  expect(presented(row({ of: nullable(Item) }), { of: item, more: 1 })).toEqual({ of: shown });
  expect(presented(nullable(Item), null)).toBeNull();
  expect(presented(Item, { id: 'b', at: null })).toEqual({ id: 'b', at: null });
});

test('an alternative of a union keeps its own columns', () => {
  const Either = Type.Union([row({ code: Type.String() }), row({ count: Type.Integer() })]);
  expect(presented(Either, { count: 2 })).toEqual({ count: 2 });
});
