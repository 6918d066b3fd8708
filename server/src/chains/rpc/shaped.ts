// Checks that a node's response has the shape that the code relies on. Each family lists its shapes in its answers.ts.
import type { Static, TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { ChainUnavailable } from '../chain.ts';

/** The value, which must match the schema; otherwise throws ChainUnavailable. */
export function shaped<Schema extends TSchema>(
  shape: Validator<Record<string, never>, Schema>,
  value: unknown,
  what: string,
): Static<Schema> {
  if (shape.Check(value)) return value;
  throw new ChainUnavailable(`${what} has not the expected shape`);
}
