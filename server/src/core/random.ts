// All randomness comes through this interface, so that a seed can drive a whole simulation.
import { createHash, randomBytes } from 'node:crypto';

export interface Random {
  bytes(length: number): Buffer;
}

const POOL_BYTES = 4096;
const POOLED_BYTES_MAX = 16;

/**
 * One system call costs more than the rest of an id, so short values (ids, nonces) come from a pool. Keys are longer
 * and never pooled. The pool wipes each value that it hands out.
 */
export const systemRandom: Random = { bytes: pooledBytes() };

function pooledBytes(): (length: number) => Buffer {
  let pool = Buffer.alloc(0);
  return (length) => {
    if (length > POOLED_BYTES_MAX) return randomBytes(length);
    if (pool.length < length) pool = randomBytes(POOL_BYTES);
    const drawn = Buffer.from(pool.subarray(0, length));
    pool.fill(0, 0, length);
    pool = pool.subarray(length);
    return drawn;
  };
}

/** Reproducible, for tests and simulations; never for keys. */
export function seededRandom(seed: string): Random {
  let counter = 0;
  return {
    bytes(length) {
      const parts: Buffer[] = [];
      for (let size = 0; size < length; size += 32) {
        parts.push(createHash('sha256').update(`${seed}:${counter++}`).digest());
      }
      return Buffer.concat(parts).subarray(0, length);
    },
  };
}

export function randomInt(random: Random, below: number): number {
  const value = random.bytes(6).readUIntBE(0, 6);
  return value % below;
}
