// What a link to a screen carries, its filters, stays text: the router's own reader would take `0.10` for a number.
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

export const searchAsText = {
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
};

/** Of the given names those that are there; anything else is dropped, so that a mangled link still opens the list. */
export function textSearch<const N extends string>(...names: readonly N[]) {
  return (raw: Readonly<Record<string, unknown>>): { readonly [K in N]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = raw[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as { readonly [K in N]?: string | undefined };
}
