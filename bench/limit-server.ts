// The limit that the service is measured against: a bare node:http server in a process of its own that
// reads the raw body, verifies the same MD5 and HMAC-SHA1 signature, parses the JSON and answers 201 with
// JSON of a given size. Nothing else: no checks, no database, no log.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

let secrets: ReadonlyMap<string, string> = new Map();
let answer = '{}';

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', date = '', 'content-type': contentType = '' } = request.headers;
  const [key = '', signature = ''] = authorization.slice('HMAC '.length).split(':');
  const digest = body.length === 0 ? '' : createHash('md5').update(body).digest('hex');
  const text = [request.method, digest, contentType, date, request.url].join('\n');
  const expected = createHmac('sha1', secrets.get(key) ?? '')
    .update(text)
    .digest('base64');
  const [left, right] = [Buffer.from(expected), Buffer.from(signature)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function serve(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const isValid = isSigned(request, body) && typeof JSON.parse(body.toString('utf8')) === 'object';
  response.writeHead(isValid ? 201 : 401, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(answer),
  });
  response.end(answer);
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => serve(request, Buffer.concat(parts), response));
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (order: { key: string; secret: string; bodyBytes: number }) => {
  secrets = new Map([[order.key, order.secret]]);
  answer = JSON.stringify({
    data: 'x'.repeat(Math.max(0, order.bodyBytes - '{"data":""}'.length)),
  });
  process.send?.({});
});
