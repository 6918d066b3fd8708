// The objects of each backup share a prefix. The manifest is written last; without it, the backup does not exist.
import { wallNow } from '../../core/clock.ts';
import type { ObjectStoreSettings } from '../../core/config/read-backups.ts';
import { allOf, chunksOf } from '../../core/store-files.ts';
import { BackupError, isBackupName, MANIFEST, UNFINISHED_AGE_MAX } from '../backup.ts';
import type { ClaimPlace, Draft, Place, WalPlace } from '../place.ts';
import { parseUntil, UNTIL } from '../wal/stored-log.ts';
import { type Bucket, nonce, openBucket } from './bucket.ts';
import { type RetryPolicy, TIMEOUT } from './signed-request.ts';

/** Characters that need no escaping. */
const BUCKET = /^[a-z0-9][a-z0-9.-]+[a-z0-9]$/;
const BUCKET_LENGTH_MAX = 63;
const PREFIX_PART = /^[\w.-]+$/;
/** Reserves the name of a backup until the backup is complete. */
const CLAIM = 'begun';
const NAMES = 'chaintill-';

export interface S3Options {
  readonly settings: ObjectStoreSettings | null;
  readonly timeout?: RetryPolicy;
  readonly partBytes?: number;
}

export function isS3(address: string): boolean {
  return address.startsWith('s3:');
}

/** Null unless the address is `s3://bucket` or `s3://bucket/prefix`. */
function readAddress(address: string): { name: string; prefix: string } | null {
  const [scheme, none, name = '', ...rest] = address.split('/');
  const parts = rest.at(-1) === '' ? rest.slice(0, -1) : rest;
  const isName = name.length <= BUCKET_LENGTH_MAX && BUCKET.test(name);
  if (scheme !== 's3:' || none !== '' || !isName) return null;
  const isPrefix = parts.every((part) => part !== '..' && PREFIX_PART.test(part));
  return isPrefix ? { name, prefix: parts.join('/') } : null;
}

/** Throws BackupError for an invalid address, or without credentials. */
export function s3Place(address: string, options: S3Options): Place {
  const { settings, timeout = TIMEOUT, partBytes } = options;
  const place = readAddress(address);
  if (place === null)
    throw new BackupError(`${address} is not a location such as s3://bucket/prefix`);
  if (settings === null)
    throw new BackupError(
      `${address} needs CHAINTILL_S3_ACCESS_KEY, and CHAINTILL_S3_SECRET_KEY or CHAINTILL_S3_SECRET_KEY_FILE`,
    );
  const { name, prefix } = place;
  const bucket = openBucket({ settings, bucket: name, timeout }, partBytes);
  const root = prefix === '' ? '' : `${prefix}/`;
  const title = `s3://${name}${prefix === '' ? '' : `/${prefix}`}`;
  return {
    title,
    list: async () => namesOf(await entriesOf(bucket, root), { wholeOnly: true }),
    free: async () => null,
    async begin(backup) {
      await removeUnfinished(bucket, root);
      const folder = `${root}${backup}/`;
      if (await has(bucket, `${folder}${MANIFEST}`))
        throw new BackupError(`${backup} already exists in ${title}`);
      if (!(await bucket.putNew(`${folder}${CLAIM}`, nonce())))
        throw new BackupError(`another process is making ${backup} in ${title}`);
      return draftOf(bucket, { folder, title });
    },
    async read(backup, file) {
      const found = await bucket.read(`${root}${backup}/${file}`);
      if (found === null) throw new BackupError(`${title}/${backup}/${file} does not exist`);
      return found;
    },
    async remove(backup) {
      if (!isBackupName(backup)) throw new BackupError(`${backup} is not the name of a backup`);
      await removeBelow(bucket, `${root}${backup}/`);
    },
    wal: (log) => s3Wal(bucket, { folder: `${root}wal-${log}/`, title: `${title}/wal-${log}` }),
    claims: s3Claims(bucket, { folder: `${root}claims/`, title }),
  };
}

function s3Claims(bucket: Bucket, { folder, title }: Named): ClaimPlace {
  return {
    list: (beginning) => namesBelow(bucket, folder, beginning),
    add: (name, text) => bucket.putNew(`${folder}${name}`, Buffer.from(text)),
    async read(name) {
      const found = await bucket.read(`${folder}${name}`);
      if (found === null) throw new BackupError(`${title}/claims/${name} does not exist`);
      return (await allOf(found)).toString();
    },
  };
}

interface Named {
  /** With a trailing slash. */
  readonly folder: string;
  readonly title: string;
}

function draftOf(bucket: Bucket, { folder, title }: Named): Draft {
  let manifest: Uint8Array | null = null;
  return {
    async write(file, chunks) {
      if (file === MANIFEST) manifest = await allOf(chunks);
      else await bucket.upload(`${folder}${file}`, chunks);
    },
    async finish() {
      if (manifest === null) throw new BackupError(`${title} lacks a manifest`);
      if (!(await bucket.putNew(`${folder}${MANIFEST}`, manifest)))
        throw new BackupError(`${title} has another backup with this name`);
      await bucket.remove(`${folder}${CLAIM}`);
    },
    abandon: () => removeBelow(bucket, folder),
  };
}

function s3Wal(bucket: Bucket, { folder, title }: Named): WalPlace {
  return {
    title,
    list: (beginning = '') => namesBelow(bucket, folder, beginning),
    async add(name, content) {
      if (!(await bucket.putNew(`${folder}${name}`, content)))
        throw new BackupError(`${title} has another ${name}`);
    },
    async read(name) {
      const found = await bucket.read(`${folder}${name}`);
      if (found === null) throw new BackupError(`${title}/${name} does not exist`);
      return allOf(found);
    },
    remove: (name) => bucket.remove(`${folder}${name}`),
    async storedAt(name) {
      for await (const { key, at } of bucket.list(`${folder}${name}`))
        if (key === `${folder}${name}`) return new Date(at);
      throw new BackupError(`${title}/${name} does not exist`);
    },
    async noteUntil(until) {
      await bucket.upload(`${folder}${UNTIL}`, chunksOf(`${until.toISOString()}\n`));
    },
    async readUntil() {
      const found = await bucket.read(`${folder}${UNTIL}`);
      return found === null ? null : parseUntil((await allOf(found)).toString());
    },
  };
}

interface Entry {
  readonly name: string;
  readonly files: readonly string[];
  readonly at: number;
}

async function entriesOf(bucket: Bucket, root: string): Promise<Entry[]> {
  const found = new Map<string, Entry>();
  for await (const { key, at } of bucket.list(`${root}${NAMES}`)) {
    const [name = '', file = '', ...deeper] = key.slice(root.length).split('/');
    if (!isBackupName(name) || deeper.length > 0) continue;
    const known = found.get(name);
    found.set(name, {
      name,
      files: [...(known?.files ?? []), file],
      at: Math.max(known?.at ?? 0, at),
    });
  }
  return [...found.values()];
}

function namesOf(entries: readonly Entry[], { wholeOnly }: { wholeOnly: boolean }): string[] {
  const chosen = entries.filter(({ files }) => !wholeOnly || files.includes(MANIFEST));
  return chosen.map(({ name }) => name).sort();
}

async function has(bucket: Bucket, key: string): Promise<boolean> {
  for await (const listed of bucket.list(key)) if (listed.key === key) return true;
  return false;
}

async function removeUnfinished(bucket: Bucket, root: string): Promise<void> {
  const before = wallNow() - UNFINISHED_AGE_MAX;
  for (const { name, files, at } of await entriesOf(bucket, root))
    if (!files.includes(MANIFEST) && at < before) await removeBelow(bucket, `${root}${name}/`);
  await bucket.endUploads(`${root}${NAMES}`, before);
}

/** The manifest is deleted first, so that a partly deleted backup does not count as one. */
async function removeBelow(bucket: Bucket, folder: string): Promise<void> {
  await bucket.remove(`${folder}${MANIFEST}`);
  for (const name of await namesBelow(bucket, folder, '')) await bucket.remove(`${folder}${name}`);
}

/** Names below the folder, in the order of the store. */
async function namesBelow(bucket: Bucket, folder: string, beginning: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of bucket.list(`${folder}${beginning}`))
    names.push(key.slice(folder.length));
  return names;
}
