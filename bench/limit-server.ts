// The limit that the service is compared with: a bare HTTP server in a separate process, on the same framework. It
// reads the raw body, verifies the same signature, parses the JSON, and responds 201 with the service's headers and
// JSON of the same size, serialized for each response. Nothing else: no field checks, no database, no log.
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { parseJson } from '../server/src/contract/parse-json.ts';
import { parseAuthorization, verifySignature } from '../server/src/http/signature.ts';

export interface LimitOrder {
  readonly secrets: readonly (readonly [key: string, secret: string])[];
  /** A response body of the service. */
  readonly answer: string;
}

let secrets: ReadonlyMap<string, string> = new Map();
let answer: unknown = {};

/** As the service sends them (server/src/http/server.ts). */
const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-request-id': '0123456789abcdef0123456789abcdef',
  'api-version': '2',
  'content-type': 'application/json; charset=utf-8',
};

function isSigned(
  request: { method: string; target: string; body: Buffer },
  of: IncomingHttpHeaders,
) {
  const credential = parseAuthorization(of.authorization);
  const secret = secrets.get(credential?.key ?? '');
  if (credential === null || secret === undefined) return false;
  const { signature } = credential;
  const [date, contentType] = [of['date'] ?? '', of['content-type'] ?? ''];
  return verifySignature({ ...request, date, contentType, secret, signature }).isValid;
}

const fastify = Fastify();
fastify.removeAllContentTypeParsers();
fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
fastify.post('/api/*', async (request, reply) => {
  const body = request.body as Buffer;
  const isValid =
    isSigned({ method: 'POST', target: request.raw.url ?? '', body }, request.headers) &&
    typeof parseJson(body.toString('utf8')) === 'object';
  return reply
    .code(isValid ? 201 : 401)
    .headers(headers)
    .send(JSON.stringify(answer));
});

await fastify.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (fastify.server.address() as AddressInfo).port });
process.on('message', (order: LimitOrder) => {
  secrets = new Map(order.secrets);
  answer = JSON.parse(order.answer);
  process.send?.({});
});
