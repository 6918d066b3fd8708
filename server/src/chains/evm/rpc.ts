// The JSON-RPC client of one Ethereum node (geth, Nethermind, Reth, Erigon, Besu, anvil). Every failure and every
// answer that is not what was asked for becomes ChainUnavailable; a refusal by the node itself (`error` in the
// answer) is data, since "no such method" and "nonce too low" are answers too.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { known } from '../../core/assert.ts';
import { assertOutsideTransaction } from '../../db/database.ts';
import { httpPost } from '../bitcoind/http-post.ts';
import { ChainUnavailable } from '../chain.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type RpcAnswer =
  | { readonly ok: true; readonly result: unknown }
  /** `code` as in EIP-1474. */
  | { readonly ok: false; readonly code: number; readonly message: string };

export interface EvmRpc {
  /** Where the node is, for messages: host and port, never a login or a key in its path. */
  readonly node: string;
  /** The result of one call. Throws ChainUnavailable, also when the node refuses. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Answers to all calls, in their order, over few round trips. Throws ChainUnavailable. */
  ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>;
  close(): void;
}

export interface RpcOptions {
  /** `http://host:8545`, with user and password, or a key in the path, where the node wants one. */
  readonly url: string;
  readonly timeoutMilliseconds?: number;
}

/** Tracing a full block takes a busy node seconds. */
const TIMEOUT_MILLISECONDS = 30_000;
/** Calls in one request: far below the 1000 of geth (`--rpc.batch-request-limit`) and the 100 of the strictest. */
const BATCH_CALLS_MAX = 50;
const SOCKETS_MAX = 4;
const IDLE_MILLISECONDS_MAX = 2000;
const EXCERPT_LENGTH = 80;
/** "Limit exceeded" (EIP-1474): the node has had enough of us for now. */
const LIMIT_EXCEEDED = -32005;

const batchAnswer = Compile(
  Type.Array(
    Type.Object({
      id: Type.Integer(),
      result: Type.Optional(Type.Unknown()),
      error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
    }),
  ),
);

interface Connection {
  readonly url: URL;
  readonly node: string;
  readonly agent: HttpAgent;
  readonly authorization: string | null;
  readonly timeoutMilliseconds: number;
}

/** Connects to nothing yet. Throws when the address is not a URL. */
export function evmRpc(options: RpcOptions): EvmRpc {
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
export function resultOf(answer: RpcAnswer | undefined, what: string): unknown {
  const given = known(answer, 'as many answers as calls');
  if (given.ok) return given.result;
  const cause = new Error(`${given.code} ${given.message}`);
  throw new ChainUnavailable(`${what} was refused: ${cause.message}`, { cause });
}

function open(options: RpcOptions): Connection {
  // Checked first, since the error of `new URL` carries its input, password and all.
  if (!URL.canParse(options.url)) throw new Error('the address of the node is not a URL');
  const url = new URL(options.url);
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization =
    url.username === '' ? null : `Basic ${Buffer.from(login).toString('base64')}`;
  url.username = '';
  url.password = '';
  const pool = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MILLISECONDS_MAX };
  const agent = url.protocol === 'https:' ? new HttpsAgent(pool) : new HttpAgent(pool);
  const timeoutMilliseconds = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
  return { url, node: url.host, agent, authorization, timeoutMilliseconds };
}

async function askBatch(
  connection: Connection,
  calls: readonly RpcCall[],
): Promise<readonly RpcAnswer[]> {
  const methods = [...new Set(calls.map((call) => call.method))].join(', ');
  try {
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));
    const { status, text } = await httpPost({ ...connection, body });
    if (status === 401 || status === 403) throw new Error('the node refuses our login');
    return answersIn(text, status, calls.length);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChainUnavailable(`${methods} at ${connection.node}: ${reason}`, { cause });
  }
}

function answersIn(text: string, status: number, count: number): readonly RpcAnswer[] {
  const excerpt = `status ${status}, ${JSON.stringify(text.slice(0, EXCERPT_LENGTH))}`;
  const parsed = parse(text, excerpt);
  if (!batchAnswer.Check(parsed)) throw new Error(`not a JSON-RPC answer: ${excerpt}`);
  const byId = new Map(parsed.map((item) => [item.id, item]));
  if (parsed.length !== count || byId.size !== count) throw new Error('answers are missing');
  return Array.from({ length: count }, (_, id) => {
    const item = byId.get(id);
    if (item === undefined) throw new Error('answers to other questions');
    if (item.error?.code === LIMIT_EXCEEDED) throw new Error(item.error.message);
    return item.error ? { ok: false, ...item.error } : { ok: true, result: item.result };
  });
}

function parse(text: string, excerpt: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`not JSON: ${excerpt}`, { cause });
  }
}
