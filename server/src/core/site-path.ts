// The path under which a proxy serves this service: `/pay` where CHAINTILL_PUBLIC_URL is https://shop.example/pay.
import type { Config } from './config/config.ts';
import { trimTrailing } from './trim-trailing.ts';

/** The path without a trailing slash; empty for the root of a host. */
export function sitePath({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === null ? '' : trimTrailing(new URL(publicUrl).pathname, '/');
}

/** The request target below that path. A proxy may have removed the path already. */
export function targetBelow(path: string, target: string): string {
  if (path === '' || !target.startsWith(path)) return target;
  const rest = target.slice(path.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : target;
}
