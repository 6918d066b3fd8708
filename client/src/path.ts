// Inserts IDs into paths. A template tag, so that no value reaches a path unescaped.

/** `` path`/api/invoices/${id}` `` with every value percent-encoded as one segment. */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return texts.reduce((whole, text, n) => whole + segment(values[n - 1]) + text);
}

/** An empty segment would name another operation, and so would `..`, which URLs resolve. */
function segment(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(`not an id: ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}
