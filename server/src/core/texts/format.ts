// Turns one area of the message catalog into values and functions. A message without arguments becomes a string, one
// with arguments becomes a function. Shared by the server and the dashboard.
import { IntlMessageFormat } from 'intl-messageformat';

type Elements = ReturnType<IntlMessageFormat['getAst']>;

/** One area in one language, as in its JSON file. Leaves are ICU MessageFormat. */
export interface TextFile {
  readonly [key: string]: string | TextFile;
}

/** The same, with some leaves already parsed. */
export interface TextSource {
  readonly [key: string]: string | Elements | TextSource;
}

type Values = Readonly<Record<string, string | number>>;
type Formatted = string | ((values: Values) => string) | FormattedTexts;

interface FormattedTexts {
  readonly [key: string]: Formatted;
}

/** `locale`: for plurals and numbers (BCP 47). `Area`: the type that `types.ts` declares for the source. */
export function textsFrom<Area>(source: TextSource, locale: string): Area {
  return formatted(source, locale) as Area;
}

function formatted(source: TextSource, locale: string): FormattedTexts {
  const entries = Object.entries(source).map(([key, value]): [string, Formatted] => {
    if (typeof value === 'string' && !value.includes('{')) return [key, value];
    const isText = typeof value === 'string' || Array.isArray(value);
    return [key, isText ? formatter(value, locale) : formatted(value, locale)];
  });
  return Object.fromEntries(entries);
}

/** Parses a message on first use. */
function formatter(text: string | Elements, locale: string): (values: Values) => string {
  let format: IntlMessageFormat | undefined;
  return (values) => {
    format ??= new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    return String(format.format(values));
  };
}
