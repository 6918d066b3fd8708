// What a payment costs by level (EIP-1559): the base fee of the next block with room for it to rise, and the tip
// that the payers of the last blocks gave. A quote is the most that is taken: of the room above the base fee the
// network keeps nothing.
import { known } from '../../core/assert.ts';
import { shaped } from '../rpc/shaped.ts';
import type { FeeLevel, FeeQuotes } from '../transfers.ts';
import { shapes } from './answers.ts';
import { PAYMENT_GAS } from './payee-gas.ts';
import { quantity } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';

/** Twenty blocks are four minutes. */
const BLOCKS = 20;
/** Of each block the tips below which a tenth, half and nine tenths of its gas were bought. */
const PERCENTILES = [10, 50, 90];
/** Room above the next base fee, in eighths: a full block raises it by one (EIP-1559, denominator 8). */
const ROOM = { slow: 9n, average: 10n, fast: 12n } as const;
const GWEI = 10n ** 9n;
/** Far below what blocks take in quiet times, and above the least tip that geth's pool keeps (1 wei). */
const LEAST_TIP = GWEI / 100n;
const MOST_TIP = 100n * GWEI;
/** Above the base fees of all but single blocks so far; keeps a broken node from spending the wallet. */
const MOST = 2_000n * GWEI;

/** Of a payment that uses so much gas. Throws ChainUnavailable. */
export async function readQuotes(rpc: EvmRpc, gas = PAYMENT_GAS): Promise<FeeQuotes> {
  const answer = await rpc.call('eth_feeHistory', quantity(BLOCKS), 'latest', PERCENTILES);
  const history = shaped(shapes.feeHistory, answer, `eth_feeHistory at ${rpc.node}`);
  const base = BigInt(known(history.baseFeePerGas.at(-1), 'the shape has one'));
  const tips = PERCENTILES.map((_, n) =>
    middleOf((history.reward ?? []).flatMap((block) => block[n] ?? []).map(BigInt)),
  );
  const [slow = 0n, average = 0n, fast = 0n] = tips;
  const ofLevel = { slow, average, fast };
  const units = BigInt(gas);
  const total = (level: FeeLevel) => units * priceOf(base, ROOM[level], ofLevel[level]);
  const tip = (level: FeeLevel) => units * boundedTip(ofLevel[level]);
  return { ...eachLevel(total), tips: eachLevel(tip) };
}

function eachLevel(of: (level: FeeLevel) => bigint): Record<FeeLevel, bigint> {
  return { slow: of('slow'), average: of('average'), fast: of('fast') };
}

/** Up to a multiple of the gas, so that the price is no less than was quoted for the ordinary amount of it. */
export function feeOf(
  quote: bigint,
  facts: { gas?: number | undefined; ordinary: number },
): bigint {
  const { ordinary, gas = ordinary } = facts;
  if (gas === ordinary) return quote;
  const price = (quote + BigInt(ordinary) - 1n) / BigInt(ordinary);
  return price * BigInt(gas);
}

/** The median; nothing for a chain without transactions. */
function middleOf(tips: readonly bigint[]): bigint {
  const sorted = [...tips].sort((a, b) => (a < b ? -1 : 1));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}

function priceOf(base: bigint, eighths: bigint, tip: bigint): bigint {
  const price = (base * eighths + 7n) / 8n + boundedTip(tip);
  return clamp(price, LEAST_TIP, MOST);
}

const boundedTip = (tip: bigint): bigint => clamp(tip, LEAST_TIP, MOST_TIP);

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least;
  return value > most ? most : value;
}
