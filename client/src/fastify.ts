// Receives callbacks in Fastify: `app.register(callbackPlugin, { path: '/callbacks', secret, onCallback })`. The
// plugin is encapsulated, so that only this route gets raw bodies.
import { BODY_BYTES_MAX, type ReceiverOptions, receive } from './receive.ts';

export interface CallbackPluginOptions extends ReceiverOptions {
  /** Default: `/callbacks`. */
  readonly path?: string;
}

/** The required part of Fastify's objects. */
interface Scope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: never, body: Uint8Array, done: (error: null, body: unknown) => void) => void,
  ): unknown;
  post(path: string, handle: (request: FastifyCallback, reply: FastifyAnswer) => unknown): unknown;
}

interface FastifyCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

interface FastifyAnswer {
  code(status: number): FastifyAnswer;
  type(name: string): FastifyAnswer;
  send(text: string): unknown;
}

/** `instance` is a Fastify instance on any kind of server. */
export async function callbackPlugin(
  instance: unknown,
  options: CallbackPluginOptions,
): Promise<void> {
  const scope = instance as Scope;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => done(null, body),
  );
  scope.post(options.path ?? '/callbacks', async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const id = request.headers['webhook-id'];
    const { status, text } = await receive(options, {
      body,
      headers: request.headers,
      id: typeof id === 'string' ? id : null,
    });
    return reply.code(status).type('text/plain').send(text);
  });
}
