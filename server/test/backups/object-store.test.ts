// Backups in a real S3-compatible store: an object appears when it is complete, is stored once and read back unchanged
// whatever its size, and the secret is never revealed.
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ARCHIVE, MANIFEST, nameAt } from '../../src/backups/backup.ts';
import { type Place, readText } from '../../src/backups/place.ts';
import { type S3Options, s3Place } from '../../src/backups/s3/s3-place.ts';
import { signedRequests, textOf } from '../../src/backups/s3/signed-request.ts';
import { DAY } from '../../src/core/clock.ts';
import { chunksOf } from '../../src/core/store-files.ts';
import { describeWithStore, type ObjectStore, startObjectStore } from '../support/object-store.ts';

const PART = 1 << 16;
const timeout = { attempts: 3, pauseMilliseconds: 10, silenceMilliseconds: 20_000 };

describeWithStore('backups in an S3-compatible store', () => {
  let store: ObjectStore;
  let place: Place;
  beforeAll(async () => {
    store = await startObjectStore();
    await send('PUT', 'shop');
    place = at('s3://shop/backups/till');
  });
  afterAll(() => store.close());

  it('appears only when it is complete', async () => {
    const draft = await place.begin(nameAt(0));
    await draft.write(ARCHIVE, chunksOf('an archive'));
    await draft.write(MANIFEST, chunksOf('a manifest'));
    expect(await place.list()).toEqual([]);
    await draft.finish();
    expect(await place.list()).toEqual([nameAt(0)]);
    expect(await readText(place, nameAt(0), MANIFEST)).toBe('a manifest');
    await expect(place.read(nameAt(0), 'keys.age')).rejects.toThrow('does not exist');
    expect(await keysBelow('backups/till/')).toEqual(
      [ARCHIVE, MANIFEST].map((file) => `${nameAt(0)}/${file}`),
    );
  });

  it('is created by one writer at a time, and never overwrites another', async () => {
    await expect(place.begin(nameAt(0))).rejects.toThrow('already');
    const draft = await place.begin(nameAt(DAY));
    await expect(place.begin(nameAt(DAY))).rejects.toThrow('another process is making');
    await draft.write(ARCHIVE, chunksOf('an archive'));
    await draft.abandon();
    expect(await keysBelow(`backups/till/${nameAt(DAY)}`)).toEqual([]);
    await (await place.begin(nameAt(DAY))).abandon();
  });

  it('has the written content, at every size around a part', async () => {
    const draft = await place.begin(nameAt(2 * DAY));
    const sizes = [0, 1, PART - 1, PART, PART + 1, 3 * PART, 5 * PART + 7];
    const contents = sizes.map((bytes) => randomBytes(bytes));
    for (const [n, content] of contents.entries())
      await draft.write(`file-${n}`, inPieces(content, 10_007));
    for (const [n, content] of contents.entries()) {
      const chunks = [];
      for await (const chunk of await place.read(nameAt(2 * DAY), `file-${n}`)) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(content), `${content.length} bytes`).toBe(true);
    }
    await draft.abandon();
  });

  it('leaves nothing of an upload whose source fails', async () => {
    const draft = await place.begin(nameAt(3 * DAY));
    const failing = (async function* () {
      yield randomBytes(3 * PART);
      throw new Error('the disk is broken');
    })();
    await expect(draft.write(ARCHIVE, failing)).rejects.toThrow('the disk is broken');
    const open = await send('GET', 'shop', { uploads: '' });
    expect(open).not.toContain('<UploadId>');
    await draft.abandon();
  });

  it('keeps the log once and in order, lists it over many pages, and deletes only what it should', async () => {
    const wal = place.wal('7');
    const names = Array.from({ length: 12 }, (_, n) => `${n}`.padStart(4, '0'));
    for (const name of names) await wal.add(name, Buffer.from(name));
    await wal.add('0003', Buffer.from('0003'));
    await expect(wal.add('0003', Buffer.from('else'))).rejects.toThrow('has another 0003');
    expect(Buffer.from(await wal.read('0003')).toString()).toBe('0003');
    expect(await wal.list()).toEqual(names);
    expect(await wal.list('001')).toEqual(['0010', '0011']);
    await wal.remove('0000');
    expect(await wal.list()).toEqual(names.slice(1));
    expect(await place.wal('8').list()).toEqual([]);
    await place.remove(nameAt(0));
    expect(await place.list()).toEqual([]);
  });

  it('reports errors without the secret', async () => {
    const wrong = { ...store.settings, secretKey: 'another-secret' };
    const reported = await at('s3://shop/backups', { settings: wrong }).list().catch(String);
    expect(reported).toContain('403 SignatureDoesNotMatch: check the secret key');
    expect(reported).not.toContain('another-secret');
    await expect(at('s3://none').list()).rejects.toThrow('404 NoSuchBucket');
    expect(() => at('s3://Shop/ä')).toThrow('is not a location');
    expect(() => at('s3://shop', { settings: null })).toThrow('needs CHAINTILL_S3_ACCESS_KEY');
  });

  it('reads the secret from a file each time it is needed', async () => {
    const file = join(tmpdir(), `chaintill-secret-${process.pid}`);
    const settings = { ...store.settings, secretKey: null, secretKeyFile: file };
    await expect(at('s3://shop', { settings }).list()).rejects.toThrow('cannot read a secret');
    writeFileSync(file, `${store.settings.secretKey}\n`);
    expect(await at('s3://shop', { settings }).list()).toEqual([]);
    rmSync(file);
  });

  function at(address: string, options: Partial<S3Options> = {}): Place {
    return s3Place(address, { settings: store.settings, timeout, partBytes: PART, ...options });
  }

  async function send(method: 'GET' | 'PUT', bucket: string, query = {}): Promise<string> {
    return textOf(
      await signedRequests({ settings: store.settings, bucket, timeout })({
        method,
        key: '',
        query,
      }),
    );
  }

  async function keysBelow(prefix: string): Promise<string[]> {
    const text = await send('GET', 'shop', { 'list-type': '2', prefix });
    return [...text.matchAll(/<Key>([^<]*)</g)].map(([, key = '']) =>
      key.slice('backups/till/'.length),
    );
  }
});

async function* inPieces(content: Uint8Array, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}
