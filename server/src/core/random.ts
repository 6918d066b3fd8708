// Randomness behind one interface, so that a seed can drive a whole simulation.
import { createHash, randomBytes } from 'node:crypto';

export interface Random {
  bytes(length: number): Buffer;
}

const POOL_BYTES = 4096;
/** Covers ids and nonces; keys are longer and generated individually. */
const POOLED_BYTES_MAX = 16;

/**
 * The operating system's generator, used everywhere outside tests. One call costs more than the rest of an id, so short
 * values are taken from a pool and wiped there immediately.
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

/** A reproducible generator for tests and simulations; never for keys. */
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

/** A uniform integer in [0, below). */
export function randomInt(random: Random, below: number): number {
  const value = random.bytes(6).readUIntBE(0, 6);
  return value % below;
}
