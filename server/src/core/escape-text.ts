// Text for HTML: what cannot be markup, and what does not make other text read wrongly. Used by the hosted
// pages (web/html.ts) and by mails.
import { UNSAFE } from './terminal-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** For plain text; line breaks and tabs are kept. */
export function harmlessText(text: string): string {
  return text.replace(UNSAFE, '');
}

/** What programs that read mail make links of: addresses of pages and mailboxes, also with other full stops. */
const LINK_JOINTS = /(?<=[\p{L}\p{N}_-])[.\u3002\uFF0E\uFF61@\uFF20](?=[\p{L}\p{N}])|:\/\//gu;

/** Takes no room, and ends what could be a link. */
export const LINK_BREAK = '\u200B';

/** For mails, of what a merchant wrote: nothing in it becomes a link. It reads the same. */
export function unlinkedText(text: string): string {
  return harmlessText(text).replace(LINK_JOINTS, (joint) => `${joint}${LINK_BREAK}`);
}

/** `unlinkedText` in one line, which cannot begin another header. */
export function unlinkedLine(text: string): string {
  return unlinkedText(text.replace(/\s+/gu, ' ')).trim();
}

/** For element content and quoted attributes. */
export function escapeText(text: string): string {
  return harmlessText(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}
