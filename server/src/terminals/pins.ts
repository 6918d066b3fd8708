// PINs of staff. A PIN has few digits, so a hash alone does not protect it: attempts are limited (sessions.ts), and it
// opens nothing but one terminal.
import { randomBytes, scrypt as scryptOf, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const scrypt = promisify<string, Buffer, number, Buffer>(scryptOf);

const PIN = /^\d{4,8}$/;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export function isPin(text: string): boolean {
  return PIN.test(text);
}

/** `salt.hash`. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scrypt(pin, salt, HASH_BYTES);
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

export async function isPinOf(stored: string, pin: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.');
  const right = Buffer.from(hash, 'base64url');
  const given = await scrypt(pin, Buffer.from(salt, 'base64url'), HASH_BYTES);
  return right.length === given.length && timingSafeEqual(right, given);
}
