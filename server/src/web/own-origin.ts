// Distinguishes forms and requests of our own pages from those of other sites.
import type { IncomingHttpHeaders } from 'node:http';
import type { Instance } from '../app.ts';
import { apiError } from '../core/errors.ts';
import { browserUrl } from '../people/links.ts';

/**
 * Another site's page cannot forge our origin, and browsers always send the origin with requests that change something
 * (Fetch standard, 3.2). Errors: 403 `cross_origin_forbidden`.
 */
export function insistOnOwnOrigin(instance: Instance, { origin }: IncomingHttpHeaders): void {
  if (origin !== undefined && originsOf(instance).includes(origin)) return;
  throw apiError('cross_origin_forbidden', { origin: originsOf(instance)[0] ?? '' });
}

/** The public origin; on a local machine also its alias. */
function originsOf({ publicUrl }: Instance): readonly string[] {
  const { value } = publicUrl;
  return [...new Set([new URL(browserUrl(value)).origin, new URL(value).origin])];
}
