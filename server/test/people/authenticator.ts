// A software authenticator: creates passkeys and signs with them, as a browser and its security key would (WebAuthn 3,
// 6 and 5.8.1; CBOR by RFC 8949). A test can make it send false values.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { defined } from '../../src/core/assert.ts';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly challenge?: string;
  readonly type?: string;
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

export interface Authenticator {
  readonly id: string;
  /** Responds to the options of `me.passkey-options`. */
  make(options: Options, lies?: Lies): object;
  /** Responds to the options of `session.passkey-options`, and increments the counter. */
  sign(options: Options, lies?: Lies): object;
}

/**
 * `origin`: of the page in the browser. `counts`: false for passkeys that are synced between devices, which have no
 * counter.
 */
export function authenticator(origin: string, { counts = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  const clientData = (type: string, { challenge }: Options, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
      }),
    );
  const head = (rpId: string, flags: number, lies: Lies) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? (counts ? ++counter : 0));
    const seen = PRESENT | (lies.isVerified === false ? 0 : VERIFIED) | flags;
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([seen]), count]);
  };
  const named = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    id: id.toString('base64url'),
    make(options, lies = {}) {
      const data = Buffer.concat([
        head(defined(options.rp, 'a host').id, ATTESTED, lies),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseOf(publicKey),
      ]);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ]);
      return named({
        clientDataJSON: clientData('webauthn.create', options, lies).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    sign(options, lies = {}) {
      const data = head(defined(options.rpId, 'a host'), 0, lies);
      const client = clientData('webauthn.get', options, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return named({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}

/** RFC 9053, 7.1.1: a P-256 key for ES256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
