// The least amount that nodes relay to an address of BTC, LTC or BCH: less would cost more to spend than it brings, and
// a transaction with such an output is refused as `dust`, whatever its fee. Pure; the simulated network has it, too.
import { known } from '../../core/assert.ts';
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

/**
 * In the smallest unit for 1000 bytes (`DUST_RELAY_TX_FEE` in policy/policy.h): 3,000 in Bitcoin Core, 30,000 in
 * Litecoin Core; 1,000 in BCHN, which takes three times that.
 */
const rates: Readonly<Record<string, bigint>> = { BTC: 3_000n, LTC: 30_000n, BCH: 3_000n };

/** Of the defaults: an operator whose node has another `-dustrelayfee` still pays through others that have not. */
export function dustOf(coin: string, address: string): bigint {
  const rate = known(rates[coin], `${coin} has a rate of dust`);
  const script = scriptOf(address);
  const input = isWitnessProgram(script) ? WITNESS_INPUT : INPUT;
  return (rate * (OUTPUT_HEAD + BigInt(script.length) + input)) / 1000n;
}

/** A version and one push of 2 to 40 bytes (BIP-141). */
function isWitnessProgram(script: Uint8Array): boolean {
  const [version = 0xff, length = 0] = script;
  const isVersion = version === 0 || (version >= 0x51 && version <= 0x60);
  return isVersion && length >= 2 && length <= 40 && script.length === length + 2;
}
