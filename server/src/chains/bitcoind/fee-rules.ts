// What sending costs on each coin of the family: the bounds of the fee rate, the sizes that fees are computed
// from, and the least output. Pure; used by bitcoind-transfers.ts.
import { bitcoindNodes } from '../../coins/registry.ts';
import type { FeeQuotes, TransferShape } from '../transfers.ts';
import { scriptOf } from './script-of.ts';

export interface FeeRules {
  /** In the smallest unit for 1000 bytes, virtual ones where there are witnesses. */
  readonly least: bigint;
  readonly most: bigint;
  /** When the node has not seen enough to estimate, as on a fresh or a private chain. */
  readonly fallback: bigint;
  /** Change below this goes to the fee: the dust of P2PKH, the highest of the common types. */
  readonly dust: bigint;
  /** Bytes of a transaction beside its inputs and outputs. */
  readonly overhead: number;
  /** The most bytes that an input of ours takes. */
  readonly input: number;
  /** Bytes of a script of ours, that of the change. */
  readonly ownScript: number;
}

/** Version, counts, lock time and marker; a P2WPKH input, its witness at a quarter (BIP-141). */
const witness = { overhead: 11, input: 68, ownScript: 22 } as const;
/** The same without a marker; a P2PKH input with a signature of 72 bytes and a compressed key. */
const keyHash = { overhead: 10, input: 148, ownScript: 25 } as const;
/** Value and length of an output. */
const OUTPUT_HEAD = 9;

/**
 * Bytes of the input that spends it: outpoint, length and sequence, and 107 for a signature and a key, of which a
 * witness counts a quarter (GetDustThreshold in policy/policy.cpp of Bitcoin Core and Litecoin Core; BCHN has no
 * witnesses).
 */
const SPENDING_INPUT = 32n + 4n + 1n + 107n + 4n;
const SPENDING_WITNESS_INPUT = 32n + 4n + 1n + 107n / 4n + 4n;

/** An output to the hash of a key: five opcodes and 20 bytes. */
const KEY_HASH_SCRIPT = 25;

export function feeRulesOf(coin: string): FeeRules {
  const { feeRate, transactions } = bitcoindNodes(coin);
  const { least, most, fallback } = feeRate;
  const sizes = transactions === 'witness' ? witness : keyHash;
  return { ...{ least, most, fallback }, dust: dustOfKeyHash(coin), ...sizes };
}

/** What nodes relay so many bytes for. */
export function relayFee(coin: string, bytes: bigint): bigint {
  return (bytes * bitcoindNodes(coin).feeRate.relayed + 999n) / 1000n;
}

/** What one ordinary payment costs at three rates for 1000 bytes, each clamped; a slower level never costs more. */
export function quotesAt(feeRules: FeeRules, rates: readonly bigint[]): FeeQuotes {
  const { least } = feeRules;
  const clamped = rates.map((rate) => clamp(rate, feeRules));
  const [slow = least, average = least, fast = least] = clamped.sort((a, b) => (a < b ? -1 : 1));
  const size = BigInt(ordinarySize(feeRules));
  const quote = (rate: bigint) => (rate * size + 999n) / 1000n;
  return { slow: quote(slow), average: quote(average), fast: quote(fast) };
}

function clamp(rate: bigint, { least, most }: FeeRules): bigint {
  if (rate < least) return least;
  return rate > most ? most : rate;
}

/** Rounded up. */
export function feeOfShape(feeRules: FeeRules, quote: bigint, shape: TransferShape): bigint {
  const size = sizeOfShape(feeRules, shape);
  const ordinary = BigInt(ordinarySize(feeRules));
  return (quote * BigInt(size) + ordinary - 1n) / ordinary;
}

/** The most bytes that a transfer of ours takes, virtual ones where there are witnesses. */
export function sizeOfShape({ overhead, input }: FeeRules, shape: TransferShape): number {
  const outputs = shape.outputs.reduce((sum, to) => sum + OUTPUT_HEAD + scriptOf(to).length, 0);
  return overhead + input * shape.inputs + outputs;
}

/** One input, a payee and the change. */
export function ordinarySize({ overhead, input, ownScript }: FeeRules): number {
  return overhead + input + 2 * (OUTPUT_HEAD + ownScript);
}

/**
 * The least that nodes relay to an address: an output of less is refused as `dust`, whatever its fee. Of the
 * defaults: an operator whose node has another `-dustrelayfee` still pays through others that have not.
 */
export function dustOf(coin: string, address: string): bigint {
  const script = scriptOf(address);
  return dustOfScript(
    coin,
    script.length,
    isWitnessProgram(script) ? SPENDING_WITNESS_INPUT : SPENDING_INPUT,
  );
}

/** The same for P2PKH. */
function dustOfKeyHash(coin: string): bigint {
  return dustOfScript(coin, KEY_HASH_SCRIPT, SPENDING_INPUT);
}

function dustOfScript(coin: string, bytes: number, input: bigint): bigint {
  const { dust } = bitcoindNodes(coin);
  if ('each' in dust) return dust.each;
  return (dust.rate * (BigInt(OUTPUT_HEAD + bytes) + input)) / 1000n;
}

/** A version and one push of 2 to 40 bytes (BIP-141). */
function isWitnessProgram(script: Uint8Array): boolean {
  const [version = 0xff, length = 0] = script;
  const isVersion = version === 0 || (version >= 0x51 && version <= 0x60);
  return isVersion && length >= 2 && length <= 40 && script.length === length + 2;
}
