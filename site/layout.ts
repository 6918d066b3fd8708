// What every page of the site has around its content: the search, the menu, and the files that it loads. The menu comes
// after the content, where a telephone shows it; wide windows have it beside.
import { type Html, html, markupOf, trustedMarkup } from '../server/src/web/page-parts.ts';
import type { Heading } from './markdown.ts';

export interface MenuLink {
  readonly title: string;
  readonly address: string;
  /** Pages below it, shown while one of them is read. */
  readonly below: readonly { readonly title: string; readonly address: string }[];
}

export interface Files {
  readonly style: string;
  readonly icon: string;
  readonly script: string;
  /** What the script asks for when somebody searches. */
  readonly index: string;
  /** Where the headings of the reference are, for links of the time when it was one page. */
  readonly anchors: string;
  /** Licences of what others made of it. */
  readonly notices: string;
}

export interface Content {
  readonly address: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

export function layout(
  content: Content,
  { menu, files }: { menu: readonly (readonly [string, readonly MenuLink[]])[]; files: Files },
): string {
  return markupOf(html`<!doctype html>
<html lang="en" data-index="${files.index}" data-anchors="${files.anchors}" data-site="">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${content.title} · Chaintill</title>
<link rel="icon" href="${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${files.style}">
<script type="module" src="${files.script}"></script>
</head>
<body>
<a class="skip" href="#site-content">To the content</a>
<header>
<a class="home" href="/docs"><img src="${files.icon}" alt="" width="24" height="24">Chaintill</a>
<form role="search" class="search" hidden>
<label for="site-search">Search the documents</label>
<input id="site-search" type="search" autocomplete="off" spellcheck="false" placeholder="Search" maxlength="100">
<div class="found" hidden><p role="status"></p><ol></ol></div>
</form>
<a class="to-menu" href="#site-menu">Menu</a>
</header>
<main id="site-content">
${trustedMarkup(content.html)}
</main>
<nav id="site-menu" aria-label="Documents">
${menu.map(([title, links]) => section(title, links, content))}
<p><a href="/docs/contributors">For contributors</a></p>
<p><a href="${files.notices}">Licences of others</a></p>
</nav>
</body>
</html>
`);
}

function section(title: string, links: readonly MenuLink[], content: Content): Html {
  return html`<h2>${title}</h2>
<ul>${links.map((link) => entry(link, content))}</ul>
`;
}

function entry({ title, address, below }: MenuLink, content: Content): Html {
  const isHere = address === content.address;
  const isOpen = isHere || below.some((page) => page.address === content.address);
  const current = (isCurrent: boolean) => isCurrent && html` aria-current="page"`;
  const pages = below.map((page) => {
    const isPage = page.address === content.address;
    return html`<li><a href="${page.address}"${current(isPage)}>${page.title}</a>${isPage && onThisPage(content)}</li>`;
  });
  return html`<li><a href="${address}"${current(isHere)}>${title}</a>
${isOpen && below.length > 0 && html`<ul>${pages}</ul>`}${isHere && below.length === 0 && onThisPage(content)}</li>
`;
}

function onThisPage({ headings }: Content): Html | false {
  const list = headings.filter(({ level }) => level === 2);
  if (list.length < 2) return false;
  return html`<ul>${list.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;
}
