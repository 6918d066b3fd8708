// What a donation has raised, as a small page for a frame on any website. It needs no script, and its link opens the
// page of the donation in another tab.
import { textsOf } from '../core/texts/texts.ts';
import { donationProgress } from './donation-progress.ts';
import { type AssetLinks, freeText, html, markupOf, pageHead } from './page-parts.ts';
import type { LinkPageView } from './view-of-link.ts';

export function renderProgressFrame(view: LinkPageView, links: AssetLinks): string {
  const { locale, terms, merchant, pagePath, donation, state } = view;
  const { donation: t } = textsOf('payment-page', locale);
  const page = html`${pageHead({ locale, title: terms.name, links, merchant })}
<link rel="stylesheet" href="${links.checkoutStyle}">
</head>
<body class="frame">
<main class="progress-frame">
<h1>${freeText(terms.name)}</h1>
${donation?.progress && donationProgress(donation.progress, locale)}
${state === 'open' && html`<a class="button primary" target="_blank" rel="noopener" href="${pagePath}?locale=${locale}&amp;ref=frame">${t.give}</a>`}
</main>
</body>
</html>
`;
  return markupOf(page);
}
