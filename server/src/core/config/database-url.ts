// As in libpq, a DATABASE_URL may list several hosts: a primary and its standbys. The driver supports one host per
// URL, so the hosts are split off here; db/writer-host.ts selects the primary.
import { isUrl } from './values.ts';

export interface HostPlace {
  readonly host: string;
  readonly port: number;
}

export interface DatabaseUrl {
  readonly url: string;
  /** Empty when there is only one host. */
  readonly hosts: readonly HostPlace[];
}

const DATABASE_SCHEMES = ['postgres:', 'postgresql:'];
/** The libpq values that select the primary. */
const SESSION_ATTRS = new Set(['read-write', 'primary']);
const PORT = 5432;
const HOSTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

export function readDatabaseUrl(text: string): DatabaseUrl {
  const [, before = '', between = '', after = ''] = HOSTS.exec(text) ?? [];
  const places = between.split(',');
  const [first = ''] = places;
  if (places.length === 1) return { url: text, hosts: [] };
  return { url: `${before}${first}${after}`, hosts: places.map(readPlace) };
}

/** A sentence without the URL, which contains a password; null when the URL is valid. */
export function databaseUrlProblem(name: string, text: string): string | null {
  const { url, hosts } = readDatabaseUrl(text);
  const all = hosts.map(({ host, port }) => `postgres://${bracketed(host)}:${port}/`);
  const areRight = hosts.every(({ host }) => host !== '') && all.every((one) => URL.canParse(one));
  if (!isUrl(url, DATABASE_SCHEMES) || !areRight)
    return (
      `${name} must be a URL beginning with ${DATABASE_SCHEMES.join(' or ')}, ` +
      'with one host or several, such as postgres://user:password@one:5432,two:5432/database'
    );
  const wanted = new URL(url).searchParams.get('target_session_attrs');
  if (wanted === null || SESSION_ATTRS.has(wanted)) return null;
  return `${name}: target_session_attrs must be ${[...SESSION_ATTRS].join(' or ')}, as the service writes`;
}

function readPlace(text: string): HostPlace {
  const [, host = '', port = String(PORT)] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text) ?? [];
  return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: Number(port) };
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
