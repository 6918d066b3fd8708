// MD5 of a request's body, which is part of the signed text (RFC 1321). The Web Crypto API omits MD5 because it is
// insecure; the HMAC over the text, and TLS, provide the security here.
const BLOCK = 64;
const ROUNDS = 64;
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
/** The message word of each step, by round: factor and offset (RFC 1321, section 3.4). */
const WORDS = [
  [1, 0],
  [5, 1],
  [3, 5],
  [7, 0],
] as const;
const CONSTANTS = Uint32Array.from({ length: ROUNDS }, (_, step) =>
  Math.floor(2 ** 32 * Math.abs(Math.sin(step + 1))),
);

/** In hex. */
export function md5(message: Uint8Array): string {
  const sum = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const padded = new DataView(pad(message).buffer);
  for (let at = 0; at < padded.byteLength; at += BLOCK) addBlock(sum, padded, at);
  const bytes = new DataView(new ArrayBuffer(16));
  sum.forEach((word, index) => {
    bytes.setUint32(index * 4, word, true);
  });
  return Array.from(new Uint8Array(bytes.buffer), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n, true);
  return padded;
}

function addBlock(sum: Uint32Array, padded: DataView, at: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = sum;
  for (let step = 0; step < ROUNDS; step++) {
    const quarter = step >> 4;
    const [factor, added] = WORDS[quarter] ?? [0, 0];
    const word = padded.getUint32(at + ((step * factor + added) % 16) * 4, true);
    const mixed = (a + mix(quarter, [b, c, d]) + (CONSTANTS[step] ?? 0) + word) | 0;
    const shift = SHIFTS[quarter * 4 + (step % 4)] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((mixed << shift) | (mixed >>> (32 - shift)))) | 0];
  }
  [a, b, c, d].forEach((word, index) => {
    sum[index] = (sum[index] ?? 0) + word;
  });
}

function mix(quarter: number, [b, c, d]: readonly [number, number, number]): number {
  if (quarter === 0) return (b & c) | (~b & d);
  if (quarter === 1) return (d & b) | (~d & c);
  if (quarter === 2) return b ^ c ^ d;
  return c ^ (b | ~d);
}
