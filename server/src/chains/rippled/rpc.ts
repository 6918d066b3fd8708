// JSON-RPC of rippled: one POST per request, {method, params: [{...}]}, with status 200 also for errors (xrpl.org,
// "Request Formatting"). Invalid responses become ChainUnavailable here. Errors from the node are returned as values,
// because some are results ("no such account").
import { type Static, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { assertOutsideTransaction } from '../../db/outside-calls.ts';
import { ChainUnavailable } from '../chain.ts';
import {
  type Connection,
  type ConnectionOptions,
  excerptOf,
  jsonIn,
  openConnection,
  type PostAnswer,
} from '../rpc/connection.ts';
import { shaped } from '../rpc/shaped.ts';

export type RippledAnswer =
  | { readonly ok: true; readonly result: unknown }
  /** `error` as in xrpl.org, "Universal Errors" and the page of each method. */
  | {
      readonly ok: false;
      readonly error: string;
      readonly message: string;
      readonly result: unknown;
    };

export interface RippledRpc {
  /** The node's address for messages: host and port, never the login. */
  readonly node: string;
  /** Throws ChainUnavailable when the node cannot be reached, or cannot answer now. */
  request(method: string, params?: object): Promise<RippledAnswer>;
  /** The result, which must match the schema. Throws ChainUnavailable, also when the node returns an error. */
  call<Schema extends TSchema>(
    method: string,
    shape: Validator<Record<string, never>, Schema>,
    params?: object,
  ): Promise<Static<Schema>>;
  close(): void;
}

const TIMEOUT_MILLISECONDS = 20_000;
/**
 * The node is up but cannot answer now: it is starting, has lost the network, or is overloaded (xrpl.org, "Universal
 * Errors").
 */
const NOT_NOW = new Set([
  'amendmentBlocked',
  'failedToForward',
  'forbidden',
  'internal',
  'noClosed',
  'noCurrent',
  'noNetwork',
  'noPermission',
  'notReady',
  'notSynced',
  'slowDown',
  'tooBusy',
  'wsTextRequired',
]);

const envelope = Compile(
  Type.Object({
    result: Type.Object({
      status: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
      error_message: Type.Optional(Type.String()),
      error_exception: Type.Optional(Type.String()),
    }),
  }),
);

/** Opens no connection: the first request connects. */
export function rippledRpc(options: ConnectionOptions): RippledRpc {
  const connection = openConnection({ timeoutMilliseconds: TIMEOUT_MILLISECONDS, ...options });
  const { node } = connection;
  const request = (method: string, params: object = {}) => requestOnce(connection, method, params);
  return {
    node,
    request,
    async call(method, shape, params = {}) {
      const answer = await request(method, params);
      if (answer.ok) return shaped(shape, answer.result, `${method} at ${node}`);
      throw new ChainUnavailable(`${method} at ${node} was refused: ${answer.message}`);
    },
    close: connection.close,
  };
}

async function requestOnce(
  connection: Connection,
  method: string,
  params: object,
): Promise<RippledAnswer> {
  assertOutsideTransaction();
  try {
    return answerIn(await connection.post(JSON.stringify({ method, params: [params] })));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChainUnavailable(`${method} at ${connection.node}: ${reason}`, { cause });
  }
}

function answerIn(answer: PostAnswer): RippledAnswer {
  const parsed = jsonIn(answer);
  if (answer.status !== 200 || !envelope.Check(parsed)) {
    throw new Error(`not an answer of rippled: ${excerptOf(answer)}`);
  }
  const { result } = parsed;
  if (result.status === 'success') return { ok: true, result };
  const { error } = result;
  if (result.status !== 'error' || error === undefined)
    throw new Error('neither success nor error');
  const reported = result.error_message ?? result.error_exception;
  const message = reported === undefined ? error : `${error} (${reported})`;
  if (NOT_NOW.has(error)) throw new Error(message);
  return { ok: false, error, message, result };
}
