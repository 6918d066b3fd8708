// For the hosted pages (web/page-parts.ts) and mails: escapes HTML and removes characters that change how the
// surrounding text reads.
import { UNSAFE } from './terminal-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** For plain text; keeps line breaks and tabs. */
export function harmlessText(text: string): string {
  return text.replace(UNSAFE, '');
}

/** Characters from which mail programs detect web and email addresses, including full stops of other scripts. */
const LINK_JOINTS = /(?<=[\p{L}\p{N}_-])[.\u3002\uFF0E\uFF61@\uFF20](?=[\p{L}\p{N}])|:\/\//gu;

/** A zero-width space, inserted where mail programs would detect a link. */
export const LINK_BREAK = '\u200B';

/** For merchant text in mails, where merchants must not be able to place links. The text looks unchanged. */
export function unlinkedText(text: string): string {
  return harmlessText(text).replace(LINK_JOINTS, (joint) => `${joint}${LINK_BREAK}`);
}

/** A single line, which cannot start another mail header. */
export function unlinkedLine(text: string): string {
  return unlinkedText(text.replace(/\s+/gu, ' ')).trim();
}

/** For element content and quoted attributes. */
export function escapeText(text: string): string {
  return harmlessText(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
