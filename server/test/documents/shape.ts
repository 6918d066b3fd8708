// The shape of an output: for JSON, the names in it; to compare two outputs.

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Null when it is not JSON. */
export function shapeOf(text: string): unknown {
  try {
    return shape(JSON.parse(text) as Json);
  } catch {
    return null;
  }
}

function shape(value: Json): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shape(value[0] as Json)];
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(
    Object.entries(value as { readonly [name: string]: Json })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, name === 'code' ? one : shape(one)]),
  );
}
