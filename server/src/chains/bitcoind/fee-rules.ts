// The cost of sending each coin of the family: fee rates, transaction sizes, and the smallest output.
import { bitcoindNodes } from '../../coins/registry.ts';
import type { FeeQuotes, TransferCapacity, TransferShape } from '../transfers.ts';
import { scriptOf } from './script-of.ts';

export interface FeeRules {
  /** In the smallest unit per 1000 bytes (virtual bytes on coins with segwit). */
  readonly least: bigint;
  readonly most: bigint;
  /** For nodes that have too little data for an estimate. */
  readonly fallback: bigint;
  /** Smaller change goes to the fee. The dust threshold of P2PKH, the highest of the common types. */
  readonly dust: bigint;
  /** Bytes besides inputs and outputs. */
  readonly overhead: number;
  readonly input: number;
  /** Bytes of the script that change pays to. */
  readonly ownScript: number;
}

/** Version, counts, lock time and marker; a P2WPKH input, its witness at a quarter (BIP-141). */
const witness = { overhead: 11, input: 68, ownScript: 22 } as const;
/** Without the marker; a P2PKH input with a signature of 72 bytes and a compressed key. */
const keyHash = { overhead: 10, input: 148, ownScript: 25 } as const;
/** The value and the script length of an output. */
const OUTPUT_HEAD = 9;

/**
 * Bytes of the input that spends the output: outpoint, length and sequence, and 107 for a signature and a key, a
 * quarter of that in a witness (GetDustThreshold in policy/policy.cpp of Bitcoin Core and Litecoin Core; BCHN has no
 * witnesses).
 */
const SPENDING_INPUT = 32n + 4n + 1n + 107n + 4n;
const SPENDING_WITNESS_INPUT = 32n + 4n + 1n + 107n / 4n + 4n;

const KEY_HASH_SCRIPT = 25;

export function feeRulesOf(coin: string): FeeRules {
  const { feeRate, transactions } = bitcoindNodes(coin);
  const { least, most, fallback } = feeRate;
  const sizes = transactions === 'witness' ? witness : keyHash;
  return { least, most, fallback, dust: dustOfKeyHash(coin), ...sizes };
}

/** The minimum fee at which nodes relay a transaction of this size. */
export function relayFee(coin: string, bytes: bigint): bigint {
  return (bytes * bitcoindNodes(coin).feeRate.relayed + 999n) / 1000n;
}

/** The cost of one ordinary payment at each rate per 1000 bytes, clamped. A slower level never costs more. */
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

/**
 * The largest transaction that nodes relay, in virtual bytes: a quarter of MAX_STANDARD_TX_WEIGHT, which is 400,000
 * (policy/policy.h of Bitcoin Core, Litecoin Core and Dogecoin Core), and MAX_STANDARD_TX_SIZE (policy.h of BCHN).
 */
export const STANDARD_SIZE_MAX = 100_000;

export function capacityOf(coin: string): TransferCapacity {
  const feeRules = feeRulesOf(coin);
  return {
    sizeMax: STANDARD_SIZE_MAX,
    ordinarySize: ordinarySize(feeRules),
    sizeOf: (shape) => sizeOfShape(feeRules, shape),
  };
}

/** Maximum bytes (virtual bytes on coins with segwit). */
export function sizeOfShape({ overhead, input }: FeeRules, shape: TransferShape): number {
  const outputs = shape.outputs.reduce((sum, to) => sum + OUTPUT_HEAD + scriptLength(to), 0);
  return overhead + moreForCount(shape) + input * shape.inputs + outputs;
}

/** Counts of 253 and more take three bytes instead of one (CompactSize). */
function moreForCount({ inputs, outputs }: TransferShape): number {
  return (inputs > 252 ? 2 : 0) + (outputs.length > 252 ? 2 : 0);
}

const LENGTHS_MAX = 20_000;
const lengths = new Map<string, number>();

/** A plan with thousands of outputs is measured many times, and decoding an address takes some 10 µs. */
function scriptLength(address: string): number {
  const known = lengths.get(address);
  if (known !== undefined) return known;
  const { length } = scriptOf(address);
  if (lengths.size >= LENGTHS_MAX) lengths.clear();
  lengths.set(address, length);
  return length;
}

/** One input, one recipient and change. */
export function ordinarySize({ overhead, input, ownScript }: FeeRules): number {
  return overhead + input + 2 * (OUTPUT_HEAD + ownScript);
}

/** Assumes the default `-dustrelayfee`: other nodes relay the payment even if the operator's node does not. */
export function dustOf(coin: string, address: string): bigint {
  const script = scriptOf(address);
  return dustOfScript(
    coin,
    script.length,
    isWitnessProgram(script) ? SPENDING_WITNESS_INPUT : SPENDING_INPUT,
  );
}

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
