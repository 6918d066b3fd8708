// JSON-RPC of rippled: one POST for each question, {method, params: [{...}]}, status 200 also for errors
// (xrpl.org, "Request Formatting"). Whatever is not an honest answer becomes ChainUnavailable here; refusals of
// the node come back as values, since some of them are answers ("no such account").
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { assertOutsideTransaction } from '../../db/database.ts';
import { type Credentials, credentialsOf } from '../bitcoind/credentials.ts';
import { httpPost } from '../bitcoind/http-post.ts';
import { ChainUnavailable } from '../chain.ts';

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
  /** Where the node is, for messages: host and port, never the login. */
  readonly node: string;
  /** Throws ChainUnavailable when the node cannot be asked, or is not able to answer now. */
  ask(method: string, params?: object): Promise<RippledAnswer>;
  /** The result, which must have the shape. Throws ChainUnavailable, also when the node refuses. */
  call<Schema extends TSchema>(
    method: string,
    shape: Validator<Record<string, never>, Schema>,
    params?: object,
  ): Promise<Static<Schema>>;
  close(): void;
}

export interface RpcOptions {
  /** `http://host:port`, with user and password where `[port_rpc]` of rippled.cfg asks for them. */
  readonly url: string;
  /** For one exchange with the node. Default 20 seconds. */
  readonly timeoutMilliseconds?: number;
}

const TIMEOUT_MILLISECONDS = 20_000;
/** Questions at once: a node that serves many ledgers at a time answers `slowDown`. */
const SOCKETS_MAX = 4;
const IDLE_MILLISECONDS_MAX = 2000;
const EXCERPT_LENGTH = 80;
/**
 * The node is there and cannot tell now: it is starting, has lost the network, or has too much to do
 * (xrpl.org, "Universal Errors").
 */
const NOT_NOW = new Set([
  ...['amendmentBlocked', 'failedToForward', 'forbidden', 'internal', 'noClosed', 'noCurrent'],
  ...[
    'noNetwork',
    'noPermission',
    'notReady',
    'notSynced',
    'slowDown',
    'tooBusy',
    'wsTextRequired',
  ],
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

interface Connection {
  readonly url: URL;
  readonly node: string;
  readonly agent: HttpAgent;
  readonly credentials: Credentials;
  readonly timeoutMilliseconds: number;
}

/** Opens nothing: the first question connects. */
export function rippledRpc(options: RpcOptions): RippledRpc {
  const connection = open(options);
  const { node } = connection;
  const ask = (method: string, params: object = {}) => askOnce(connection, method, params);
  return {
    node,
    ask,
    async call(method, shape, params = {}) {
      const answer = await ask(method, params);
      if (answer.ok) return shaped(shape, answer.result, `${method} at ${node}`);
      throw new ChainUnavailable(`${method} at ${node} was refused: ${answer.message}`);
    },
    close: () => connection.agent.destroy(),
  };
}

/** The value, which must have the shape; ChainUnavailable otherwise. */
export function shaped<Schema extends TSchema>(
  shape: Validator<Record<string, never>, Schema>,
  value: unknown,
  what: string,
): Static<Schema> {
  if (shape.Check(value)) return value;
  throw new ChainUnavailable(`${what} has not the expected shape`);
}

function open(options: RpcOptions): Connection {
  // Checked first, since the error of `new URL` carries its input, password and all.
  if (!URL.canParse(options.url)) throw new Error('the address of the node is not a URL');
  const url = new URL(options.url);
  const credentials = credentialsOf(url, undefined);
  const node = url.host;
  // From here on the login travels in the header alone, and no message can contain it.
  url.username = '';
  url.password = '';
  const pool = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MILLISECONDS_MAX };
  const agent = url.protocol === 'https:' ? new HttpsAgent(pool) : new HttpAgent(pool);
  const timeoutMilliseconds = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
  return { url, node, agent, credentials, timeoutMilliseconds };
}

async function askOnce(
  connection: Connection,
  method: string,
  params: object,
): Promise<RippledAnswer> {
  assertOutsideTransaction();
  try {
    const body = JSON.stringify({ method, params: [params] });
    const authorization = await connection.credentials.header();
    const answer = await httpPost({ ...connection, body, authorization });
    if (answer.status !== 200) {
      throw new Error(
        `status ${answer.status}, ${JSON.stringify(answer.text.slice(0, EXCERPT_LENGTH))}`,
      );
    }
    return answerIn(answer.text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChainUnavailable(`${method} at ${connection.node}: ${reason}`, { cause });
  }
}

function answerIn(text: string): RippledAnswer {
  const parsed = parse(text);
  if (!envelope.Check(parsed)) {
    throw new Error(`not an answer of rippled: ${JSON.stringify(text.slice(0, EXCERPT_LENGTH))}`);
  }
  const { result } = parsed;
  if (result.status === 'success') return { ok: true, result };
  const { error } = result;
  if (result.status !== 'error' || error === undefined)
    throw new Error('neither success nor error');
  const said = result.error_message ?? result.error_exception;
  const message = said === undefined ? error : `${error} (${said})`;
  if (NOT_NOW.has(error)) throw new Error(message);
  return { ok: false, error, message, result };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`not JSON: ${JSON.stringify(text.slice(0, EXCERPT_LENGTH))}`, { cause });
  }
}
