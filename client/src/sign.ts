// Signs requests: `Authorization: HMAC <key>:<signature>` with a base64 HMAC-SHA1 over method, MD5 of the body,
// content type, date and target. Exported for programs with their own transport.
import { bytesOf, hmac } from './hmac.ts';
import { md5 } from './md5.ts';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface RequestToSign {
  readonly method: string;
  /** Path and query after the base URL, exactly as sent. */
  readonly target: string;
  /** The exact text as sent. Null without a body. */
  readonly body: string | null;
  /** Milliseconds since the epoch. */
  readonly signedAt: number;
}

const CONTENT_TYPE = 'application/json';

export async function signRequest(
  credentials: Credentials,
  request: RequestToSign,
): Promise<{ Authorization: string; Date: string; 'Content-Type': string }> {
  // Includes milliseconds, unlike an HTTP date: requests that move money are accepted once per signature, and two
  // legitimate requests within a second must not have the same one.
  const date = new Date(request.signedAt).toISOString();
  const digest = request.body ? md5(bytesOf(request.body)) : '';
  const text = [request.method, digest, CONTENT_TYPE, date, request.target].join('\n');
  const signature = await hmac('SHA-1', bytesOf(credentials.apiSecret), bytesOf(text));
  return {
    Authorization: `HMAC ${credentials.apiKey}:${signature}`,
    Date: date,
    'Content-Type': CONTENT_TYPE,
  };
}
