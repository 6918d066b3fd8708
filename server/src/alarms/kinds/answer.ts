// What a post to another program came to, told without the secret that may stand in its address.
import type { PostOutcome } from '../../events/guarded-post.ts';
import type { Outcome } from './kind.ts';

const EXCERPT_LENGTH_MAX = 200;

export function outcomeOf(posted: PostOutcome, secrets: readonly string[]): Outcome {
  if (!posted.ok) return { isTaken: false, said: without(posted.message, secrets) };
  const isTaken = posted.status >= 200 && posted.status < 300;
  const excerpt = posted.bodyExcerpt.replace(/\s+/g, ' ').trim();
  const status = `HTTP ${posted.status}`;
  if (isTaken || excerpt === '') return { isTaken, said: status };
  return { isTaken, said: `${status}: ${without(excerpt, secrets).slice(0, EXCERPT_LENGTH_MAX)}` };
}

/** A receiver may repeat what it was sent. */
function without(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
