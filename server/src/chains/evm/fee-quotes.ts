// What a payment costs by level (EIP-1559): the base fee of the next block with room for it to rise, and the tip
// that the payers of the last blocks gave. A quote is the most that is taken: of the room above the base fee the
// network keeps nothing. On a rollup that takes a fee for data apart, half of a quote is for that.
import type { EvmNodes } from '../../coins/nodes.ts';
import { defined } from '../../core/assert.ts';
import { smaller } from '../../core/money.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import type { FeeLevel, FeeQuotes } from '../transfers.ts';
import { shapes } from './answers.ts';
import { quantity, readNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';
import { contractCall } from './token-call.ts';

/** Twenty blocks are four minutes. */
const BLOCKS = 20;
/** Of each block the tips below which a tenth, half and nine tenths of its gas were bought. */
const PERCENTILES = [10, 50, 90];
/** Room above the next base fee, in eighths: a full block raises it by one (EIP-1559, denominator 8). */
const ROOM = { slow: 9n, average: 10n, fast: 12n } as const;
/** What each level expects the price of data to become, in percent of what it is. */
const DATA_ROOM = { slow: 125n, average: 150n, fast: 200n } as const;
/** The contract that tells the price of data (OP stack, predeploy GasPriceOracle), and its question since Fjord. */
const DATA_ORACLE = '0x420000000000000000000000000000000000000f';
const UPPER_BOUND = '0xf1c7a58b';
/** Of a token's transfer without its signature, rounded up; a payment is shorter. */
const BYTES = 200;
/** Of a fee, what is signed for gas where data is paid for apart. The rest stays in the account for that. */
const SHARES = 2n;

interface Quoted {
  readonly nodes: EvmNodes;
  readonly gas: number;
  /** No quote is above it. */
  readonly most: bigint;
}

/** Of a payment that uses so much gas. Throws ChainUnavailable. */
export async function readQuotes(rpc: EvmRpc, { nodes, gas, most }: Quoted): Promise<FeeQuotes> {
  const answer = await rpc.call('eth_feeHistory', quantity(BLOCKS), 'latest', PERCENTILES);
  const history = shaped(shapes.feeHistory, answer, `eth_feeHistory at ${rpc.node}`);
  const base = BigInt(defined(history.baseFeePerGas.at(-1), 'the shape has one'));
  const tips = PERCENTILES.map((_, n) =>
    middleOf((history.reward ?? []).flatMap((block) => block[n] ?? []).map(BigInt)),
  );
  const [slow = 0n, average = 0n, fast = 0n] = tips;
  const ofLevel = eachLevel((level) => boundedTip(nodes, { slow, average, fast }[level]));
  const units = BigInt(gas);
  const data = nodes.dataFee === 'apart' ? await dataFee(rpc) : null;
  const total = (level: FeeLevel) => {
    const forGas = units * priceOf(nodes, base, { room: ROOM[level], tip: ofLevel[level] });
    if (data === null) return forGas;
    const forData = (data * DATA_ROOM[level] + 99n) / 100n;
    return SHARES * (forGas > forData ? forGas : forData);
  };
  return {
    ...eachLevel((level) => smaller(total(level), most)),
    tips: eachLevel((level) => units * ofLevel[level]),
  };
}

/** What of a plan's fee may be offered for its gas; the rest waits for what is taken apart. Rounded down. */
export function forGas({ dataFee: kind }: EvmNodes, fee: bigint): bigint {
  return kind === 'apart' ? fee / SHARES : fee;
}

/** The most that the network takes at present for the data of a payment. */
async function dataFee(rpc: EvmRpc): Promise<bigint> {
  const bytes = BYTES.toString(16).padStart(64, '0');
  const [answer] = await rpc.ask([contractCall(DATA_ORACLE, `${UPPER_BOUND}${bytes}`, 'latest')]);
  const what = `fee for data at ${rpc.node}`;
  return readNumber(shaped(shapes.data, resultOf(answer, what), what), what);
}

function eachLevel(of: (level: FeeLevel) => bigint): Record<FeeLevel, bigint> {
  return { slow: of('slow'), average: of('average'), fast: of('fast') };
}

/** Up to a multiple of the gas, so that the price is no less than was quoted for the ordinary amount of it. */
export function feeOf(
  quote: bigint,
  { ordinary, gas = ordinary }: { gas?: number | undefined; ordinary: number },
): bigint {
  if (gas === ordinary) return quote;
  const price = (quote + BigInt(ordinary) - 1n) / BigInt(ordinary);
  return price * BigInt(gas);
}

/** The median; nothing for a chain without transactions. */
function middleOf(tips: readonly bigint[]): bigint {
  const sorted = [...tips].sort((a, b) => (a < b ? -1 : 1));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}

function priceOf(
  { gasPrice }: EvmNodes,
  base: bigint,
  { room, tip }: { room: bigint; tip: bigint },
): bigint {
  return clamp((base * room + 7n) / 8n + tip, gasPrice.leastTip, gasPrice.most);
}

function boundedTip({ gasPrice: { leastTip, mostTip } }: EvmNodes, tip: bigint): bigint {
  return clamp(tip, leastTip, mostTip);
}

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least;
  return value > most ? most : value;
}
