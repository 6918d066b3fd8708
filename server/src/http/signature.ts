// The request signature, exactly as published clients compute it (wire.md part 2 (a)). The API requires SHA-1 and
// MD5: HMAC-SHA1 is still secure, and MD5 only hashes the body, for which an attacker would also need a collision.
import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '../core/same-text.ts';
import {
  parseIsoTime,
  parseOffset,
  parseTimeParameter,
  toMilliseconds,
} from '../core/time-text.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MAIL_DATE =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d):(\d\d) (gmt|utc|ut|z|[+-]\d{4})$/i;
/** Longer than any of the formats; keeps hostile headers away from the regular expressions. */
const DATE_LENGTH_MAX = 64;

/** Milliseconds since the epoch; null for invalid text. The weekday is not checked against the date. */
export function parseRequestDate(text: string): number | null {
  if (text.length > DATE_LENGTH_MAX) return null;
  return parseMailDate(text) ?? parseIsoTime(text);
}

function parseMailDate(text: string): number | null {
  const match = MAIL_DATE.exec(text);
  if (match === null) return null;
  const [, day, monthName = '', year, hour, minute, second, zone = ''] = match;
  const offset = parseOffset(zone);
  if (offset === null) return null;
  return toMilliseconds(
    {
      year: Number(year),
      // An unknown name results in month 0, which does not exist.
      month: MONTHS.indexOf(monthName.toLowerCase()) + 1,
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      fraction: '',
    },
    offset,
  );
}

export interface SignedParts {
  readonly method: string;
  readonly contentType: string;
  /** As sent, byte for byte. */
  readonly date: string;
  readonly target: string;
  readonly body: Uint8Array;
}

export interface Credential {
  readonly key: string;
  readonly signature: string;
}

/** `HMAC <key>:<signature>`; keys have 22 characters and signatures 28, the bounds leave room. */
const AUTHORIZATION = /^hmac[ \t]+([\w-]{1,128})[ \t]*:[ \t]*([A-Za-z0-9+/]{1,128}={0,2})$/i;
const AUTHORIZATION_LENGTH_MAX = 512;

/** Method, body MD5, content type, date and target, one per line, without a newline at the end. */
export function stringToSign(parts: SignedParts): string {
  return [
    parts.method.toUpperCase(),
    bodyDigest(parts.body),
    parts.contentType,
    parts.date,
    parts.target,
  ].join('\n');
}

/** Lower-case hex. Without a body the digest is empty, not the MD5 of nothing. */
function bodyDigest(body: Uint8Array): string {
  return body.length === 0 ? '' : createHash('md5').update(body).digest('hex');
}

/** Base64 HMAC-SHA1. The secret is used as its UTF-8 text, although it looks like base64. */
export function sign(secret: string, text: string): string {
  return createHmac('sha1', Buffer.from(secret, 'utf8')).update(text, 'utf8').digest('base64');
}

export interface Claim extends SignedParts {
  readonly secret: string;
  readonly signature: string;
  readonly ownIdAt?: number | null;
}

/**
 * The signature may cover the target as sent or, where that is unambiguous, percent-decoded, as Java's published
 * client signs. `stringToSign` is the form as sent, for error messages.
 */
export function verifySignature(claim: Claim): {
  readonly isValid: boolean;
  readonly stringToSign: string;
} {
  const raw = stringToSign(claim);
  const isRaw = isSameText(sign(claim.secret, raw), claim.signature);
  if (isRaw || !claim.target.includes('%')) return { isValid: isRaw, stringToSign: raw };
  const target = percentDecoded(claim.target);
  const isClear = meansTheSame(claim.target, target, claim.ownIdAt ?? null);
  const decoded = sign(claim.secret, stringToSign({ ...claim, target }));
  return { isValid: isClear && isSameText(decoded, claim.signature), stringToSign: raw };
}

/** Like Java's URI.getPath: keeps `+` and invalid percent sequences; bytes that are not UTF-8 become U+FFFD. */
function percentDecoded(target: string): string {
  return target.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** Null for another format. Accepts any case of the scheme, and extra spaces. */
export function parseAuthorization(header: string | undefined): Credential | null {
  if (header === undefined || header.length > AUTHORIZATION_LENGTH_MAX) return null;
  const match = AUTHORIZATION.exec(header.trim());
  const [, key, signature] = match ?? [];
  return key === undefined || signature === undefined ? null : { key, signature };
}

/**
 * Two requests can have one decoded text: `currency=EUR%26limit=1` and `currency=EUR&limit=1`. Slashes have no
 * meaning from `ownIdAt` on, where a merchant-defined id begins.
 */
function meansTheSame(left: string, right: string, ownIdAt: number | null): boolean {
  const [first, second] = [parts(left, ownIdAt), parts(right, ownIdAt)];
  if (first === null || second === null) return false;
  return isSameList(first.path, second.path) && isSameList(first.query, second.query);
}

interface Parts {
  /** Decoded segments. */
  readonly path: readonly string[];
  /** Decoded names and values, alternating. */
  readonly query: readonly string[];
}

/** Null when part of it is not UTF-8 or not valid percent-encoding. */
function parts(target: string, ownIdAt: number | null): Parts | null {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  const query = end < 0 ? '' : target.slice(end + 1);
  try {
    return { path: segments(path, ownIdAt), query: query.split('&').flatMap(pair) };
  } catch {
    return null;
  }
}

function segments(path: string, ownIdAt: number | null): string[] {
  if (ownIdAt === null) return path.split('/').map(decodeURIComponent);
  return [path.slice(0, ownIdAt), decodeURIComponent(path.slice(ownIdAt))];
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  const [name, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return [plain(name), plain(value)];
}

const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** A time whose plus was read as a space is the same time (core/time-text.ts). */
function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return (
    left.length === right.length &&
    left.every((text, n) => text === right[n] || isSameTime(text, right[n] ?? ''))
  );
}

function isSameTime(left: string, right: string): boolean {
  const time = parseTimeParameter(left);
  return time !== null && time === parseTimeParameter(right);
}
