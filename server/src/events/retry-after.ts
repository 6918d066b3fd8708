// The delay that a receiver requests before the next attempt (RFC 9110, 10.2.3).
import { HOUR, SECOND, wallNow } from '../core/clock.ts';
import type { PostResult } from './guarded-post.ts';

/** The longest accepted delay: a wrong header must not withhold callbacks from a shop for days. */
const RETRY_AFTER_MAX = HOUR;

/** The delay in milliseconds; 0 when the receiver requests none, or when the header cannot be parsed. */
export function retryAfterOf(outcome: PostResult): number {
  const header = outcome.ok ? outcome.headers['retry-after'] : undefined;
  const text = String(header ?? '').trim();
  const requested = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - wallNow();
  return requested > 0 ? Math.min(requested, RETRY_AFTER_MAX) : 0;
}
