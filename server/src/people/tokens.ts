// Tokens of browsers and programs: random, and stored only as a hash.
import { createHash } from 'node:crypto';
import type { App } from '../app.ts';

const BYTES = 32;

export interface NewToken {
  readonly token: string;
  readonly hash: Buffer;
}

export function newToken({ random }: Pick<App, 'random'>, prefix = ''): NewToken {
  const token = `${prefix}${random.bytes(BYTES).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

/** The input has 256 random bits, so a fast hash is enough: no dictionary attack is possible. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
