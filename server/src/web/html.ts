// HTML as a tagged template that escapes every value unless it is HTML created here. Hosted pages create markup only
// this way, so merchant or payer text never becomes markup.
import { escapeText } from '../core/escape-text.ts';

const MARKUP = Symbol('markup');

/** Markup made by `html`. Cannot be forged from JSON because its key is a symbol. */
export interface Html {
  readonly [MARKUP]: string;
}

/** Values that a template accepts. null, undefined and false render nothing, so that `condition && html...` works. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Attributes must be quoted in the template; values are escaped for text and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, value] of values.entries()) {
    markup += renderValue(value) + (parts[index + 1] ?? '');
  }
  return { [MARKUP]: markup };
}

/** The document text, ready to send. */
export function markupOf(value: Html): string {
  return value[MARKUP];
}

/** Only for SVG that this server generates, never for external content. */
export function trustedMarkup(markup: string): Html {
  return { [MARKUP]: markup };
}

function renderValue(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return isHtml(value) ? value[MARKUP] : value.map(renderValue).join('');
}

function isHtml(value: Html | readonly HtmlValue[]): value is Html {
  return MARKUP in value;
}
