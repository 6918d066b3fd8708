// The language menu at the top of every hosted page: plain links to the same page, which work without a script and
// store nothing.
import { type Locale, languageName, languageTag, locales } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { labelled } from './page-text.ts';

export function languageSwitch(current: Locale): Html {
  return html`<header>
<details class="languages">
<summary>${icon('globe')}<span class="unseen">${labelled(textsOf('payment-page', current).language, current)}</span>${languageName(current)}</summary>
<ul>${locales.map((locale) => html`<li>${link(locale, current)}</li>`)}</ul>
</details>
</header>`;
}

/** Relative, so that it works on every page. */
function link(locale: Locale, current: Locale): Html {
  const tag = languageTag(locale);
  return html`<a href="?locale=${locale}" lang="${tag}" hreflang="${tag}"${locale === current && html` aria-current="true"`}>${languageName(locale)}</a>`;
}
