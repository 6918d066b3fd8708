// Objects in an S3-compatible store: written once, streamed at any length in bounded memory, and listed completely.
import { randomBytes } from 'node:crypto';
import { BackupError } from '../backup.ts';
import {
  elementsIn,
  errorCode,
  type ObjectAnswer,
  type SendRequest,
  type Store,
  signedRequests,
  textIn,
  textOf,
} from './signed-request.ts';

export interface Listed {
  readonly key: string;
  /** When the object was stored, in milliseconds since the epoch. */
  readonly at: number;
}

export interface Bucket {
  /** False: different content of that name exists and remains. */
  putNew(key: string, content: Uint8Array): Promise<boolean>;
  /** Replaces existing content. Returns the number of bytes stored. */
  upload(key: string, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  list(prefix: string): AsyncGenerator<Listed>;
  remove(key: string): Promise<void>;
  /** Aborts incomplete uploads that started before this time. */
  endUploads(prefix: string, before: number): Promise<void>;
}

/** Held in memory twice per upload. A store accepts 10,000 parts, all but the last of equal size: 335 GB. */
export const PART_BYTES = 1 << 25;
const PARTS_MAX = 10_000;
/** Bytes that must arrive before a broken connection counts as recovered. */
const PROGRESS_BYTES = 1 << 20;

export function openBucket(store: Store, partBytes = PART_BYTES): Bucket {
  const send = signedRequests(store);
  return {
    putNew: (key, content) => putNew(send, key, content),
    upload: (key, chunks) => upload({ send, key, partBytes }, chunks),
    read: (key) => readObject({ send, attempts: store.timeout.attempts }, key),
    list: (prefix) => list(send, prefix),
    async remove(key) {
      await done(await send({ method: 'DELETE', key, expected: [404] }));
    },
    endUploads: (prefix, before) => endUploads(send, prefix, before),
  };
}

async function done({ body }: ObjectAnswer): Promise<void> {
  await body.dump();
}

/** An earlier attempt whose response was lost may have stored the object; its content is then identical. */
async function putNew(send: SendRequest, key: string, body: Uint8Array): Promise<boolean> {
  const requested = { method: 'PUT', key, body } as const;
  // Some stores do not support conditional writes, and not all of those report it: of two simultaneous writes, the
  // later one remains.
  if (await isThere(send, key)) return isStored(send, key, body);
  const headers = { 'if-none-match': '*' };
  const answer = await send({ ...requested, headers, expected: [412, 501] });
  await done(answer);
  if (answer.status === 412) return isStored(send, key, body);
  if (answer.status === 501) await done(await send(requested));
  return true;
}

async function isThere(send: SendRequest, key: string): Promise<boolean> {
  const answer = await send({ method: 'HEAD', key, expected: [404] });
  await done(answer);
  return answer.status !== 404;
}

async function isStored(send: SendRequest, key: string, content: Uint8Array): Promise<boolean> {
  const answer = await send({ method: 'GET', key });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > content.length) return false;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).equals(content);
}

interface Uploading {
  readonly send: SendRequest;
  readonly key: string;
  readonly partBytes: number;
}

async function upload(to: Uploading, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const { send, key, partBytes } = to;
  const parts = partsOf(chunks, partBytes);
  const first = (await parts.next()).value ?? new Uint8Array();
  if (first.length < partBytes) {
    await done(await send({ method: 'PUT', key, body: first }));
    return first.length;
  }
  const begun = await textOf(await send({ method: 'POST', key, query: { uploads: '' } }));
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
  if (uploadId === undefined) throw new BackupError(`the store started no upload of ${key}`);
  try {
    const bytes = await uploadParts(to, uploadId, { first, parts });
    return bytes;
  } catch (error) {
    const abandoned = send({ method: 'DELETE', key, query: { uploadId }, expected: [404] });
    await abandoned.then(done).catch(() => undefined);
    throw error;
  }
}

async function uploadParts(
  { send, key }: Uploading,
  uploadId: string,
  { first, parts }: { first: Uint8Array; parts: AsyncGenerator<Uint8Array> },
): Promise<number> {
  const tags: string[] = [];
  let bytes = 0;
  const put = async (body: Uint8Array) => {
    const partNumber = tags.length + 1;
    if (partNumber > PARTS_MAX) throw new BackupError(`${key} is too large for a multipart upload`);
    const query = { partNumber: `${partNumber}`, uploadId };
    const answer = await send({ method: 'PUT', key, query, body });
    const tag = answer.header('etag');
    await done(answer);
    if (tag === null) throw new BackupError(`the store returned no part ${partNumber} of ${key}`);
    tags.push(tag);
    bytes += body.length;
  };
  await put(first);
  for await (const part of parts) await put(part);
  await complete({ send, key }, uploadId, { tags, bytes });
  return bytes;
}

/** The stored object decides, not the response, which may be lost or be an error with a success status. */
async function complete(
  { send, key }: Pick<Uploading, 'send' | 'key'>,
  uploadId: string,
  { tags, bytes }: { readonly tags: readonly string[]; readonly bytes: number },
): Promise<void> {
  const parts = tags.map(
    (tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${inXml(tag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const headers = { 'content-type': 'application/xml' };
  const requested = { method: 'POST', key, query: { uploadId }, headers, body } as const;
  const answer = await send({ ...requested, expected: [404] });
  const code = errorCode(await textOf(answer));
  const stored = await send({ method: 'HEAD', key, expected: [404] });
  await done(stored);
  if (stored.status !== 404 && stored.header('content-length') === `${bytes}`) return;
  throw new BackupError(`the store did not complete ${key}: ${code ?? `${stored.status}`}`);
}

function inXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

async function* partsOf(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(chunk.length - at, partBytes - filled);
      part.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  if (filled > 0) yield part.subarray(0, filled);
  return undefined;
}

interface Reading {
  readonly send: SendRequest;
  readonly attempts: number;
}

async function readObject(
  { send, attempts }: Reading,
  key: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const answer = await send({ method: 'GET', key, expected: [404] });
  if (answer.status === 404) {
    await done(answer);
    return null;
  }
  return readOn({ send, attempts }, key, answer);
}

/** After a broken connection, reading continues at the same position in the same object. */
async function* readOn(
  { send, attempts }: Reading,
  key: string,
  first: ObjectAnswer,
): AsyncGenerator<Uint8Array> {
  const length = first.header('content-length');
  if (length === null) throw new BackupError(`the store did not return the size of ${key}`);
  const bytes = Number(length);
  const tag = first.header('etag');
  let at = 0;
  let failures = 0;
  let failedAt = 0;
  for (let answer = first; ; ) {
    try {
      for await (const chunk of answer.body) {
        at += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (at - failedAt >= PROGRESS_BYTES) failures = 0;
      failures += 1;
      failedAt = at;
      if (failures >= attempts) throw abort(key, at, error);
    } finally {
      answer.body.destroy();
    }
    if (at >= bytes) return;
    const range = { range: `bytes=${at}-`, ...(tag !== null && { 'if-match': tag }) };
    answer = await send({ method: 'GET', key, headers: range });
    if (answer.status !== 206) throw new BackupError(`reading ${key} can't continue at ${at}`);
  }
}

function abort(key: string, at: number, error: unknown): BackupError {
  const { code } = error as { code?: string };
  return new BackupError(`${key} can't be read beyond ${at} bytes: ${code ?? 'connection lost'}`);
}

async function* list(send: SendRequest, prefix: string): AsyncGenerator<Listed> {
  for (let token: string | undefined; ; ) {
    const further = token !== undefined && { 'continuation-token': token };
    const query = { 'list-type': '2', prefix, ...further };
    const text = await textOf(await send({ method: 'GET', key: '', query }));
    for (const entry of elementsIn(text, 'Contents'))
      yield { key: textIn(entry, 'Key'), at: Date.parse(textIn(entry, 'LastModified')) };
    token = textIn(text, 'NextContinuationToken');
    if (textIn(text, 'IsTruncated') !== 'true' || token === '') return;
  }
}

async function endUploads(send: SendRequest, prefix: string, before: number): Promise<void> {
  const query = { uploads: '', prefix };
  const text = await textOf(await send({ method: 'GET', key: '', query, expected: [404, 501] }));
  for (const entry of elementsIn(text, 'Upload')) {
    const key = textIn(entry, 'Key');
    if (!key.startsWith(prefix) || Date.parse(textIn(entry, 'Initiated')) > before) continue;
    const uploadId = textIn(entry, 'UploadId');
    await done(await send({ method: 'DELETE', key, query: { uploadId }, expected: [404] }));
  }
}

export function nonce(): Uint8Array {
  return Buffer.from(randomBytes(16).toString('hex'));
}
