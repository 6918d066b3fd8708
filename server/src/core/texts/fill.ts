// Inserts values in a text of the catalog. The compiler requires a value for each argument of the text.

type Text = string | ((values: never) => string);
/** Numbers are inserted without separators, and lists with commas. */
type Values<T> = T extends (values: infer Named) => string
  ? { readonly [Name in keyof Named]: Named[Name] | number | readonly string[] }
  : Readonly<Record<never, never>>;

/** The parameters of a function that inserts values in a text and has other parameters after them. */
export type Inserted<T, Others extends unknown[] = []> = T extends string
  ? [values?: Values<T>, ...Others]
  : [values: Values<T>, ...Others];

/** The keys of the texts without arguments. */
export type PlainKey<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? Key : never;
}[keyof Texts];

export function fill(text: Text, values: Readonly<Record<string, unknown>> = {}): string {
  if (typeof text === 'string') return text;
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return text(Object.fromEntries(shown) as never);
}
