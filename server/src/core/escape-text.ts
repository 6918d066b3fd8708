// Escapes text for HTML and removes characters that change how other text reads. Used by the hosted pages
// (web/page-parts.ts) and by mails.
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

/** Characters that make mail programs detect a link: those in web and email addresses, including other full stops. */
const LINK_JOINTS = /(?<=[\p{L}\p{N}_-])[.\u3002\uFF0E\uFF61@\uFF20](?=[\p{L}\p{N}])|:\/\//gu;

/** Zero-width; breaks what could be detected as a link. */
export const LINK_BREAK = '\u200B';

/** For merchant text in mails: nothing in it becomes a link. It looks unchanged. */
export function unlinkedText(text: string): string {
  return harmlessText(text).replace(LINK_JOINTS, (joint) => `${joint}${LINK_BREAK}`);
}

/** `unlinkedText` as one line, which cannot start another header. */
export function unlinkedLine(text: string): string {
  return unlinkedText(text.replace(/\s+/gu, ' ')).trim();
}

/** For element content and quoted attributes. */
export function escapeText(text: string): string {
  return harmlessText(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}
