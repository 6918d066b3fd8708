// Programs on this machine may use the unsigned sandbox routes, but pages in its browser may not. A foreign page can
// send a form or a text without a preflight request, and can point its own host name here (DNS rebinding), so content
// type, origin and host name are checked.
import { isIP } from 'node:net';
import type { Config } from '../core/config/config.ts';
import { apiError } from '../core/errors.ts';

export interface AccessRequest {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
}

/** 403 `unauthorized`, 415 `unsupported_media_type`. */
export function checkSandboxAccess(config: Config, access: AccessRequest): void {
  if (!isLoopback(config.host) && !config.sandboxIsPublic)
    throw apiError('unauthorized.sandbox_reachable', { host: config.host });
  if (!isOurName(config, nameOf(access.host))) throw apiError('unauthorized.sandbox_host');
  if (access.origin !== undefined && hostOf(access.origin) !== access.host)
    throw apiError('unauthorized.sandbox_origin');
  if (access.method !== 'GET' && !/^application\/json\s*(;.*)?$/i.test(access.contentType ?? ''))
    throw apiError('unsupported_media_type');
}

/** An IP address cannot be rebound. Of host names, only configured ones are accepted. */
function isOurName(config: Config, name: string): boolean {
  const ours = ['localhost', config.host, nameOf(hostOf(config.publicUrl ?? ''))];
  return isIP(name) !== 0 || (name !== '' && ours.includes(name));
}

function nameOf(host = ''): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
