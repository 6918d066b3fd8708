// A JSON-RPC client with batching. Every failure and every unexpected response throws ChainUnavailable. An error from
// the node itself is returned as a value, because "no such transaction" and "nonce too low" are results.
import { type Static, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
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
  /** `code`: Bitcoin Core's rpc/protocol.h, EIP-1474. */
  | { readonly ok: false; readonly code: number; readonly message: string };

export interface JsonRpc {
  /** Host and port, never a login or a key in the path. */
  readonly node: string;
  /** Throws ChainUnavailable, also when the node returns an error. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** In the order of the calls, in few round trips. Throws ChainUnavailable. */
  request(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>;
  close(): void;
}

export interface Dialect {
  readonly version: '1.0' | '2.0';
  /** Defaults to JSON.parse. */
  readonly read?: (text: string) => unknown;
  /** The error code of a node that cannot respond now. */
  readonly notNow?: number;
}

/** Bounds one response (a transaction is up to 4 MB as JSON). The strictest Ethereum nodes allow 100. */
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

/** Opens no connection yet. Throws when the address is not a URL. */
export function jsonRpc(options: ConnectionOptions, dialect: Dialect): JsonRpc {
  const connection = openConnection(options);
  const { node } = connection;
  const request = async (calls: readonly RpcCall[]) => {
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
    request,
    async call(method, ...params) {
      const [answer] = await request([{ method, params }]);
      return resultOf(answer, `${method} at ${node}`);
    },
    close: connection.close,
  };
}

/** Throws ChainUnavailable with the node's error message. */
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

/** Throws ChainUnavailable when the value does not match the schema. */
export function shaped<Schema extends TSchema>(
  shape: Validator<Record<string, never>, Schema>,
  value: unknown,
  what: string,
): Static<Schema> {
  if (shape.Check(value)) return value;
  throw new ChainUnavailable(`${what} has not the expected shape`);
}
