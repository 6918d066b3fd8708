// What the pages of the documents do in a browser, beyond what they are without a script: the search, the language that
// was chosen last, and old links.
import type MiniSearch from 'minisearch';
import { type Found, loadIndex, search } from '../search.ts';

const SHOWN = 12;
/** The path below which a proxy serves the service. */
const SITE = document.documentElement.dataset['site'] ?? '';
const LANGUAGE = 'chaintill.docs.language';

followOldLink();
rememberLanguage();
offerSearch();
offerCopies();

/** The reference was one page at /docs: what it named there is on a page of its own now. */
async function followOldLink(): Promise<void> {
  const id = location.hash.slice(1);
  const { anchors } = document.documentElement.dataset;
  if (id === '' || anchors === undefined || document.getElementById(id) !== null) return;
  const here = location.pathname.slice(SITE.length);
  if (!['/docs', '/docs/api', '/docs/api-2'].includes(here)) return;
  const pages = (await (await fetch(anchors)).json()) as Readonly<Record<string, string>>;
  const page = pages[id];
  if (page === undefined) return;
  const isSecond = here === '/docs/api-2';
  location.replace(`${SITE}${isSecond ? page.replace('/docs/api', '/docs/api-2') : page}#${id}`);
}

function rememberLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('.tabs input')];
  const choose = (language: string) => {
    for (const choice of choices) if (choice.value === language) choice.checked = true;
  };
  const stored = localStorage.getItem(LANGUAGE);
  if (stored !== null) choose(stored);
  for (const choice of choices)
    choice.addEventListener('change', () => {
      const before = choice.getBoundingClientRect().top;
      choose(choice.value);
      localStorage.setItem(LANGUAGE, choice.value);
      // What is above may have become longer or shorter: who chose stays where he was.
      scrollBy(0, choice.getBoundingClientRect().top - before);
    });
}

function offerSearch(): void {
  const form = document.querySelector<HTMLFormElement>('.search');
  const box = form?.querySelector('input');
  const panel = form?.querySelector<HTMLElement>('.found');
  if (!form || !box || !panel) return;
  form.hidden = false;
  let loading: Promise<MiniSearch> | null = null;
  const answer = async () => {
    const question = box.value.trim();
    if (question === '') {
      panel.hidden = true;
      return;
    }
    loading ??= fetchIndex();
    const index = await loading;
    if (box.value.trim() === question) show(panel, search(index, question));
  };
  box.addEventListener('focus', () => {
    loading ??= fetchIndex();
  });
  box.addEventListener('input', answer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    panel.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    panel.hidden = true;
    box.focus();
  });
  document.addEventListener('click', (event) => {
    if (!form.contains(event.target as Node)) panel.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    box.focus();
  });
}

async function fetchIndex(): Promise<MiniSearch> {
  const answer = await fetch(document.documentElement.dataset['index'] ?? '');
  return loadIndex(await answer.text());
}

function show(panel: HTMLElement, found: readonly Found[]): void {
  const list = panel.querySelector('ol');
  const status = panel.querySelector('p');
  if (list === null || status === null) return;
  status.textContent = found.length === 0 ? 'Nothing found' : `${found.length} found`;
  list.replaceChildren(...found.slice(0, SHOWN).map(rowOf));
  panel.hidden = false;
}

function rowOf({ title, page, address }: Found): HTMLLIElement {
  const row = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${SITE}${address}`;
  link.textContent = title;
  row.append(link);
  if (page !== title) {
    const where = document.createElement('small');
    where.textContent = page;
    link.append(' ', where);
  }
  link.addEventListener('click', () => {
    // To a heading of this page nothing is loaded, and the list would stay.
    const panel = row.closest<HTMLElement>('.found');
    if (panel !== null) panel.hidden = true;
  });
  return row;
}

/** A button on every block of code that copies it. Without a script there is none. */
function offerCopies(): void {
  for (const code of document.querySelectorAll<HTMLElement>('pre > code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      // A prompt is not part of a command.
      await navigator.clipboard.writeText((code.textContent ?? '').replace(/^\$ /gm, ''));
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    code.before(button);
  }
}
