// What a browser or a program shows to be let in: random, and kept as a hash alone.
import { createHash } from 'node:crypto';
import type { App } from '../app.ts';

const BYTES = 32;

export interface NewToken {
  /** Shown once. */
  readonly token: string;
  readonly hash: Buffer;
}

export function newToken({ random }: Pick<App, 'random'>, prefix = ''): NewToken {
  const token = `${prefix}${random.bytes(BYTES).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

/** Of 256 random bits: a fast hash is enough (no dictionary has them). */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
