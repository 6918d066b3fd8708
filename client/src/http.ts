// The transport under every method of the client: signs, sends with a time limit, and tries again after
// failures that may pass. A POST or PATCH keeps one Idempotency-Key through all its tries, so that trying
// again never does twice what the first try may have done unseen.
import { ChaintillError } from './error.ts';
import { readAnswer } from './read-answer.ts';
import { signRequest } from './sign.ts';

export interface ClientOptions {
  /** Address of the server, for example `https://till.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The dialect of the API. This client speaks version 2. */
  readonly apiVersion?: 2;
  readonly fetch?: typeof fetch;
  /** Limit of one try. 30 seconds unless given. */
  readonly timeoutMilliseconds?: number;
  /** How often a call is tried again. 3 unless given. */
  readonly retriesMax?: number;
  /** Milliseconds since the epoch. For tests. */
  readonly now?: () => number;
  /** Waits between tries. For tests. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** From 0 to 1, spreads the waits. For tests. */
  readonly random?: () => number;
}

export interface CallOptions {
  /**
   * 1 to 255 characters; made up when not given. Give your own, stored with the order, to be able to
   * repeat the call safely after your own program was cut off.
   */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMilliseconds?: number | undefined;
}

export type Method = 'GET' | 'POST' | 'PATCH';

export interface Content extends CallOptions {
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** Calls an operation; resolves to the JSON of its answer, rejects with a ChaintillError. */
export type Request = <T>(method: Method, path: string, content?: Content) => Promise<T>;

type Transport = Required<Omit<ClientOptions, 'apiVersion' | 'sleep'>> & {
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** Rising, so that no two requests of this client have the same signature. */
  readonly signingTime: () => number;
};

interface Prepared {
  readonly method: Method;
  readonly url: URL;
  readonly target: string;
  readonly body: string | null;
  readonly idempotencyKey: string | null;
  readonly call: CallOptions;
}

const TIMEOUT_MILLISECONDS = 30_000;
const RETRIES_MAX = 3;
const BACK_OFF_MILLISECONDS = 500;
const BACK_OFF_MILLISECONDS_MAX = 8_000;
/** A longer Retry-After is the caller's to wait for, not a call's. */
const RETRY_AFTER_SECONDS_MAX = 60;

export function createRequest(options: ClientOptions): Request {
  const transport = createTransport(options);
  return async <T>(method: Method, path: string, content: Content = {}) => {
    const prepared = prepare(transport, { method, path, content });
    return (await sendWithRetries(transport, prepared)) as T;
  };
}

function createTransport(options: ClientOptions): Transport {
  if (options.apiVersion !== undefined && options.apiVersion !== 2) {
    throw new TypeError('this client speaks version 2 of the API');
  }
  const now = options.now ?? Date.now;
  let last = 0;
  return {
    ...options,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    fetch: options.fetch ?? fetch,
    timeoutMilliseconds: options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS,
    retriesMax: options.retriesMax ?? RETRIES_MAX,
    now,
    sleep: options.sleep ?? timer,
    random: options.random ?? Math.random,
    signingTime: () => {
      last = Math.max(now(), last + 1);
      return last;
    },
  };
}

function prepare(
  transport: Transport,
  requested: { method: Method; path: string; content: Content },
): Prepared {
  const { method, path, content } = requested;
  // Without the slash the path would become part of the host's name.
  if (!path.startsWith('/')) throw new TypeError('a path begins with /');
  const url = new URL(transport.baseUrl + path);
  for (const [name, value] of Object.entries(content.query ?? {})) {
    if (value === undefined || value === null) continue;
    url.searchParams.append(name, value instanceof Date ? value.toISOString() : String(value));
  }
  // Sign the target as URL normalized it, which is what fetch sends. A path in the base URL is not signed.
  const basePath = new URL(transport.baseUrl).pathname.replace(/\/$/, '');
  return {
    method,
    url,
    target: url.pathname.slice(basePath.length) + url.search,
    body: content.body === undefined ? null : JSON.stringify(content.body),
    idempotencyKey:
      method === 'GET' ? null : checkedKey(content.idempotencyKey ?? crypto.randomUUID()),
    call: content,
  };
}

function checkedKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new TypeError(
      'an idempotency key has 1 to 255 printable ASCII characters without spaces',
    );
  }
  return key;
}

async function sendWithRetries(transport: Transport, prepared: Prepared): Promise<unknown> {
  for (let retry = 0; ; retry++) {
    try {
      return await send(transport, prepared);
    } catch (error) {
      const wait = error instanceof ChaintillError ? waitBefore(transport, retry, error) : null;
      if (wait === null) throw error;
      // Aborted while it waits, it wakes up and the next try reports it.
      await transport.sleep(wait, prepared.call.signal).catch(() => undefined);
    }
  }
}

async function send(transport: Transport, prepared: Prepared): Promise<unknown> {
  const { method, url, target, body, idempotencyKey, call } = prepared;
  const limit = AbortSignal.timeout(call.timeoutMilliseconds ?? transport.timeoutMilliseconds);
  const signedAt = transport.signingTime();
  try {
    const response = await transport.fetch(url, {
      method,
      headers: {
        ...(await signRequest(transport, { method, target, body, signedAt })),
        Accept: 'application/json',
        'Api-Version': '2',
        ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
      },
      body,
      // Followed, a redirect would carry the signature to another target.
      redirect: 'manual',
      signal: call.signal === undefined ? limit : AbortSignal.any([limit, call.signal]),
    });
    return await readAnswer(response, transport.now);
  } catch (error) {
    if (error instanceof ChaintillError) throw error;
    throw connectionError(error, {
      isAborted: call.signal?.aborted === true,
      isLate: limit.aborted,
    });
  }
}

function timer(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timeout = setTimeout(wake, milliseconds);
    if (signal?.aborted === true) wake();
    else signal?.addEventListener('abort', wake);
  });
}

function connectionError(cause: unknown, how: { isAborted: boolean; isLate: boolean }) {
  const facts = how.isAborted
    ? { code: 'aborted', message: 'the call was aborted' }
    : how.isLate
      ? { code: 'timeout', message: 'no answer in time' }
      : { code: 'connection_failed', message: `no connection to the server: ${reasonOf(cause)}` };
  return new ChaintillError({ ...facts, status: null, cause });
}

/** What stands behind fetch's `fetch failed`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** Milliseconds to wait before the next try; null when there is to be none. */
function waitBefore(transport: Transport, retry: number, error: ChaintillError): number | null {
  if (retry >= transport.retriesMax || !mayPass(error)) return null;
  const seconds = error.retryAfterSeconds;
  if (seconds !== null) return seconds > RETRY_AFTER_SECONDS_MAX ? null : seconds * 1000;
  const longest = Math.min(BACK_OFF_MILLISECONDS * 2 ** retry, BACK_OFF_MILLISECONDS_MAX);
  return Math.round(longest * (0.5 + transport.random() / 2));
}

function mayPass(error: ChaintillError): boolean {
  if (error.status === null) return error.code !== 'aborted';
  // The first try of this very call is still being worked on, or was cut off: `Retry-After` tells when it is over.
  if (error.code === 'idempotency_key_in_use') return true;
  // Something on the way took the Idempotency-Key off: to try again may do it twice.
  if (error.code === 'outcome_unknown') return false;
  return error.status === 429 || error.status >= 500;
}
