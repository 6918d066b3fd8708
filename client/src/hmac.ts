// HMAC over the Web Crypto API, which Node, browsers, Deno, Bun and edge runtimes share. No file of this package
// imports a Node module.
type Hash = 'SHA-1' | 'SHA-256';
export type Bytes = Uint8Array<ArrayBuffer>;

/** UTF-8. */
export function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/** In Base64. */
export async function hmac(hash: Hash, secret: Bytes, message: Bytes): Promise<string> {
  const key = await importKey(hash, secret, 'sign');
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  return btoa(String.fromCharCode(...signature));
}

/** In constant time, as the Web Crypto API guarantees. A signature of another length is wrong. */
export async function isHmac(
  hash: Hash,
  secret: Bytes,
  proof: { readonly message: Bytes; readonly signature: Bytes },
): Promise<boolean> {
  const key = await importKey(hash, secret, 'verify');
  return crypto.subtle.verify('HMAC', key, proof.signature, proof.message);
}

/** Null for text that is not Base64. */
export function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Null for text that is not lowercase hex, which the service sends. */
export function fromHex(text: string): Bytes | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  const pairs = text.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

function importKey(hash: Hash, secret: Bytes, use: 'sign' | 'verify') {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, [use]);
}
