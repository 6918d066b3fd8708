// Reads single values from the environment. Problems are collected so that the operator sees all of them together. An
// invalid value is replaced by a placeholder that is never used, because the service does not start.
import { isIpRange } from '../ip-ranges.ts';
import { type Decimal, decimal, parseDecimal } from '../money.ts';
import type { Environment } from './environment.ts';
import type { Variable } from './variables.ts';

export interface HostPlace {
  readonly host: string;
  readonly port: number;
}

interface DatabaseUrl {
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

const INTEGER = /^\d{1,9}$/;
/** The currency code, then up to six digits before the point and six after it, which every coin supports. */
const AMOUNT = /^([A-Z]{3,5}(?:\.[a-z_]+)?):(\d{1,6}(?:\.\d{1,6})?)$/;
const COUNT = /^([A-Z]{3,5}(?:\.[a-z_]+)?):([1-9]\d{0,3}|10000)$/;
const PRICE = /^([A-Z]{3,5}):(\d{1,3}(?:\.\d{1,8})?)$/;

/** An unset variable has the fallback from the table in variables.ts. */
export interface Values {
  /** Every problem names its variable. */
  readonly problems: string[];
  text(name: string): string;
  /** Null when empty. */
  optional(name: string): string | null;
  list(name: string): string[];
  ranges(name: string): string[];
  /** Keyed by coin, in units of the coin. Rejects coins that are not listed. */
  prices(name: string, coins: readonly string[]): ReadonlyMap<string, string>;
  amounts(name: string): ReadonlyMap<string, string>;
  /** From 1 to 10,000, keyed by code. Rejects codes that are not listed. */
  counts(name: string, codes: readonly string[]): ReadonlyMap<string, number>;
  /** Returns the first allowed value when the value is invalid. */
  oneOf<T extends string>(name: string, allowed: readonly T[]): T;
  integer(name: string, min: number, max: number): number;
  percent(name: string): Decimal;
  url(name: string, schemes: readonly string[]): string | null;
}

export function readValues(environment: Environment, variables: readonly Variable[]): Values {
  const problems: string[] = [];
  const text = (name: string) => environment[name]?.trim() || fallbackOf(variables, name);
  const optional = (name: string) => text(name) || null;
  const list = (name: string) =>
    text(name)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const expect = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem);
  };
  return {
    problems,
    text,
    optional,
    list,
    ranges(name) {
      const wrong = list(name).find((item) => !isIpRange(item));
      const rule = 'must list addresses or ranges such as 10.0.0.0/8';
      expect(wrong === undefined, `${name} ${rule}, not ${wrong}`);
      return list(name);
    },
    prices(name, coins) {
      const found = list(name).map((item) => PRICE.exec(item));
      const isRight = found.every((item) => coins.includes(item?.[1] ?? ''));
      const rule = 'must list prices such as BTC:0.000003, of';
      expect(isRight, `${name} ${rule} ${listText(coins, 'and')}`);
      return new Map(found.map((item) => [item?.[1] ?? '', item?.[2] ?? '']));
    },
    amounts(name) {
      const found = list(name).map((item) => AMOUNT.exec(item));
      expect(!found.includes(null), `${name} must list amounts such as BTC:0.01,ETH:0.05`);
      return new Map(found.map((item) => [item?.[1] ?? '', item?.[2] ?? '']));
    },
    counts(name, codes) {
      const found = list(name).map((item) => COUNT.exec(item));
      const isRight = found.every((item) => codes.includes(item?.[1] ?? ''));
      const rule = 'must list whole numbers from 1 to 10000 such as BTC:2, of';
      expect(isRight, `${name} ${rule} ${listText(codes, 'and')}`);
      return new Map(found.map((item) => [item?.[1] ?? '', Number(item?.[2] ?? 1)]));
    },
    oneOf<T extends string>(name: string, allowed: readonly T[]): T {
      const found = allowed.find((item) => item === text(name));
      expect(found !== undefined, `${name} must be one of ${allowed.join(', ')}`);
      return found ?? (allowed[0] as T);
    },
    integer(name, min, max) {
      const value = INTEGER.test(text(name)) ? Number(text(name)) : Number.NaN;
      const isRight = value >= min && value <= max;
      expect(isRight, `${name} must be a whole number from ${min} to ${max}`);
      return value;
    },
    percent(name) {
      const value = parseDecimal(text(name));
      const isRight = value !== null && value.digits >= 0n;
      expect(isRight, `${name} must be a percentage such as 0.5`);
      return value ?? decimal('0');
    },
    url(name, schemes) {
      const value = optional(name);
      const isRight = value === null || isUrl(value, schemes);
      expect(isRight, `${name} must be a URL beginning with ${schemes.join(' or ')}`);
      return value;
    },
  };
}

export function isUrl(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol);
}

function fallbackOf(variables: readonly Variable[], name: string): string {
  return variables.find((variable) => variable.name === name)?.fallback ?? '';
}

export interface ConfiguredCoin {
  readonly code: string;
  /** Offered only if CHAINTILL_COINS lists the coin. */
  readonly isOptional: boolean;
  /** Null for a coin with nodes of its own. */
  readonly token: object | null;
  /** For a token, the coin whose nodes it uses. */
  readonly feeCoin: string;
  readonly nodes: { readonly family: 'bitcoind' | 'evm' | 'rippled' };
  readonly limits: { readonly feeLoss: string | null };
}

/** Prefix of the coin's variables, such as `BTC` or `USDC_POLYGON`. */
export function prefixOf(code: string): string {
  return code.toUpperCase().replaceAll('.', '_');
}

interface CoinCodes {
  readonly native: readonly string[];
  readonly optional: readonly string[];
  readonly tokens: readonly string[];
  readonly outputs: readonly string[];
  /** Fee coins of EVM networks. */
  readonly evm: readonly string[];
  /** Coins whose nodes announce blocks over ZeroMQ (`zmq`) or WebSocket (`ws`). */
  readonly zmq: readonly string[];
  readonly ws: readonly string[];
}

export function coinCodes(coins: readonly ConfiguredCoin[]): CoinCodes {
  const native = coins.filter(({ token }) => token === null);
  const codes = (some: readonly ConfiguredCoin[]) => some.map(({ code }) => code);
  const family = (name: string) => codes(native.filter(({ nodes }) => nodes.family === name));
  return {
    native: codes(native),
    optional: codes(native.filter(({ isOptional }) => isOptional)),
    tokens: codes(coins.filter(({ token }) => token !== null)),
    outputs: family('bitcoind'),
    evm: family('evm'),
    zmq: family('bitcoind'),
    ws: family('rippled'),
  };
}

export function listText(codes: readonly string[], last: 'and' | 'or'): string {
  const head = codes.slice(0, -1).join(', ');
  return head === '' ? codes.join() : `${head} ${last} ${codes.at(-1)}`;
}
