// The header `Chaintill-Ignored`: names of query parameters and body fields that no operation reads, which existing
// programs send and which may be misspelt (wire.md 1.2). Used by serve.ts.

export const IGNORED_HEADER = 'chaintill-ignored';
const NAMES_MAX = 20;
const NAME_LENGTH_MAX = 60;

/** Percent-encoded, comma-separated; of many or long names the beginning. */
export function ignoredHeader(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, NAMES_MAX).map(shownName);
  return [...shown, ...(names.size > NAMES_MAX ? ['...'] : [])].join(', ');
}

function shownName(name: string): string {
  // Through UTF-8, as half of a surrogate pair cannot be encoded.
  return encodeURIComponent(Buffer.from(name.slice(0, NAME_LENGTH_MAX)).toString());
}
