// The least amount that nodes relay to an address of the family: less would cost more to spend than it brings, and
// a transaction with such an output is refused as `dust`, whatever its fee. Pure; the simulated network has it, too.
import { bitcoindNodes } from '../../coins/registry.ts';
import { scriptOf } from './script-of.ts';

/** Value and length of an output, before its script. */
const OUTPUT_HEAD = 9n;
/**
 * Bytes of the input that spends it: outpoint, length and sequence, and 107 for a signature and a key, of which a
 * witness counts a quarter (GetDustThreshold in policy/policy.cpp of Bitcoin Core and Litecoin Core; BCHN has no
 * witnesses).
 */
const INPUT = 32n + 4n + 1n + 107n + 4n;
const WITNESS_INPUT = 32n + 4n + 1n + 107n / 4n + 4n;

/** An output to the hash of a key: five opcodes and 20 bytes. */
const KEY_HASH_SCRIPT = 25;

/** Of the defaults: an operator whose node has another `-dustrelayfee` still pays through others that have not. */
export function dustOf(coin: string, address: string): bigint {
  const script = scriptOf(address);
  return dustOfScript(coin, script.length, isWitnessProgram(script) ? WITNESS_INPUT : INPUT);
}

/** The same for P2PKH. */
export function dustOfKeyHash(coin: string): bigint {
  return dustOfScript(coin, KEY_HASH_SCRIPT, INPUT);
}

function dustOfScript(coin: string, bytes: number, input: bigint): bigint {
  const { dust } = bitcoindNodes(coin);
  if ('each' in dust) return dust.each;
  return (dust.rate * (OUTPUT_HEAD + BigInt(bytes) + input)) / 1000n;
}

/** A version and one push of 2 to 40 bytes (BIP-141). */
function isWitnessProgram(script: Uint8Array): boolean {
  const [version = 0xff, length = 0] = script;
  const isVersion = version === 0 || (version >= 0x51 && version <= 0x60);
  return isVersion && length >= 2 && length <= 40 && script.length === length + 2;
}
