// Signed HTTP requests as bytes, created before the clock starts, so that the load generator uses little of the machine
// while the server under test does all of its work. The service and the bare server get the same bytes.
import { createHash, createHmac } from 'node:crypto';

export interface RequestFacts {
  readonly host: string;
  readonly key: string;
  readonly secret: string;
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly target: string;
}

/** The signature of the published clients: method, body MD5, content type, date, target. */
export function signedRequest(facts: RequestFacts, body: string): Buffer {
  const { host, key, secret, method, target } = facts;
  const date = new Date().toUTCString();
  const contentType = body === '' ? '' : 'application/json';
  const digest = body === '' ? '' : createHash('md5').update(body).digest('hex');
  const text = [method, digest, contentType, date, target].join('\n');
  const signature = createHmac('sha1', secret).update(text).digest('base64');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    `Date: ${date}`,
    `Authorization: HMAC ${key}:${signature}`,
    ...(body === ''
      ? []
      : [`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
