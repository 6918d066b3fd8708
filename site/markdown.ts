// Markdown of our documents as HTML: headings that can be linked to, tables and code that can be moved sideways, and
// blocks of code in several languages behind a switch.
import MarkdownIt, { type Token } from 'markdown-it';
import { anchorOf } from './addresses.ts';
import { highlight } from './highlight.ts';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

export interface Surroundings {
  /** Null: nothing that the site has; its text is shown, and no link. */
  link(href: string): string | null;
  /** The address of a picture. */
  picture(path: string): string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  command: 'Command line',
  sh: 'curl',
  ts: 'TypeScript',
  js: 'Node',
  python: 'Python',
  php: 'PHP',
};

const markdown = new MarkdownIt({ html: false });

export function render(text: string, around: Surroundings): Rendered {
  const tokens = markdown.parse(text.replace(/<!--[\s\S]*?-->\n?/g, ''), {});
  const headings = nameHeadings(tokens);
  emptyCorners(tokens);
  for (const token of tokens) rewriteLinks(token.children ?? [], around);
  return { html: markdown.renderer.render(joinTabs(tokens), markdown.options, {}), headings };
}

function nameHeadings(tokens: readonly Token[]): Heading[] {
  const seen = new Map<string, number>();
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const text = plainText(tokens[at + 1]);
    const name = anchorOf(text);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const id = count === 0 ? name : `${name}-${count}`;
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
}

/** A head without a word, as in the corner of a table, is an ordinary cell to whoever has it read aloud. */
function emptyCorners(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const [text, end] = [tokens[at + 1], tokens[at + 2]];
    if (token.type !== 'th_open' || text?.content !== '' || end === undefined) continue;
    token.tag = 'td';
    end.tag = 'td';
  }
}

function plainText(token: Token | undefined): string {
  const parts = token?.children ?? [];
  return parts
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}

function rewriteLinks(tokens: readonly Token[], around: Surroundings): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', around.picture(String(token.attrGet('src'))));
    if (token.type === 'link_open') {
      const to = around.link(String(token.attrGet('href')));
      isDropped = to === null;
      if (to === null) drop(token);
      else token.attrSet('href', to);
    } else if (token.type === 'link_close' && isDropped) drop(token);
  }
}

function drop(token: Token): void {
  token.type = 'text';
  token.content = '';
}

/** Blocks that follow each other and are marked `tab` show one thing in several languages. */
function joinTabs(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  let group: Token[] = [];
  const end = () => {
    const [first] = group;
    if (first === undefined) return;
    first.meta = {
      tabs: group.map((token) => ({
        language: languageOf(token),
        code: token.content,
        file: fileOf(token),
      })),
    };
    joined.push(first);
    group = [];
  };
  for (const token of tokens) {
    if (token.type === 'fence' && /\stab\b/.test(token.info)) group.push(token);
    else {
      end();
      joined.push(token);
    }
  }
  end();
  return joined;
}

function languageOf(token: Token): string {
  return token.info.trim().split(/\s+/)[0] ?? '';
}

/** The name under which a reader stores it. */
function fileOf(token: Token): string | undefined {
  return /\bfile=(\S+)/.exec(token.info)?.[1];
}

export interface Tab {
  readonly language: string;
  readonly code: string;
  readonly file?: string | undefined;
}

let groups = 0;

/** One block of code for each language, of which one is shown. Works without a script. */
export function tabsOf(tabs: readonly Tab[]): string {
  groups += 1;
  const choices = tabs.map(({ language, file }, at) => {
    const id = `tab-${groups}-${language}`;
    const stored = file === undefined ? '' : ` <code>${escaped(file)}</code>`;
    const name = `${LANGUAGES[language] ?? language}${stored}`;
    const checked = at === 0 ? ' checked' : '';
    return `<input type="radio" name="tab-${groups}" id="${id}" value="${language}"${checked}><label for="${id}">${name}</label>`;
  });
  const blocks = tabs.map(({ code, language }) => codeBlock(code, language));
  return `<fieldset class="tabs"><legend>Language</legend>\n${choices.join('\n')}\n${blocks.join('\n')}\n</fieldset>\n`;
}

export function codeBlock(code: string, language = ''): string {
  const kind = language === '' ? '' : ` data-language="${escaped(language)}"`;
  return `<pre tabindex="0"${kind}><code>${highlight(code, language)}</code></pre>`;
}

const escaped = (text: string) => markdown.utils.escapeHtml(text);

const { rules } = markdown.renderer;
rules['fence'] = (tokens, at) => {
  const token = tokens[at];
  if (token === undefined) return '';
  const { tabs } = (token.meta ?? {}) as { tabs?: readonly Tab[] };
  if (tabs !== undefined) return tabsOf(tabs);
  const language = languageOf(token);
  if (language === 'mermaid') return movesTable(token.content);
  const file = fileOf(token);
  const title = file === undefined ? '' : `<p class="file"><code>${escaped(file)}</code></p>\n`;
  return `${title}${codeBlock(token.content, language === 'text' ? '' : language)}\n`;
};
rules['code_block'] = (tokens, at) => `${codeBlock(tokens[at]?.content ?? '')}\n`;
rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n';
rules['table_close'] = () => '</table></div>\n';

/** A diagram of statuses, as what it says: from where to where. */
function movesTable(diagram: string): string {
  const moves = new Map<string, string[]>();
  for (const [, from = '', to = ''] of diagram.matchAll(/^\s*(\S+) --> (\S+)/gm))
    moves.set(from, [...(moves.get(from) ?? []), to]);
  const name = (status: string, end: string) =>
    status === '[*]' ? end : `<code>${escaped(status)}</code>`;
  const rows = [...moves].map(([from, targets]) => {
    const list = targets.map((to) => name(to, 'nothing more')).join(', ');
    return `<tr><th scope="row">${name(from, 'at first')}</th><td>${list}</td></tr>`;
  });
  return `<div class="wide" tabindex="0"><table><thead><tr><th scope="col">From</th><th scope="col">To</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>\n`;
}
