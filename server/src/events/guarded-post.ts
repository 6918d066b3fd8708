// Sends a callback to a merchant's URL without letting it reach our own network (SSRF). The host is resolved once,
// inside the connect (`lookup`), and checked there, so that DNS rebinding between check and connect has no effect.
// Redirects are not followed.
import { lookup as resolveName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { errors } from 'undici';
import { SECOND, steadyNow } from '../core/clock.ts';
import { isInIpRanges } from '../core/ip-ranges.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';
import {
  type Answered,
  AnswerLate,
  type Connection,
  type Connections,
  closeConnection,
  connectTo,
  type Headers,
  isInterimAnswer,
  isRefusedAddress,
  type PostRequest,
  postOnce,
  postThroughNode,
} from './post-once.ts';

export interface GuardedPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface GuardOptions {
  readonly allowLoopback?: boolean;
  readonly allowHttp?: boolean;
  /** Allowed although not public, also over http (CHAINTILL_CALLBACK_ALLOWED_NETWORKS). */
  readonly allowRanges?: readonly string[];
  readonly timeoutMilliseconds?: number;
  /** Connections to the same endpoint under the same rules; otherwise a new one is opened and closed. */
  readonly connections?: Connections;
  /** The system's resolver unless a test replaces it. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

export type PostFailure =
  | 'refused_url'
  | 'refused_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'protocol';

export type PostResult =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: Headers;
      /** The first 4 KiB of the response as text, without NUL, which the database cannot store. */
      readonly bodyExcerpt: string;
      readonly milliseconds: number;
    }
  | {
      readonly ok: false;
      readonly reason: PostFailure;
      /** For the merchant's delivery log; contains no resolved address, which could be internal. */
      readonly message: string;
      readonly milliseconds: number;
    };

/** From the name lookup to the end of the response (wire.md part 2 (e)). */
export const CALLBACK_TIMEOUT_MILLISECONDS = 10 * SECOND;
const EXCERPT_BYTES_MAX = 4096;

/** 201, 204 and redirects do not count (wire.md part 2 (e)). */
export function isAcknowledged(outcome: PostResult): boolean {
  return outcome.ok && outcome.status === 200;
}

/** Never throws for errors of the receiver; throws inside a transaction. */
export async function guardedPost(
  post: GuardedPost,
  options: GuardOptions = {},
): Promise<PostResult> {
  assertOutsideTransaction();
  const startedAt = steadyNow();
  const answer = await attempt(post, options).catch(toFailure);
  return { ...answer, milliseconds: Math.round(steadyNow() - startedAt) };
}

class PostError extends Error {
  override readonly name = 'PostError';
  readonly reason: PostFailure;
  constructor(reason: PostFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

type WithoutTime<T> = T extends unknown ? Omit<T, 'milliseconds'> : never;
type Answer = WithoutTime<Extract<PostResult, { ok: true }>>;
type Failure = WithoutTime<Extract<PostResult, { ok: false }>>;

async function attempt(post: GuardedPost, options: GuardOptions): Promise<Answer> {
  const url = checkedUrl(post.url, options);
  const { timeoutMilliseconds = CALLBACK_TIMEOUT_MILLISECONDS } = options;
  const endAt = steadyNow() + timeoutMilliseconds;
  const answered = await send(url, { post, options, endAt }).catch((error: unknown) => {
    if (!(error instanceof StaleConnection)) throw error;
    const { connections: _kept, ...apart } = options;
    return send(url, { post, options: apart, endAt });
  });
  const { status, headers, excerpt } = answered;
  const bodyExcerpt = new TextDecoder().decode(excerpt).replaceAll('\0', '\uFFFD');
  return { ok: true, status, headers, bodyExcerpt };
}

/** All checks without a lookup. WHATWG parsing has converted `0x7f.1` and the like to plain IP addresses. */
function checkedUrl(text: string, options: GuardOptions): URL {
  if (!URL.canParse(text)) throw new PostError('refused_url', 'the callback URL is not a URL');
  const url = new URL(text);
  const isHttpPossible = options.allowHttp === true || (options.allowRanges ?? []).length > 0;
  const schemes = isHttpPossible ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) {
    throw new PostError('refused_url', `the callback URL must begin with ${schemes.join(' or ')}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new PostError('refused_url', 'the callback URL must not contain credentials');
  }
  // A literal address never reaches `lookup`, so it is checked here.
  const host = bareHost(url);
  if (isIP(host) !== 0 && !mayConnect(host, url, options)) throw refusedAddress();
  return url;
}

/** In live mode, http works only into the operator's own ranges. */
function mayConnect(address: string, url: URL, options: GuardOptions): boolean {
  if (isInIpRanges(address, options.allowRanges ?? [])) return true;
  if (url.protocol === 'http:' && options.allowHttp !== true) return false;
  return !isRefusedAddress(address, options.allowLoopback === true);
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function refusedAddress(): PostError {
  return new PostError(
    'refused_address',
    'the callback URL leads to an address that is not public',
  );
}

/** The receiver closed an idle connection just as it was reused: the request itself is not at fault. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
}
const STALE_CODES: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

interface Call {
  readonly post: GuardedPost;
  readonly options: GuardOptions;
  readonly endAt: number;
}

function requestOf(url: URL, { post, endAt }: Call): PostRequest {
  return {
    path: `${url.pathname}${url.search}`,
    headers: post.headers,
    body: post.body,
    timeoutMilliseconds: Math.max(0, endAt - steadyNow()),
    excerptBytesMax: EXCERPT_BYTES_MAX,
  };
}

/** Never uses a connection that was opened under other rules. */
async function send(url: URL, call: Call): Promise<Answered> {
  const { options } = call;
  const { connections } = options;
  const lookup = guardedLookup(url, options);
  if (connections?.interim.has(url.origin))
    return postThroughNode(url, requestOf(url, call), lookup);
  const open = () => connectTo(url.origin, { isKept: connections !== undefined, lookup });
  const connection = connections?.take(url.origin, open) ?? open();
  const { isUsed } = connection;
  const answered = await postOnce(connection, requestOf(url, call)).catch((error: unknown) => {
    closeConnection(connection);
    if (isInterimAnswer(error)) {
      connections?.interim.add(url.origin);
      return postThroughNode(url, requestOf(url, call), lookup);
    }
    if (isUsed && STALE_CODES.includes(codeOf(error)))
      throw new StaleConnection('closed meanwhile', { cause: error });
    throw error;
  });
  release(connection, { connections, origin: url.origin, isWhole: answered.isWhole });
  return answered;
}

function release(
  connection: Connection,
  how: { connections: Connections | undefined; origin: string; isWhole: boolean },
): void {
  const { connections, origin, isWhole } = how;
  connection.isUsed = true;
  if (isWhole && connections !== undefined) connections.giveBack(origin, connection);
  else closeConnection(connection);
}

/** Returns addresses only when every one of them is allowed. */
function guardedLookup(url: URL, options: GuardOptions): LookupFunction {
  const resolve = options.resolve ?? systemAddresses;
  return (host, requested, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (first === undefined) return callback(unresolved(host), '');
        if (found.some((address) => !mayConnect(address, url, options))) {
          return callback(refusedAddress(), '');
        }
        if (requested.all !== true) return callback(null, first, isIP(first));
        callback(
          null,
          found.map((address) => ({ address, family: isIP(address) })),
        );
      },
      () => callback(unresolved(host), ''),
    );
  };
}

async function systemAddresses(host: string): Promise<readonly string[]> {
  return (await resolveName(host, { all: true })).map((found) => found.address);
}

function unresolved(host: string): PostError {
  return new PostError('dns', `the host name ${host} has no address`);
}

function toFailure(error: unknown): Failure {
  if (error instanceof PostError)
    return { ok: false, reason: error.reason, message: error.message };
  if (error instanceof AnswerLate) return { ok: false, reason: 'timeout', message: error.message };
  const code = codeOf(error);
  // An error without a code is a bug, not a network error, and must not look like a rejection.
  if (code === '') throw error;
  return { ok: false, reason: reasonOf(code, error), message: `the request failed: ${code}` };
}

/** If several addresses failed, the code of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof errors.HTTPParserError ? 'HPE_INVALID' : '';
}

/** Codes of node:tls and OpenSSL's certificate verification (`X509_V_ERR_*` without the prefix). */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO$|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERROR_IN_CERT)/;
/** Codes of llhttp and undici for an invalid response. */
const PROTOCOL_CODE = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/;

function reasonOf(code: string, error: unknown): PostFailure {
  if (TLS_CODE.test(code)) return 'tls';
  // An unrequested 101 response.
  const isUpgrade = error instanceof Error && error.message === 'bad upgrade';
  return isUpgrade || PROTOCOL_CODE.test(code) ? 'protocol' : 'connect';
}
