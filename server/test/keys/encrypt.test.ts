// Encrypted secrets can be decrypted only with their key, in their own row, and unmodified.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decryptSecret, encryptSecret, SecretUnreadable } from '../../src/keys/encrypt.ts';

const key = Buffer.alloc(32, 1);
const secret = 'zoo zoo zoo vote';

test('any encrypted value is decrypted', () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 500 });
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      anyText,
      anyText,
      (anyKey, text, context) => {
        expect(decryptSecret(anyKey, encryptSecret(anyKey, text, context), context)).toBe(text);
      },
    ),
  );
});

test('the stored form contains its version and nothing readable', () => {
  const sealed = encryptSecret(key, secret, 'wallet_seeds:1');
  expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain(
    'zoo',
  );
});

test('the same secret is never stored as the same text twice', () => {
  const sealed = Array.from({ length: 200 }, () => encryptSecret(key, secret, 'a'));
  expect(new Set(sealed.map((text) => text.split('.')[1])).size).toBe(200);
});

test('another key does not decrypt it, and the error does not contain the secret', () => {
  const sealed = encryptSecret(key, secret, 'wallet_seeds:1');
  const opening = () => decryptSecret(Buffer.alloc(32, 2), sealed, 'wallet_seeds:1');
  expect(opening).toThrow(SecretUnreadable);
  expect(opening).toThrow(/wallet_seeds:1.*master key is not the one/);
});

test('a ciphertext moved to another row is rejected', () => {
  const sealed = encryptSecret(key, secret, 'wallet_seeds:1');
  expect(() => decryptSecret(key, sealed, 'wallet_seeds:2')).toThrow(SecretUnreadable);
});

test('every change of one character is detected', () => {
  const sealed = encryptSecret(key, secret, 'a');
  for (let at = 0; at < sealed.length; at += 1) {
    for (const sign of ['A', 'B', '_', '.', '=', ' ']) {
      const changed = sealed.slice(0, at) + sign + sealed.slice(at + 1);
      if (changed !== sealed)
        expect(() => decryptSecret(key, changed, 'a')).toThrow(SecretUnreadable);
    }
  }
});

test('a secret has one stored form: its last character has no equivalent one', () => {
  const sealed = encryptSecret(key, secret, 'a');
  const start = sealed.slice(0, -1);
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const opening = [...signs].filter((sign) => {
    try {
      return decryptSecret(key, start + sign, 'a') === secret;
    } catch {
      return false;
    }
  });
  expect(opening).toEqual([sealed.slice(-1)]);
  for (const tail of ['=', '\n', ' ', 'A']) {
    expect(() => decryptSecret(key, sealed + tail, 'a')).toThrow(SecretUnreadable);
  }
});

test('a truncated text is rejected at any length', () => {
  const sealed = encryptSecret(key, secret, 'a');
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => decryptSecret(key, sealed.slice(0, length), 'a')).toThrow(SecretUnreadable);
  }
  expect(() => decryptSecret(key, `${sealed}.x`, 'a')).toThrow(SecretUnreadable);
});

test('a key that is not 32 bytes is rejected first', () => {
  for (const length of [0, 16, 31, 33]) {
    expect(() => encryptSecret(Buffer.alloc(length), secret, 'a')).toThrow(RangeError);
    expect(() => decryptSecret(Buffer.alloc(length), 'v1.a.b', 'a')).toThrow(RangeError);
  }
});
