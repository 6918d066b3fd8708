// Reads CHAINTILL_PUBLIC_URL, which may contain the path under which a proxy serves the service.
import { trimTrailing } from '../escape-text.ts';
import type { Values } from './values.ts';

/** The service's own top-level paths: a public path that starts with one of these would be ambiguous. */
const OWN_PATHS = [
  'admin',
  'api',
  'assets',
  'channels',
  'dashboard',
  'docs',
  'health',
  'invoices',
  'openapi.json',
  'openapi-2.json',
  'sandbox',
  'status',
  'status.json',
  'subscriptions',
];

/** Null: links use the address on which the service listens. */
export function readPublicUrl({ url, problems }: Values): string | null {
  const input = url('CHAINTILL_PUBLIC_URL', ['http:', 'https:']);
  if (input === null) return null;
  const value = trimTrailing(input, '/');
  const { pathname, search, hash } = new URL(value);
  if (search !== '' || hash !== '')
    problems.push('CHAINTILL_PUBLIC_URL has no query and no fragment');
  const [, first = ''] = pathname.split('/');
  if (OWN_PATHS.includes(first) || !/^[\w./~-]*$/.test(pathname))
    problems.push(
      `CHAINTILL_PUBLIC_URL has a path of letters, digits, dots, hyphens and underscores that begins with none of ${OWN_PATHS.join(', ')}`,
    );
  return value;
}
