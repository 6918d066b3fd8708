// Distinguishes forms and requests of our own pages from those of other sites.
import type { IncomingHttpHeaders } from 'node:http';
import type { Instance } from '../app.ts';
import { apiError } from '../core/errors.ts';
import { payerSite, projectAtHost } from '../core/payer-site.ts';
import { browserUrl } from '../people/links.ts';

/**
 * Another site's page cannot forge our origin, and browsers always send the origin with requests that change something
 * (Fetch standard, 3.2). Errors: 403 `cross_origin_forbidden`.
 */
export function insistOnOwnOrigin(instance: Instance, { host, origin }: IncomingHttpHeaders): void {
  const own = originsOf(instance, host);
  if (origin !== undefined && own.includes(origin)) return;
  throw apiError('cross_origin_forbidden', { origin: own[0] ?? '' });
}

/** The public origin; on a local machine also its alias. On a project's own domain, only that. */
function originsOf(instance: Instance, host: string | undefined): readonly string[] {
  const { value } = instance.publicUrl;
  const projectId = projectAtHost(instance, host);
  if (projectId !== null) return [new URL(payerSite(instance, projectId)).origin];
  return [...new Set([new URL(browserUrl(value)).origin, new URL(value).origin])];
}
