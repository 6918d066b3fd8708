// A JSON-RPC client that asks in batches, for the nodes that take them (bitcoind and its relatives, Ethereum's). Every
// failure and every answer that is not what was asked for becomes ChainUnavailable; a refusal by the node itself
// (`error` in the answer) is data, since "no such transaction" and "nonce too low" are answers too.
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { defined } from '../../core/assert.ts';
import { assertOutsideTransaction } from '../../db/outside-calls.ts';
import { ChainUnavailable } from '../chain.ts';
import {
  type Connection,
  type ConnectionOptions,
  excerptOf,
  jsonIn,
  openConnection,
  type PostAnswer,
} from './connection.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type RpcAnswer =
  | { readonly ok: true; readonly result: unknown }
  /** `code` as the family's nodes give it: Bitcoin Core's rpc/protocol.h, EIP-1474. */
  | { readonly ok: false; readonly code: number; readonly message: string };

export interface JsonRpc {
  /** Where the node is, for messages: host and port, never a login or a key in its path. */
  readonly node: string;
  /** The result of one call. Throws ChainUnavailable, also when the node refuses. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Answers to all calls, in their order, over few round trips. Throws ChainUnavailable. */
  ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>;
  close(): void;
}

/** What the families say differently. */
export interface Dialect {
  readonly version: '1.0' | '2.0';
  /** Reads the text of an answer; JSON.parse if not given. */
  readonly read?: (text: string) => unknown;
  /** With this code a node says that it cannot answer now, which is no answer. */
  readonly notNow?: number;
}

/**
 * Calls in one request. Bounds one answer (no transaction is above 400 kB relayed, 4 MB as JSON), and is below what
 * Ethereum's nodes allow: 1000 of geth (`--rpc.batch-request-limit`), 100 of the strictest.
 */
const BATCH_CALLS_MAX = 50;

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

/** Connects to nothing yet. Throws when the address is not a URL. */
export function jsonRpc(options: ConnectionOptions, dialect: Dialect): JsonRpc {
  const connection = openConnection(options);
  const { node } = connection;
  const ask = async (calls: readonly RpcCall[]) => {
    assertOutsideTransaction();
    const answers: RpcAnswer[] = [];
    for (let start = 0; start < calls.length; start += BATCH_CALLS_MAX) {
      const batch = calls.slice(start, start + BATCH_CALLS_MAX);
      answers.push(...(await requestBatch(connection, dialect, batch)));
    }
    return answers;
  };
  return {
    node,
    ask,
    async call(method, ...params) {
      const [answer] = await ask([{ method, params }]);
      return resultOf(answer, `${method} at ${node}`);
    },
    close: connection.close,
  };
}

/** The result, or ChainUnavailable with what the node said. */
export function resultOf(answer: RpcAnswer | undefined, what: string): unknown {
  const given = defined(answer, 'as many answers as calls');
  if (given.ok) return given.result;
  const cause = new Error(`${given.code} ${given.message}`);
  throw new ChainUnavailable(`${what} was refused: ${cause.message}`, { cause });
}

async function requestBatch(
  connection: Connection,
  dialect: Dialect,
  calls: readonly RpcCall[],
): Promise<readonly RpcAnswer[]> {
  const methods = [...new Set(calls.map((call) => call.method))].join(', ');
  try {
    const jsonrpc = dialect.version;
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc, id, ...call })));
    return answersIn(await connection.post(body), dialect, calls.length);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChainUnavailable(`${methods} at ${connection.node}: ${reason}`, { cause });
  }
}

function answersIn(answer: PostAnswer, dialect: Dialect, count: number): readonly RpcAnswer[] {
  const parsed = jsonIn(answer, dialect.read);
  if (!batchAnswer.Check(parsed)) throw new Error(`not a JSON-RPC answer: ${excerptOf(answer)}`);
  const byId = new Map(parsed.map((item) => [item.id, item]));
  if (parsed.length !== count || byId.size !== count) throw new Error('answers are missing');
  return Array.from({ length: count }, (_, id) => {
    const item = byId.get(id);
    if (item === undefined) throw new Error('answers to other questions');
    const { error, result } = item;
    if (error && error.code === dialect.notNow) throw new Error(error.message);
    return error ? { ok: false, ...error } : { ok: true, result };
  });
}
