// The fee per level (EIP-1559): the next base fee with headroom, which is never charged if unused, plus the tip of
// recent blocks. On a rollup with a separate data fee, half of a quote is reserved for that fee.
import type { EvmNodes } from '../../coins/nodes.ts';
import { defined } from '../../core/assert.ts';
import { smaller } from '../../core/money.ts';
import { type RpcAnswer, resultOf, shaped } from '../rpc/json-rpc.ts';
import type { FeeLevel, FeeQuotes, PayeeRefusal } from '../transfers.ts';
import { type EvmRpc, quantity, readNumber, shapes, toNumber } from './rpc.ts';
import { contractCall } from './token-call.ts';

// A contract (an exchange's deposit address) runs its code when it is paid: it may use more gas, or reject it.

const NO_CODE = '0x';
/** One wei from the zero address, which owns ether on the public networks; zero for chains where it owns nothing. */
const TRIED_VALUES = ['0x1', '0x0'];

type PayeeGas = { readonly gas: number } | { readonly refusal: PayeeRefusal };

/** A contract can use more gas at the time of the payment. Throws ChainUnavailable. */
export async function payeeGas(
  rpc: EvmRpc,
  { gas: { payment }, dataFee }: EvmNodes,
  address: string,
): Promise<PayeeGas> {
  const code = await rpc.call('eth_getCode', address, 'latest');
  const hasCode = shaped(shapes.data, code, `code of ${address} at ${rpc.node}`) !== NO_CODE;
  if (!hasCode && dataFee !== 'in_gas') return { gas: payment };
  const answers = await rpc.request(
    TRIED_VALUES.map((value) => ({ method: 'eth_estimateGas', params: [{ to: address, value }] })),
  );
  const estimate = answers.find((answer) => answer.ok);
  if (estimate === undefined) return { refusal: refusalIn(answers) };
  const what = `eth_estimateGas at ${rpc.node}`;
  const gas = toNumber(shaped(shapes.quantity, resultOf(estimate, what), what));
  return { gas: hasCode ? withRoom(gas) : Math.max(payment, withRoom(gas)) };
}

/** Adds a fifth: a contract's gas use depends on its state when it is called. */
export function withRoom(gas: number): number {
  return Math.ceil((gas * 6) / 5);
}

function refusalIn(answers: readonly RpcAnswer[]): PayeeRefusal {
  const last = answers.at(-1);
  return last === undefined || last.ok
    ? { code: 'payments_not_accepted' }
    : { message: last.message };
}

/** Twenty blocks cover four minutes. */
const BLOCKS = 20;
/** The tips below which a tenth, half and nine tenths of a block's gas were bought. */
const PERCENTILES = [10, 50, 90];
/** Headroom above the next base fee, in eighths: a full block raises it by one eighth (EIP-1559, denominator 8). */
const ROOM = { slow: 9n, average: 10n, fast: 12n } as const;
/** In percent of the current price. */
const DATA_ROOM = { slow: 125n, average: 150n, fast: 200n } as const;
/** The contract that reports the data price (OP stack, GasPriceOracle), and the call that it supports since Fjord. */
const DATA_ORACLE = '0x420000000000000000000000000000000000000f';
const UPPER_BOUND = '0xf1c7a58b';
/** A token transfer without its signature, rounded up; a payment of ether is shorter. */
const BYTES = 200;
/** With a separate data fee, one share of the fee is signed for gas, and the other stays for data. */
const SHARES = 2n;

interface Quoted {
  readonly nodes: EvmNodes;
  readonly gas: number;
  readonly most: bigint;
}

/** Throws ChainUnavailable. */
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

/** The part of a fee that may be offered for gas; the rest is reserved for data. Rounded down. */
export function forGas({ dataFee: kind }: EvmNodes, fee: bigint): bigint {
  return kind === 'apart' ? fee / SHARES : fee;
}

async function dataFee(rpc: EvmRpc): Promise<bigint> {
  const bytes = BYTES.toString(16).padStart(64, '0');
  const [answer] = await rpc.request([
    contractCall(DATA_ORACLE, `${UPPER_BOUND}${bytes}`, 'latest'),
  ]);
  const what = `fee for data at ${rpc.node}`;
  return readNumber(shaped(shapes.data, resultOf(answer, what), what), what);
}

function eachLevel(of: (level: FeeLevel) => bigint): Record<FeeLevel, bigint> {
  return { slow: of('slow'), average: of('average'), fast: of('fast') };
}

/** Rounded up to a multiple of the gas, so that the gas price is at least the quoted price. */
export function feeOf(
  quote: bigint,
  { ordinary, gas = ordinary }: { gas?: number | undefined; ordinary: number },
): bigint {
  if (gas === ordinary) return quote;
  const price = (quote + BigInt(ordinary) - 1n) / BigInt(ordinary);
  return price * BigInt(gas);
}

/** The median; zero for a chain without transactions. */
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
