// The path under which a proxy serves the service, from CHAINTILL_PUBLIC_URL.
import type { Config } from './config/config.ts';
import { trimTrailing } from './escape-text.ts';

/** `/pay` when a proxy serves the service at https://shop.example/pay; empty for the root of a host. */
export function sitePath({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === null ? '' : trimTrailing(new URL(publicUrl).pathname, '/');
}

/** Some proxies have already removed the path. */
export function targetBelow(path: string, target: string): string {
  if (path === '' || !target.startsWith(path)) return target;
  const rest = target.slice(path.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : target;
}
