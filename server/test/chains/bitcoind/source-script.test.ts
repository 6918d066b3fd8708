// The spent scripts of inputs, with the published examples of BIP 143 and BIP 173.
import { describe, expect, it } from 'vitest';
import { sourceScript } from '../../../src/chains/bitcoind/read-sources.ts';

/** From the native P2WPKH input of BIP 143. */
const SIGNATURE =
  '304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee01';
/** The generator's key and its hash, from the examples of BIP 173. */
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const KEY_HASH = '751e76e8199196d454941c45d1b3a323f1433bd6';

function push(hex: string): string {
  const length = (hex.length / 2).toString(16).padStart(2, '0');
  return hex.length / 2 < 0x4c ? length + hex : `4c${length}${hex}`;
}

function input(unlock: string, ...txinwitness: string[]) {
  const scriptSig = { hex: unlock };
  return txinwitness.length === 0 ? { scriptSig } : { scriptSig, txinwitness };
}

describe('an input reveals the script it spends', () => {
  it('P2WPKH by its key (BIP 143)', () => {
    const key = '025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357';
    expect(sourceScript(input('', SIGNATURE, key))).toBe(
      '00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1',
    );
  });

  it('P2SH-P2WPKH by its program (BIP 143)', () => {
    const program = '001479091972186c449eb1ded22b78e40d009bdf0089';
    expect(sourceScript(input(push(program), SIGNATURE, KEY))).toBe(
      'a9144733f37cf4db86fbc2efed2500b4f4e49f31202387',
    );
  });

  it('P2SH-P2WSH by its program (BIP 143)', () => {
    const program = '0020a16b5755f7f6f96dbd65f5f0d6ab9418b89af4b1f14a1bb8a09062c35f0dcb54';
    expect(sourceScript(input(push(program), '', SIGNATURE, '51ae'))).toBe(
      'a9149993a429037b5d912407a71c252019287b8d27a587',
    );
  });

  it('P2WSH by its script (BIP 143)', () => {
    const script =
      '21026dccc749adc2a9d0d89497ac511f760f45c47dc5ed9cf352a58ac706453880aeadab210255a9626aebf5e29c0e6538428ba0d1dcf6ca98ffdf086aa8ced5e0d0215ea465ac';
    expect(sourceScript(input('', SIGNATURE, SIGNATURE, script))).toBe(
      '00205d1b56b63d714eebe542309525f484b7e9d6f686b3781b6f61ef925d66d6f6a0',
    );
  });

  it('P2PKH by its key', () => {
    const spent = `76a914${KEY_HASH}88ac`;
    expect(sourceScript(input(push(SIGNATURE) + push(KEY)))).toBe(spent);
    expect(sourceScript(input(push('11'.repeat(65)) + push(KEY)))).toBe(spent);
  });

  it('P2SH of a multisig by its script', () => {
    const redeem = `51${push(KEY)}${push(KEY)}52ae`;
    const spent = sourceScript(input(`00${push(SIGNATURE)}${push(redeem)}`));
    expect(spent).toMatch(/^a914[0-9a-f]{40}87$/);
  });
});

describe('an input without this information is omitted', () => {
  const control = `c0${'22'.repeat(32)}`;
  it.each([
    ['coinbase', {}],
    ['no unlocking data at all', input('')],
    ['taproot key path', input('', '33'.repeat(64))],
    ['taproot key path with annex', input('', '33'.repeat(64), '50aa')],
    ['taproot script path', input('', SIGNATURE, '51', control)],
    ['P2PK', input(push(SIGNATURE))],
    ['bare multisig', input(`00${push(SIGNATURE)}`)],
    ['a push beyond the end', input('4cff00')],
    ['a length beyond the end', input('4d')],
    ['a script that computes', input(`5187${push(KEY)}`)],
    ['a key without a signature', input(push('aa') + push(KEY))],
  ])('%s', (_, unclear) => {
    expect(sourceScript(unclear)).toBeNull();
  });
});
