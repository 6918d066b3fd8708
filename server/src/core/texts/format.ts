// In a formatted area, a message without arguments is a string, and a message with arguments is a function. Shared by
// the server and the dashboard.
import { IntlMessageFormat } from 'intl-messageformat';

type Elements = ReturnType<IntlMessageFormat['getAst']>;

/** The content of one JSON file of the catalog. Leaves are ICU MessageFormat. */
export interface TextFile {
  readonly [key: string]: string | TextFile;
}

export interface TextSource {
  readonly [key: string]: string | Elements | TextSource;
}

type Values = Readonly<Record<string, string | number>>;
type Formatted = string | ((values: Values) => string) | FormattedTexts;

interface FormattedTexts {
  readonly [key: string]: Formatted;
}

/** `locale`: BCP 47, for plurals and numbers. `Area`: the type in `types.ts` that matches the source. */
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

function formatter(text: string | Elements, locale: string): (values: Values) => string {
  let format: IntlMessageFormat | undefined;
  return (values) => {
    format ??= new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    return String(format.format(values));
  };
}
