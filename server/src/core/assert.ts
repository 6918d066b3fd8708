// Assertions for what cannot be. A failed one is a bug: the request or job ends, nothing is stored.

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** The value, which must be there. */
export function defined<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new Error(`assertion failed: ${message}`);
  return value;
}
