// Whether two request targets ask for the same. Java's published client signs the percent-decoded target (wire.md
// part 2 (a)), and one decoded text can stand for two different requests: `currency=EUR%26limit=1` and
// `currency=EUR&limit=1`. Its signature is accepted only where the decoded text, read as a target, means the same.
// Pure; used by signature.ts.
import { parseTimeParameter } from '../core/time-text.ts';

/** `ownIdAt`: how many characters of the path come before a merchant's own id, whose slashes mean nothing; or null. */
export function meansTheSame(left: string, right: string, ownIdAt: number | null): boolean {
  const [first, second] = [parts(left, ownIdAt), parts(right, ownIdAt)];
  if (first === null || second === null) return false;
  return isSame(first.path, second.path) && isSame(first.query, second.query);
}

interface Parts {
  /** Decoded segments. */
  readonly path: readonly string[];
  /** Decoded names and values in turn. */
  readonly query: readonly string[];
}

/** Null when something in it is no UTF-8 or no percent-encoding. */
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
function isSame(left: readonly string[], right: readonly string[]): boolean {
  return (
    left.length === right.length &&
    left.every((text, n) => text === right[n] || isSameTime(text, right[n] ?? ''))
  );
}

function isSameTime(left: string, right: string): boolean {
  const time = parseTimeParameter(left);
  return time !== null && time === parseTimeParameter(right);
}
