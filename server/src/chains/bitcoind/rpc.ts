// The JSON-RPC client of one Bitcoin Core style node (bitcoind, litecoind, BCHN). Every failure and
// every answer that is not what was asked for becomes ChainUnavailable; a refusal by the node itself
// (`error` in the answer) is data, since "no such transaction" is an answer too.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { known } from '../../core/assert.ts';
import type { Log } from '../../core/log.ts';
import { assertOutsideTransaction } from '../../db/database.ts';
import { ChainUnavailable } from '../chain.ts';
import { type Credentials, credentialsOf } from './credentials.ts';
import { httpPost, type PostAnswer } from './http-post.ts';
import { parseAnswer } from './parse-answer.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type RpcAnswer =
  | { readonly ok: true; readonly result: unknown }
  /** `code` as in Bitcoin Core's rpc/protocol.h. */
  | { readonly ok: false; readonly code: number; readonly message: string };

export interface BitcoindRpc {
  /** Where the node is, for messages: host and port, never the login. */
  readonly node: string;
  /** The result of one call. Throws ChainUnavailable, also when the node refuses. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Answers to all calls, in their order, over few round trips. Throws ChainUnavailable. */
  ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>;
  close(): void;
}

export interface RpcOptions {
  /** `http://user:password@host:port`. */
  readonly url: string;
  readonly cookieFile?: string;
  readonly timeoutMilliseconds?: number;
  readonly log: Log;
}

/** RPC_INVALID_ADDRESS_OR_KEY: no such transaction or block (Bitcoin Core rpc/protocol.h). */
export const NOT_FOUND = -5;
/** RPC_INVALID_PARAMETER: for getblockhash, a height above the tip. */
export const OUT_OF_RANGE = -8;

/** A full block with verbosity 2 takes a busy node seconds. */
const TIMEOUT_MILLISECONDS = 30_000;
/** Calls in one request. Bounds one answer: no transaction is above 400 kB relayed, 4 MB as JSON. */
const BATCH_CALLS_MAX = 50;
/** The nodes serve RPC with four threads (`-rpcthreads`) and queue 16 requests (`-rpcworkqueue`). */
const SOCKETS_MAX = 4;
/**
 * Idle connections are closed after this long: kept within a burst of calls, gone before the node's
 * own limit of 30 s, and not in the way of its shutdown, which waits for them.
 */
const IDLE_MILLISECONDS_MAX = 2000;
const EXCERPT_LENGTH = 80;

const batchAnswer = Compile(
  Type.Array(
    Type.Object({
      id: Type.Integer(),
      result: Type.Optional(Type.Unknown()),
      error: Type.Optional(
        Type.Union([Type.Null(), Type.Object({ code: Type.Integer(), message: Type.String() })]),
      ),
    }),
  ),
);

interface Connection {
  readonly url: URL;
  readonly node: string;
  readonly agent: HttpAgent;
  readonly credentials: Credentials;
  readonly timeoutMilliseconds: number;
  readonly log: Log;
}

export function bitcoindRpc(options: RpcOptions): BitcoindRpc {
  const connection = open(options);
  const { node } = connection;
  const ask = async (calls: readonly RpcCall[]) => {
    assertOutsideTransaction();
    const answers: RpcAnswer[] = [];
    for (let start = 0; start < calls.length; start += BATCH_CALLS_MAX) {
      answers.push(...(await askBatch(connection, calls.slice(start, start + BATCH_CALLS_MAX))));
    }
    return answers;
  };
  return {
    node,
    ask,
    async call(method, ...params) {
      const [answer] = await ask([{ method, params }]);
      return resultOf(known(answer, 'one answer for one call'), `${method} at ${node}`);
    },
    close: () => connection.agent.destroy(),
  };
}

/** The result, or ChainUnavailable with what the node said. */
export function resultOf(answer: RpcAnswer, what: string): unknown {
  if (answer.ok) return answer.result;
  const cause = new Error(`${answer.code} ${answer.message}`);
  throw new ChainUnavailable(`${what} was refused: ${cause.message}`, { cause });
}

function open(options: RpcOptions): Connection {
  // Checked first, since the error of `new URL` carries its input, password and all.
  if (!URL.canParse(options.url)) throw new Error('the address of the node is not a URL');
  const url = new URL(options.url);
  const credentials = credentialsOf(url, options.cookieFile);
  const node = url.host;
  // From here on the login travels in the header alone, and no message can contain it.
  url.username = '';
  url.password = '';
  const pool = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MILLISECONDS_MAX };
  const agent = url.protocol === 'https:' ? new HttpsAgent(pool) : new HttpAgent(pool);
  const timeoutMilliseconds = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
  return { url, node, agent, credentials, timeoutMilliseconds, log: options.log };
}

async function askBatch(
  connection: Connection,
  calls: readonly RpcCall[],
): Promise<readonly RpcAnswer[]> {
  const methods = [...new Set(calls.map((call) => call.method))].join(', ');
  try {
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '1.0', id, ...call })));
    return answersIn(await post(connection, body), calls.length);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChainUnavailable(`${methods} at ${connection.node}: ${reason}`, { cause });
  }
}

/** Posts; after a 401 once more if the cookie file changed, as it does when the node restarts. */
async function post(connection: Connection, body: string): Promise<PostAnswer> {
  const send = async () =>
    httpPost({ ...connection, body, authorization: await connection.credentials.header() });
  const answer = await send();
  if (answer.status !== 401 || !(await connection.credentials.renew())) return answer;
  connection.log.info({ node: connection.node }, 'node restarted, read its cookie file again');
  return send();
}

function answersIn(answer: PostAnswer, count: number): readonly RpcAnswer[] {
  if (answer.status === 401 || answer.status === 403) throw new Error('the node refuses our login');
  const parsed = parse(answer);
  if (!batchAnswer.Check(parsed)) throw new Error(`not a JSON-RPC answer: ${excerpt(answer)}`);
  const byId = new Map(parsed.map((item) => [item.id, item]));
  if (parsed.length !== count || byId.size !== count) throw new Error('answers are missing');
  return Array.from({ length: count }, (_, id) => {
    const { error, result } = known(byId.get(id), `an answer to call ${id}`);
    return error ? { ok: false, ...error } : { ok: true, result };
  });
}

function parse(answer: PostAnswer): unknown {
  try {
    return parseAnswer(answer.text);
  } catch (cause) {
    throw new Error(`not JSON: ${excerpt(answer)}`, { cause });
  }
}

function excerpt(answer: PostAnswer): string {
  return `status ${answer.status}, ${JSON.stringify(answer.text.slice(0, EXCERPT_LENGTH))}`;
}
