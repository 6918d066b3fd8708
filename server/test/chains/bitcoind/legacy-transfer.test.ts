// Transfers of coins without segwit (DOGE) are signed like Bitcoin before segwit: each signature covers the whole
// transaction, with the spent script in its own input and empty scripts in the others.
import { createHash } from 'node:crypto';
import { decodeTransactionCommon, encodeTransactionCommon } from '@bitauth/libauth';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { scriptOf } from '../../../src/chains/bitcoind/script-of.ts';
import { signLegacyTransfer } from '../../../src/chains/bitcoind/sign-transfer.ts';
import { encodeBase58Address, hash160 } from '../../../src/coins/codecs/base58-address.ts';
import { defined } from '../../../src/core/assert.ts';

const SIGHASH_ALL = 0x01;
const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const addressOf = (key: Uint8Array) =>
  encodeBase58Address({ version: 0x1e, hash: hash160(secp256k1.getPublicKey(key, true)) });
const keyOf = (address: string) =>
  defined(
    keys.find((key) => addressOf(key) === address),
    address,
  );
const twice = (bytes: Uint8Array) =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();

const inputs = keys.map((key, n) => ({
  txid: `${n}a`.repeat(32),
  index: n,
  address: addressOf(key),
  amount: 1_000_000_000n,
}));
const plan = {
  coin: 'DOGE',
  origin: { inputs },
  outputs: [
    // To the hash of a key and of a script, from Dogecoin Core's src/test/data/base58_keys_valid.json.
    { address: 'DD4KSSuBJqcjuTcvUg1CgUKeurPUFeEZkE', tag: null, amount: 1_500_000_000n },
    { address: 'A7HRQk3GFCW2QasvdZxXuYj8kkQK5QrYLs', tag: null, amount: 499_000_000n },
  ],
  fee: 1_000_000n,
};

test('each input has a low signature over the legacy hash, and the key', () => {
  const { raw, txid } = signLegacyTransfer(plan, keyOf);
  const bytes = Buffer.from(raw, 'hex');
  const signed = decodeTransactionCommon(bytes);
  if (typeof signed === 'string') throw new Error(signed);
  expect(txid).toBe(twice(bytes).reverse().toString('hex'));
  expect(
    signed.outputs.map(({ lockingBytecode }) => Buffer.from(lockingBytecode).toString('hex')),
  ).toEqual([
    '76a91456d9b1d684d5abef32134ebc6883d75d3a53e9be88ac',
    'a914a2dd71f34fe73314d6e37c44035513f203aa400b87',
  ]);
  for (const [n, { address }] of inputs.entries()) {
    const hashed = encodeTransactionCommon({
      ...signed,
      inputs: signed.inputs.map((input, other) => ({
        ...input,
        unlockingBytecode: other === n ? scriptOf(address) : new Uint8Array(),
      })),
    });
    const digest = twice(Buffer.concat([hashed, Buffer.from([SIGHASH_ALL, 0, 0, 0])]));
    const script = defined(signed.inputs[n], 'the input').unlockingBytecode;
    const length = defined(script[0], 'a push');
    const signature = script.slice(1, length);
    const publicKey = script.slice(length + 2);
    expect(script[length]).toBe(SIGHASH_ALL);
    expect(hash160(publicKey)).toEqual(scriptOf(address).slice(3, 23));
    const options = { prehash: false, format: 'der', lowS: true } as const;
    expect(secp256k1.verify(signature, digest, publicKey, options)).toBe(true);
  }
});

test('the same plan produces the same bytes', () => {
  expect(signLegacyTransfer(plan, keyOf)).toEqual(signLegacyTransfer(plan, keyOf));
});
