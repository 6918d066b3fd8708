// Receives callbacks in frameworks with `Request` and `Response`: Next.js route handlers, Hono, Workers, Deno, Bun.
// `export const POST = callbackRoute({ secret, onCallback })` is a complete Next.js route.
import { joined } from './hmac.ts';
import { BODY_BYTES_MAX, type ReceiverOptions, receive, TOO_LARGE } from './receive.ts';

export type { ReceiverOptions } from './receive.ts';

export function callbackRoute(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await readBody(request);
    const { status, text } =
      body === null
        ? TOO_LARGE
        : await receive(options, {
            body,
            headers: request.headers,
            id: request.headers.get('webhook-id'),
          });
    return new Response(text, { status, headers: { 'Content-Type': 'text/plain' } });
  };
}

/** Null when the body is too large. The rest of the body is then not read. */
async function readBody(request: Request): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    length += value.length;
    if (length > BODY_BYTES_MAX) {
      await reader?.cancel();
      return null;
    }
    chunks.push(value);
  }
  return joined(chunks);
}
