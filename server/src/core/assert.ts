// A failed assertion is a bug: the request or job ends, and nothing is stored.

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

export function defined<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new Error(`assertion failed: ${message}`);
  return value;
}
