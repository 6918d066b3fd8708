// A store that is busy, slow, incorrect or disconnected: temporary failures are retried, permanent ones are reported,
// and nothing incomplete counts as stored.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ARCHIVE, MANIFEST, nameAt } from '../../src/backups/backup.ts';
import type { Place } from '../../src/backups/place.ts';
import { s3Place } from '../../src/backups/s3/s3-place.ts';
import { chunksOf } from '../../src/core/store-files.ts';

const NAME = nameAt(0);
const PART = 1000;
const SECRET = 'a-secret-that-nobody-is-told';
/** More bytes than the threshold for progress. */
const LARGE = Buffer.alloc(3 << 20, 7);
let server: Server;
let place: Place;
/** Sets the next responses, one per request; further requests succeed. */
let script: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
let requested: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://store');
    requested.push(
      `${request.method} ${url.pathname.split('/').at(-1)}${url.search === '' ? '' : '?'}`,
    );
    request.resume().on('end', () => (script.shift() ?? well)(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = { accessKey: 'till', secretKey: SECRET, secretKeyFile: null };
  place = s3Place('s3://bucket/till', {
    settings: { endpoint, region: 'us-east-1', ...key },
    timeout: { attempts: 3, pauseMilliseconds: 5, silenceMilliseconds: 300 },
    partBytes: PART,
  });
});
beforeEach(() => {
  script = [];
  requested = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a store that is busy, unresponsive or disconnected is retried', async () => {
  script = [says(503, 'SlowDown'), (request) => request.socket.destroy(), well];
  expect(await place.list()).toEqual([]);
  script = [() => undefined, well];
  expect(await place.list()).toEqual([]);
  script = [says(400, 'RequestTimeout'), well];
  expect(await place.list()).toEqual([]);
  expect(requested).toHaveLength(7);
});

test('a busy or rejecting store is reported without its own text', async () => {
  script = [says(503, 'SlowDown'), says(503, 'SlowDown'), says(503, 'SlowDown')];
  await expect(place.list()).rejects.toThrow(
    /GET s3:\/\/bucket\/ at 127\.0\.0\.1:\d+: 503 SlowDown$/,
  );
  script = [says(403, 'AccessDenied')];
  const reported = await place.list().catch(String);
  expect(reported).toContain('403 AccessDenied: the key does not have permission');
  expect(reported).not.toContain('in the clear');
  expect(reported).not.toContain(SECRET);
  expect(requested).toHaveLength(4);
});

test('an upload with a failure inside a success response is aborted', async () => {
  script = [begun, tagged, tagged, says(200, 'InternalError'), says(404, 'NoSuchKey')];
  const draft = await draftOf();
  await expect(draft.write(ARCHIVE, chunksOf(Buffer.alloc(PART + 1)))).rejects.toThrow(
    'did not complete',
  );
  expect(requested.at(-1)).toBe(`DELETE ${ARCHIVE}?`);
});

test('an object with another size than was sent is no upload', async () => {
  script = [begun, tagged, tagged, well, sized(PART)];
  const draft = await draftOf();
  await expect(draft.write(ARCHIVE, chunksOf(Buffer.alloc(PART + 1)))).rejects.toThrow(
    'did not complete',
  );
});

test('an upload whose last response was lost counts when the object exists', async () => {
  script = [begun, tagged, tagged, cutOff, says(404, 'NoSuchUpload'), sized(PART + 1)];
  const draft = await draftOf();
  await draft.write(ARCHIVE, chunksOf(Buffer.alloc(PART + 1)));
  expect(requested.filter((each) => each.startsWith('DELETE'))).toEqual([]);
});

test('a part without a name from the store aborts the upload', async () => {
  script = [begun, well];
  const draft = await draftOf();
  await expect(draft.write(ARCHIVE, chunksOf(Buffer.alloc(PART + 1)))).rejects.toThrow(
    'returned no part 1',
  );
});

test('a read continues where the connection was cut, only in the same object', async () => {
  script = [part(0, 2 << 20), part(2 << 20, 1 << 20)];
  expect((await readAll()).equals(LARGE)).toBe(true);
  script = [part(0, 100), says(412, 'PreconditionFailed')];
  await expect(readAll()).rejects.toThrow('412 PreconditionFailed');
  script = [part(0, 100), part(0, LARGE.length, 200)];
  await expect(readAll()).rejects.toThrow("can't continue at 100");
  script = [(_request, response) => void response.write('of no length', () => response.destroy())];
  await expect(readAll()).rejects.toThrow('the size');
  script = [part(0, 100), part(100, 1), part(101, 1)];
  await expect(readAll()).rejects.toThrow("can't be read beyond 102 bytes");
});

test('an existing object is not overwritten, even in a store without conditions', async () => {
  const wal = place.wal('7');
  script = [says(200, ''), text('another')];
  await expect(wal.add('one', Buffer.from('content'))).rejects.toThrow('has another one');
  script = [well, says(501, 'NotImplemented'), well];
  await wal.add('one', Buffer.from('content'));
  script = [well, cutOff, says(412, 'PreconditionFailed'), text('content')];
  await wal.add('one', Buffer.from('content'));
});

test('a manifest that another writer stored first is not mistaken for ours', async () => {
  const draft = await draftOf();
  await draft.write(MANIFEST, chunksOf('ours'));
  script = [well, says(412, 'PreconditionFailed'), text('theirs')];
  await expect(draft.finish()).rejects.toThrow('another backup with this name');
});

/** The script applies after the upload has started. */
async function draftOf() {
  const then = script;
  script = [];
  const draft = await place.begin(NAME);
  script = then;
  requested = [];
  return draft;
}

async function readAll(): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of await place.read(NAME, ARCHIVE)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function well(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'HEAD') return void response.writeHead(404).end();
  response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
}

function says(status: number, code: string) {
  return (_request: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(status)
      .end(`<Error><Code>${code}</Code><Message>in the clear</Message></Error>`);
}

function begun(_request: IncomingMessage, response: ServerResponse): void {
  response.end('<R><UploadId>1</UploadId></R>');
}

function tagged(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('etag', '"x"').end();
}

function cutOff(request: IncomingMessage): void {
  request.socket.destroy();
}

function text(content: string) {
  return (_request: IncomingMessage, response: ServerResponse) => void response.end(content);
}

function sized(bytes: number) {
  return (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { 'content-length': bytes }).end();
}

/** Sends this many bytes from `from` on, then cuts the connection, unless it is the end. */
function part(from: number, bytes: number, status = from === 0 ? 200 : 206) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    const whole = { 'content-length': LARGE.length - from, etag: '"x"' };
    response.writeHead(status, whole);
    const isEnd = from + bytes >= LARGE.length;
    const end = () => (isEnd ? response.end() : response.destroy());
    response.write(LARGE.subarray(from, from + bytes), () => setTimeout(end, 20));
  };
}
