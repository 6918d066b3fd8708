// Receives callbacks in Express, Connect, Next.js API routes, and plain `node:http` servers: `app.post('/callbacks',
// callbackHandler({ secret, onCallback }))`, before any JSON parser.
import { joined } from './hmac.ts';
import {
  type Answer,
  BODY_BYTES_MAX,
  type ReceiverOptions,
  receive,
  TOO_LARGE,
} from './receive.ts';

export type { ReceiverOptions } from './receive.ts';

/** The required part of a `node:http` or Express request. */
export interface IncomingCallback extends AsyncIterable<unknown> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Bytes or text after `express.raw` or `express.text`. */
  readonly body?: unknown;
  /** Platforms that parse the body keep the raw bytes here. */
  readonly rawBody?: unknown;
}

export interface Reply {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

/** Passes errors of `onCallback` to `next`. Without `next`, responds with 500 and rejects. */
export function callbackHandler(options: ReceiverOptions) {
  return async (
    request: IncomingCallback,
    reply: Reply,
    next?: (error: unknown) => void,
  ): Promise<void> => {
    try {
      answer(reply, await handle(options, request));
    } catch (error) {
      if (next !== undefined) return next(error);
      answer(reply, { status: 500, text: 'failed' });
      throw error;
    }
  };
}

async function handle(options: ReceiverOptions, request: IncomingCallback): Promise<Answer> {
  const body = await readBody(request);
  if (body === null) return TOO_LARGE;
  const id = request.headers['webhook-id'];
  return receive(options, {
    body,
    headers: request.headers,
    id: typeof id === 'string' ? id : null,
  });
}

/** Null when the body is too large. The rest of the body is then not read. */
async function readBody(request: IncomingCallback): Promise<string | Uint8Array | null> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string' || kept instanceof Uint8Array) return kept;
  }
  if (request.body !== undefined && request.body !== null) {
    throw new TypeError(
      'the body was parsed before its signature could be checked: receive callbacks before express.json(), and with bodyParser off in Next',
    );
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('the body must come as bytes');
    length += chunk.length;
    if (length > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return joined(chunks);
}

function answer(reply: Reply, { status, text }: Answer): void {
  reply.statusCode = status;
  reply.setHeader('Content-Type', 'text/plain');
  reply.end(text);
}
