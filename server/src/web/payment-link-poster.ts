// A poster of a payment link to print: who is paid, for what, and the code to scan. One sheet of paper of any size.
import { textsOf } from '../core/texts/texts.ts';
import { merchantLogo } from './brand-parts.ts';
import {
  type AssetLinks,
  freeText,
  html,
  languageSwitch,
  markupOf,
  pageHead,
  priceText,
} from './page-parts.ts';
import { merchantName } from './payment-page-view.ts';
import { qr } from './payment-request.ts';
import type { LinkPageView } from './view-of-link.ts';

export function renderPoster(
  view: LinkPageView,
  { url, links }: { url: string; links: AssetLinks },
): string {
  const { terms, price, locale, merchant } = view;
  const { scan } = textsOf('payment-page', locale).link;
  const shown = url.replace(/^https?:\/\//, '');
  const page = html`${pageHead({ locale, title: html`${scan} – ${terms.name}`, links, merchant })}
<link rel="stylesheet" href="${links.posterStyle}">
</head>
<body>
${languageSwitch(locale)}
<main class="poster">
${merchantLogo(merchant, links.site)}
${merchantName(view)}
<h1>${freeText(terms.name)}</h1>
${price !== null && html`<p class="price" dir="ltr">${priceText(price, locale)}</p>`}
<p class="scan">${scan}</p>
${qr(url, scan)}
<p class="address" dir="ltr">${shown}</p>
</main>
</body>
</html>
`;
  return markupOf(page);
}
