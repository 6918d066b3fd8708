// Keeps filters in the URL as text, because the router's default parser would turn `0.10` into a number.
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

export const searchAsText = {
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
};

/** Filters as text, as in the URL. */
export type TextSearch<Name extends string> = { readonly [Key in Name]?: string | undefined };

/** The listed parameters that are present. Others are dropped, so that a broken link still opens the list. */
export function textSearch<const N extends string>(...names: readonly N[]) {
  return (raw: Readonly<Record<string, unknown>>): TextSearch<N> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = raw[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as TextSearch<N>;
}
