// One request to an S3-compatible store, signed (AWS Signature Version 4, by aws4fetch), and retried while the store
// is busy or the connection breaks. Errors contain neither the store's text nor a secret.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import { MINUTE, SECOND, sleep, wallNow } from '../../core/clock.ts';
import type { ObjectStoreSettings } from '../../core/config/read-backups.ts';
import { BackupError } from '../backup.ts';

// S3's XML responses are searched for tags instead of parsed, in linear time even when they are long or broken.

/** In order. Elements of the same name must not be nested. */
export function elementsIn(xml: string, name: string): string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let at = xml.indexOf(open); at >= 0; ) {
    const start = at + open.length;
    const end = xml.indexOf(close, start);
    if (end < 0) break;
    found.push(xml.slice(start, end));
    at = xml.indexOf(open, end);
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The text of the first element of this name, or ''. */
export function textIn(xml: string, name: string): string {
  const [text = ''] = elementsIn(xml, name);
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, entity: string) => ENTITIES[entity] ?? '');
}

export interface ObjectRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Below the bucket, in characters that need no escaping. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Statuses besides 2xx that are returned instead of thrown. */
  readonly expected?: readonly number[];
}

export interface ObjectAnswer {
  readonly status: number;
  header(name: string): string | null;
  /** Must be read to its end or destroyed. */
  readonly body: Dispatcher.ResponseData['body'];
}

export type SendRequest = (request: ObjectRequest) => Promise<ObjectAnswer>;

export interface RetryPolicy {
  readonly attempts: number;
  /** Before the second attempt; doubled for each further one. */
  readonly pauseMilliseconds: number;
  /** Maximum silence, before the response and between chunks. */
  readonly silenceMilliseconds: number;
}

export const TIMEOUT: RetryPolicy = {
  attempts: 7,
  pauseMilliseconds: SECOND / 2,
  silenceMilliseconds: MINUTE,
};

export interface Store {
  readonly settings: ObjectStoreSettings;
  readonly bucket: string;
  readonly timeout: RetryPolicy;
}

/** Busy or temporarily failing (S3's `SlowDown`, `InternalError`). */
const PASSING = [408, 409, 425, 429, 500, 502, 503, 504];
/** S3's code for an idle connection; its status is 400. */
const SILENT_LINE = 'RequestTimeout';
const BODY_SLICE = 1 << 16;
const TEXT_BYTES_MAX = 8 << 20;
const EMPTY = new Uint8Array();
/** Backup files are read for hours, over few connections. */
const SOCKETS_MAX = 8;

export function signedRequests(store: Store): SendRequest {
  const { attempts, pauseMilliseconds: pause, silenceMilliseconds: silence } = store.timeout;
  const dispatcher = new Agent({
    connections: SOCKETS_MAX,
    headersTimeout: silence,
    bodyTimeout: silence,
    connect: { timeout: silence / 2 },
  });
  return async (requested) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await requestOnce(store, dispatcher, requested).catch(asUnanswered);
      if (!('reason' in answer)) {
        const { status } = answer;
        if (isGood(status) || requested.expected?.includes(status)) return answer;
        const code = await codeIn(answer);
        const passes = PASSING.includes(status) || code === SILENT_LINE;
        if (!passes || attempt >= attempts)
          throw new BackupError(refusal(store, requested, `${status} ${code}`.trim()));
      } else if (attempt >= attempts)
        throw new BackupError(refusal(store, requested, `no response: ${answer.reason}`));
      await sleep(pause * 2 ** (attempt - 1));
    }
  };
}

interface Unanswered {
  readonly reason: string;
}

/** Rethrows local errors; everything else means that the connection broke or could not be made. */
function asUnanswered(error: unknown): Unanswered {
  if (error instanceof BackupError) throw error;
  const { code, message } = error as { code?: string; message?: string };
  return { reason: code ?? message ?? 'unknown' };
}

async function requestOnce(
  { settings, bucket }: Store,
  dispatcher: Dispatcher,
  { method, key, query = {}, headers = {}, body = EMPTY }: ObjectRequest,
): Promise<ObjectAnswer> {
  const url = new URL(`${endpointOf(settings)}/${bucket}${key === '' ? '' : `/${key}`}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    service: 's3',
    region: settings.region,
    accessKeyId: settings.accessKey,
    secretAccessKey: await secretOf(settings),
    datetime: new Date(wallNow()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    // The store compares the hash with the body that arrives.
    headers: { ...headers, 'x-amz-content-sha256': sha256(body) },
  }).sign();
  const answer = await request(signed.url, {
    method,
    dispatcher,
    headers: { ...Object.fromEntries(signed.headers), ...lengthOf(method, body) },
    body: body.length === 0 ? null : Readable.from(slices(body)),
  });
  const header = (name: string) => {
    const value = answer.headers[name];
    return typeof value === 'string' ? value : null;
  };
  return { status: answer.statusCode, header, body: answer.body };
}

function lengthOf(method: string, body: Uint8Array): Readonly<Record<string, string>> {
  return method === 'PUT' || method === 'POST' ? { 'content-length': `${body.length}` } : {};
}

/** Sliced, so that a slow connection is not mistaken for a store that does not respond. */
async function* slices(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += BODY_SLICE) yield body.subarray(at, at + BODY_SLICE);
}

function endpointOf({ endpoint, region }: ObjectStoreSettings): string {
  return endpoint ?? `https://s3.${region}.amazonaws.com`;
}

async function secretOf({ secretKey, secretKeyFile }: ObjectStoreSettings): Promise<string> {
  if (secretKey !== null) return secretKey;
  const text = await readFile(secretKeyFile ?? '', 'utf8').catch(() => '');
  if (text.trim() !== '') return text.trim();
  throw new BackupError(`cannot read a secret in CHAINTILL_S3_SECRET_KEY_FILE (${secretKeyFile})`);
}

function sha256(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Throws when the response is too large. */
export async function textOf({ body }: ObjectAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > TEXT_BYTES_MAX) throw new BackupError('the response of the store is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The rest of the response is not reported, because it repeats what was signed. */
async function codeIn(answer: ObjectAnswer): Promise<string> {
  const text = await textOf(answer).catch(() => '');
  return errorCode(text) ?? '';
}

export function errorCode(text: string): string | null {
  const [error = ''] = elementsIn(text, 'Error');
  const code = textIn(error, 'Code');
  return /^\w{1,64}$/.test(code) ? code : null;
}

const HINTS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist: create it first',
  AccessDenied: 'the key does not have permission',
  InvalidAccessKeyId: 'check CHAINTILL_S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'check the secret key, CHAINTILL_S3_REGION and CHAINTILL_S3_ENDPOINT',
  AuthorizationHeaderMalformed: 'check CHAINTILL_S3_REGION',
  PermanentRedirect: 'check CHAINTILL_S3_REGION and CHAINTILL_S3_ENDPOINT',
  RequestTimeTooSkewed: "set the machine's clock",
};

function refusal({ bucket, settings }: Store, requested: ObjectRequest, what: string): string {
  const hint = HINTS[what.split(' ')[1] ?? ''];
  const where = `s3://${bucket}/${requested.key} at ${new URL(endpointOf(settings)).host}`;
  return `${requested.method} ${where}: ${what}${hint === undefined ? '' : `: ${hint}`}`;
}
