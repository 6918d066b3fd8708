// The result of a POST to an alert receiver, without the secrets that its URL may contain.
import type { PostResult } from '../../events/guarded-post.ts';
import type { Result } from './kind.ts';

const EXCERPT_LENGTH_MAX = 200;
/** Shorter path segments are often ordinary words, which may appear in a response. */
const SECRET_LENGTH_MIN = 8;

export function resultOf(posted: PostResult, secrets: readonly string[]): Result {
  if (!posted.ok) return { isTaken: false, said: without(posted.message, secrets) };
  const isTaken = posted.status >= 200 && posted.status < 300;
  const excerpt = posted.bodyExcerpt.replace(/\s+/g, ' ').trim();
  const status = `HTTP ${posted.status}`;
  if (isTaken || excerpt === '') return { isTaken, said: status };
  return { isTaken, said: `${status}: ${without(excerpt, secrets).slice(0, EXCERPT_LENGTH_MAX)}` };
}

/** The parts of a URL that may be secret: the path and everything after it, whole and in segments. Longest first. */
export function secretsOf(url: string): readonly string[] {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [url, pathname + search, pathname, search, ...searchParams.values()];
  const places = pathname.split('/').filter((part) => part.length >= SECRET_LENGTH_MIN);
  return [...parts, ...places]
    .filter((part) => part.length > 1)
    .sort((a, b) => b.length - a.length);
}

/** Removes the secrets, because a receiver may echo the request. */
function without(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
