// The list of what is for those who work on the program, apart from the menu.
import { type Html, html, markupOf } from '../server/src/web/page-parts.ts';
import type { Page } from './documents.ts';

export function contributorsPage(documents: readonly Page[]): Page {
  const others = documents.filter(({ isForUsers }) => !isForUsers);
  const decisions = others.filter(({ address }) => address.includes('/decisions/'));
  const rest = others.filter((page) => !decisions.includes(page));
  const list = (pages: readonly Page[]): Html =>
    html`<ul>${pages.map(({ address, title }) => html`<li><a href="${address}">${title}</a></li>`)}</ul>`;
  return {
    address: '/docs/contributors',
    title: 'For contributors',
    html: markupOf(html`<h1>For contributors</h1>
<p>How the program is made, and why. Nobody needs this to use it or to run it.</p>
${list(rest)}
<h2 id="decisions">Decisions</h2>
${list(decisions)}`),
    headings: [],
    texts: {},
    isForUsers: false,
  };
}
