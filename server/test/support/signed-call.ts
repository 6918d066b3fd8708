// Signed requests to a listening server, byte for byte as a test wants them: the string to sign is built here by hand
// (wire.md part 2 (a)), not by the code under test.
import { createHash, createHmac } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { wallNow } from '../../src/core/clock.ts';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export interface Requested {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** An object is sent as JSON, text and bytes as they are. */
  readonly body?: object | string | Buffer | undefined;
  /** Replaces or adds to the usual headers; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Signed instead of the target as sent. */
  readonly signedTarget?: string;
  readonly date?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let lastTime = 0;

/** Increasing, so that no two requests have the same signature. */
export function freshDate(): string {
  lastTime = Math.max(wallNow(), lastTime + 1);
  return new Date(lastTime).toISOString();
}

export function bodyBytes(body: Requested['body']): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

export function signatureOf(
  secret: string,
  parts: { method: string; body: Buffer; contentType: string; date: string; target: string },
): string {
  const digest = parts.body.length === 0 ? '' : createHash('md5').update(parts.body).digest('hex');
  const text = [parts.method, digest, parts.contentType, parts.date, parts.target].join('\n');
  return createHmac('sha1', secret).update(text).digest('base64');
}

/** The headers of a correctly signed request. */
export function signedHeaders(
  credentials: Credentials,
  requested: Requested,
): Record<string, string> {
  const date = requested.date ?? freshDate();
  const contentType = requested.headers?.['content-type'] ?? 'application/json';
  const signature = signatureOf(credentials.secret, {
    method: requested.method,
    body: bodyBytes(requested.body),
    contentType: requested.headers?.['content-type'] === null ? '' : contentType,
    date,
    target: requested.signedTarget ?? requested.target,
  });
  const headers: Record<string, string | null> = {
    authorization: `HMAC ${credentials.key}:${signature}`,
    date,
    'content-type': contentType,
    ...requested.headers,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

export function signedCall(
  url: string,
  credentials: Credentials,
  requested: Requested,
): Promise<HttpAnswer> {
  return send(url, { ...requested, headers: signedHeaders(credentials, requested) });
}

/** Sends only the given headers, plus Host and Content-Length. */
export function send(
  url: string,
  requested: Requested & { headers: Readonly<Record<string, string>> },
): Promise<HttpAnswer> {
  const { hostname, port } = new URL(url);
  const body = bodyBytes(requested.body);
  const headers = { ...requested.headers, 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, method: requested.method, path: requested.target, headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends these bytes and reads until the server closes: for requests that no HTTP library would send. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<HttpAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('close', () => resolve(parseRaw(Buffer.concat(parts).toString('utf8'))));
  });
}

function parseRaw(text: string): HttpAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
}
