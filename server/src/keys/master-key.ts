// The master key encrypts stored secrets (keys/encrypt.ts). It comes from the configuration, or from a file that only
// the first start creates. Without the key, the wallets' seeds cannot be decrypted, so the file is durable before
// anything is encrypted.
import { link, mkdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemRandom } from '../core/random.ts';
import { chunksOf, readIfThere, syncFolder, writeDurably } from '../core/store-files.ts';

const KEY_BYTES = 32;
const HEX = /^[0-9a-fA-F]{64}$/;
/** 32 bytes are 43 digits, with optional padding; both alphabets of RFC 4648. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** The error never contains the key. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

export interface MasterKeySource {
  /** Used when the configuration sets no key. */
  readonly file: string;
  /** CHAINTILL_MASTER_KEY: 32 bytes in hex or base64. */
  readonly text: string | null;
  /** Creates a missing file; concurrent processes end up with one key. Only before anything is encrypted. */
  readonly creates: boolean;
}

export async function loadMasterKey(source: MasterKeySource): Promise<Uint8Array> {
  if (source.text !== null) return parseMasterKey(source.text, 'CHAINTILL_MASTER_KEY');
  const existing = await readKeyFile(source.file);
  if (existing !== null) return parseMasterKey(existing, source.file);
  if (!source.creates) throw missing(source.file);
  await createFile(source.file);
  return parseMasterKey((await readKeyFile(source.file)) ?? '', source.file);
}

/** `origin`: the source of the text, for the error. Throws MasterKeyError. */
export function parseMasterKey(text: string, origin: string): Uint8Array {
  const trimmed = text.trim();
  if (HEX.test(trimmed)) return Buffer.from(trimmed, 'hex');
  const bytes = BASE64.test(trimmed) ? Buffer.from(trimmed, 'base64') : null;
  if (bytes?.length === KEY_BYTES) return bytes;
  throw new MasterKeyError(`${origin} does not hold ${KEY_BYTES} bytes in hex or base64`);
}

function missing(file: string): MasterKeyError {
  return new MasterKeyError(
    `The master key is missing: there is no ${file}, and the secrets of this instance are encrypted with it. Nothing was changed. Put the file back ` +
      'from where you keep your keys, or set CHAINTILL_MASTER_KEY.',
  );
}

function readKeyFile(file: string): Promise<string | null> {
  return readIfThere(file).catch((error: unknown) => {
    throw new MasterKeyError(`cannot read the master key in ${file}: ${codeOf(error)}`);
  });
}

/** link(2) is atomic and fails on an existing name: no process reads an incomplete or a second key. */
async function createFile(file: string): Promise<void> {
  const draft = `${file}.${systemRandom.bytes(8).toString('hex')}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeDurably(draft, chunksOf(`${systemRandom.bytes(KEY_BYTES).toString('hex')}\n`));
    await linkUnlessThere(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    throw new MasterKeyError(
      `cannot create the master key file ${file} (${codeOf(error)}): set CHAINTILL_MASTER_KEY or use a writable folder`,
    );
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

async function linkUnlessThere(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
