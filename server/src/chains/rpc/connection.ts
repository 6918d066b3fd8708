// The HTTP connection to one node: the connection pool and the login. Shared by all families.
import { type Dispatcher, Pool } from 'undici';
import type { Log } from '../../core/log.ts';
import { type Credentials, credentialsOf } from './credentials.ts';

export interface ConnectionOptions {
  /** Contains the credentials unless there are none or a cookie file is set. */
  readonly url: string;
  /** The node writes its credentials there at each start. Takes precedence over the credentials in the URL. */
  readonly cookieFile?: string;
  readonly timeoutMilliseconds?: number;
  /** Defaults to 400 MB. */
  readonly answerBytesMax?: number;
  readonly log?: Log;
}

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Connection {
  /** Host and port, never a login or a key in the path. */
  readonly node: string;
  /** Returns every complete response, whatever its status; throws otherwise. */
  post(body: string): Promise<PostAnswer>;
  close(): void;
}

/** A full block with all its transactions or traces takes a busy node several seconds. */
const TIMEOUT_MILLISECONDS = 30_000;
/** bitcoind has four RPC threads (`-rpcthreads`), and rippled answers `slowDown` to many ledger requests. */
const SOCKETS_MAX = 4;
/** Far above honest responses: a full 32 MB block of BCH is 64 MB in hex. V8 holds no string above 512 MB. */
const ANSWER_BYTES_MAX = 400 * 2 ** 20;
/** Shorter than bitcoind's own limit of 30 s (`-rpcservertimeout`), whose shutdown waits for open connections. */
const IDLE_MILLISECONDS_MAX = 2000;
const EXCERPT_LENGTH = 80;

/** Opens no connection yet. Throws when the address is not a URL. */
export function openConnection(options: ConnectionOptions): Connection {
  // The error of `new URL` contains its input, including the password.
  if (!URL.canParse(options.url)) throw new Error('the address of the node is not a URL');
  const url = new URL(options.url);
  const credentials = credentialsOf(url, options.cookieFile);
  // From here on, the login is only in the header, so no message can contain it.
  url.username = '';
  url.password = '';
  const { timeoutMilliseconds = TIMEOUT_MILLISECONDS, log } = options;
  const { answerBytesMax = ANSWER_BYTES_MAX } = options;
  const pool = poolTo(url, { timeoutMilliseconds, answerBytesMax });
  const send = async (body: string) => {
    const authorization = await credentials.header();
    const headers = {
      'content-type': 'application/json',
      ...(authorization === null ? {} : { authorization }),
    };
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const path = `${url.pathname}${url.search}`;
    return postOnce(pool, { method: 'POST', path, headers, body, signal }, timeoutMilliseconds);
  };
  return {
    node: url.host,
    post: (body) =>
      withNewLogin(
        () => send(body),
        credentials,
        () => log?.info({ node: url.host }, 'node restarted, read its cookie file again'),
      ),
    close() {
      pool.destroy().catch(() => undefined);
    },
  };
}

/** `postOnce` limits the time of a whole exchange. */
function poolTo(
  url: URL,
  {
    timeoutMilliseconds,
    answerBytesMax,
  }: { readonly timeoutMilliseconds: number; readonly answerBytesMax: number },
): Pool {
  return new Pool(url.origin, {
    connections: SOCKETS_MAX,
    keepAliveTimeout: IDLE_MILLISECONDS_MAX,
    keepAliveMaxTimeout: IDLE_MILLISECONDS_MAX,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: answerBytesMax,
    connect: { timeout: timeoutMilliseconds },
  });
}

type Post = Dispatcher.RequestOptions & { readonly signal: AbortSignal };

/** Returns the text for any status; throws when the connection fails, or the response is too slow or too large. */
async function postOnce(pool: Pool, post: Post, timeoutMilliseconds: number): Promise<PostAnswer> {
  try {
    const { statusCode, body } = await pool.request(post).catch((error: unknown) => {
      if (!isHangUp(error)) throw error;
      return pool.request(post);
    });
    return { status: statusCode, text: await body.text() };
  } catch (cause) {
    if (!post.signal.aborted) throw cause;
    throw new Error(`no complete answer within ${timeoutMilliseconds} ms`, { cause });
  }
}

/** Usually an idle connection (after `-rpcservertimeout`, 30 s). Every request sent here may be repeated. */
function isHangUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** Retries once after a 401 if the cookie file has changed, as it does when the node restarts. */
async function withNewLogin(
  send: () => Promise<PostAnswer>,
  credentials: Credentials,
  renewed: () => void,
): Promise<PostAnswer> {
  const answer = await send();
  if (answer.status !== 401 || !(await credentials.renew())) return answer;
  renewed();
  return send();
}

/** Throws with the start of the text when it is not JSON, and when the node rejects the login. */
export function jsonIn(answer: PostAnswer, read: (text: string) => unknown = JSON.parse): unknown {
  if (answer.status === 401 || answer.status === 403) {
    throw new Error(`the node refuses our login: ${excerptOf(answer)}`);
  }
  try {
    return read(answer.text);
  } catch (cause) {
    throw new Error(`not JSON: ${excerptOf(answer)}`, { cause });
  }
}

export function excerptOf({ status, text }: PostAnswer): string {
  return `status ${status}, ${JSON.stringify(text.slice(0, EXCERPT_LENGTH))}`;
}
