// One question to a separate signer, proven to come from the service that it belongs to: the signer's greeting has a
// challenge that is used once, and the line bears a code over the challenge and itself, under the key of the seals. A
// line that somebody recorded is worth nothing in another connection, and nothing is parsed before its code was
// compared.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of a SHA-256 code in base64url. */
const CODE_LENGTH = 43;
const PURPOSE = 'chaintill signer request v1';

export function authenticLine(key: Uint8Array, challenge: string, text: string): string {
  return `${codeOf(key, challenge, text)} ${text}`;
}

/** The question; null when the code is not of this key, this challenge and this text. */
export function openLine(key: Uint8Array, challenge: string, line: string): string | null {
  const text = line.slice(CODE_LENGTH + 1);
  const expected = Buffer.from(codeOf(key, challenge, text));
  const given = Buffer.from(line.slice(0, CODE_LENGTH));
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && line[CODE_LENGTH] === ' ' ? text : null;
}

/** What a first introduction says, before the signer knows any key. */
export function unprovenText(line: string): string {
  return line.slice(CODE_LENGTH + 1);
}

function codeOf(key: Uint8Array, challenge: string, text: string): string {
  return createHmac('sha256', key).update(`${PURPOSE}\n${challenge}\n${text}`).digest('base64url');
}
