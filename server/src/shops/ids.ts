// Ids in addresses: the 22 characters of base64url in which a UUID fits. Shops build page addresses from them.
import { isUuid } from '../core/ids.ts';

const SHORT = /^[A-Za-z0-9_-]{22}$/;

export function shortId(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The UUID, of its short or long form. Null for anything else. */
export function uuidOf(text: string): string | null {
  if (isUuid(text)) return text.toLowerCase();
  if (!SHORT.test(text)) return null;
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  // The last character has two spare bits: one id has one spelling.
  return shortId(uuid) === text ? uuid : null;
}
