// Compares codes that an attacker must not find by trial.
import { timingSafeEqual } from 'node:crypto';

/** In constant time for texts of the same length. */
export function isSameText(expected: string, received: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(received)];
  return left.length === right.length && timingSafeEqual(left, right);
}
