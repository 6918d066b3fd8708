// The port for outgoing transfers (chains/transfers.ts) over the RPC of bitcoind, litecoind and BCHN. BCH differs in
// its signatures (sign-cash-transfer.ts), in its fee estimate, and in having no replacement.
import type { Coin, Network } from '../../coins/coin.ts';
import { bitcoindNodes } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import type { Log } from '../../core/log.ts';
import { parseAmount } from '../../core/money.ts';
import { ChainUnavailable } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import type {
  Broadcast,
  FeeQuotes,
  SendingFamily,
  SignedTransfer,
  TransferNetwork,
} from '../transfers.ts';
import { shapes } from './answers.ts';
import { dustOf, type FeeRules, feeOfShape, feeRulesOf, quotesAt } from './fee-rules.ts';
import { findSpenders } from './find-spenders.ts';
import { readAmounts } from './read-amounts.ts';
import { type BitcoindRpc, bitcoindRpc } from './rpc.ts';
import { signCashTransfer } from './sign-cash-transfer.ts';
import { signLegacyTransfer, signTransfer } from './sign-transfer.ts';

export interface BitcoindTransfersOptions {
  readonly coin: Coin;
  readonly network: Network;
  readonly url: string;
  readonly cookieFile?: string;
  readonly log: Log;
}

/** Target blocks per fee level, for estimatesmartfee. */
const TARGETS = { slow: 12, average: 4, fast: 1 } as const;
/** RPC_VERIFY_ALREADY_IN_CHAIN and RPC_IN_WARMUP (Bitcoin Core rpc/protocol.h). */
const ALREADY_IN_CHAIN = -27;
const IN_WARMUP = -28;
/** The RPC error code for "no estimate yet". */
const NO_ESTIMATE = -7;
/** Bitcoin Core validation.cpp: the reject reason of a node that accepts no replacements. */
const CONFLICT = 'txn-mempool-conflict';
const ALREADY_KNOWN: readonly string[] = ['txn-already-in-mempool', 'txn-already-known'];
/** Older nodes, such as Dogecoin Core, prefix the reject code: `18: txn-mempool-conflict`. */
const REJECT_REASON = /^(?:\d+: )?([a-z-]+)/;
/** No limit at the node, because the fee is capped when the transfer is planned. */
const ANY_FEE_RATE = 0;

const signers = {
  witness: signTransfer,
  cash: signCashTransfer,
  legacy: signLegacyTransfer,
} as const;

export function bitcoindFamily(options: BitcoindTransfersOptions): SendingFamily {
  return {
    network: bitcoindTransfers(options),
    sign: signers[bitcoindNodes(options.coin.code).transactions],
  };
}

function bitcoindTransfers(options: BitcoindTransfersOptions): TransferNetwork {
  const rpc = bitcoindRpc(options);
  const { coin } = options;
  const feeRules = feeRulesOf(coin.code);
  return {
    coin: coin.code,
    model: 'outputs',
    // If nodes keep the first transaction that they saw, a stuck transaction is rebroadcast until it is accepted.
    isReplaceable: coin.isReplaceable,
    dust: feeRules.dust,
    dustOf: (address) => dustOf(coin.code, address),
    feeQuotes: () => readQuotes(rpc, coin, feeRules),
    feeFor: (quote, shape) => feeOfShape(feeRules, quote, shape),
    amountsOf: (plan) => readAmounts(rpc, coin, plan),
    account: () => Promise.reject(new Error(`${coin.code} has no accounts`)),
    broadcast: (transfer) => broadcast(rpc, coin, transfer),
    outcome: async () => ({ hasFailed: false, fee: null }),
    spendersOf: (plan, aboveHeight) => findSpenders(rpc, plan, aboveHeight),
    close: () => rpc.close(),
  };
}

function isCash(coin: Coin): boolean {
  return bitcoindNodes(coin.code).transactions === 'cash';
}

async function readQuotes(rpc: BitcoindRpc, coin: Coin, feeRules: FeeRules): Promise<FeeQuotes> {
  return quotesAt(feeRules, await (isCash(coin) ? readPlainRate : readRates)(rpc, coin, feeRules));
}

async function readRates(rpc: BitcoindRpc, coin: Coin, { fallback }: FeeRules): Promise<bigint[]> {
  const targets = [TARGETS.slow, TARGETS.average, TARGETS.fast];
  const answers = await rpc.request(
    targets.map((target) => ({ method: 'estimatesmartfee', params: [target] })),
  );
  return answers.map((answer) => {
    const what = `estimatesmartfee at ${rpc.node}`;
    const { feerate } = shaped(shapes.feeEstimate, resultOf(answer, what), what);
    // Negative before Bitcoin Core 0.15 when the node has too little data for an estimate.
    const isUnreported = feerate === undefined || feerate.startsWith('-');
    return isUnreported ? fallback : rateOf(feerate, coin, what);
  });
}

/** BCHN has one estimate for all levels, a bare number of coins: its blocks are not full. */
async function readPlainRate(rpc: BitcoindRpc, coin: Coin, feeRules: FeeRules): Promise<bigint[]> {
  const what = `estimatefee at ${rpc.node}`;
  const [answer] = await rpc.request([{ method: 'estimatefee', params: [] }]);
  const one = defined(answer, 'one answer for one call');
  const isUnreported = !one.ok && one.code === NO_ESTIMATE;
  const rate = isUnreported ? '-1' : shaped(shapes.plainRate, resultOf(one, what), what);
  // Negative when the node has too little data for an estimate.
  const same = rate.startsWith('-') ? feeRules.fallback : rateOf(rate, coin, what);
  return [same, same, same];
}

function rateOf(text: string, coin: Coin, what: string): bigint {
  const rate = parseAmount(text, { ...coin, precision: coin.scale });
  if (typeof rate === 'bigint') return rate;
  throw new ChainUnavailable(`${what} is ${text}`);
}

async function broadcast(
  rpc: BitcoindRpc,
  coin: Coin,
  transfer: SignedTransfer,
): Promise<Broadcast> {
  // The other nodes take a boolean as the second parameter (`allowhighfees`). Their own limits are far above our fees.
  const isCore = bitcoindNodes(coin.code).transactions === 'witness';
  const params = isCore ? [transfer.raw, ANY_FEE_RATE] : [transfer.raw];
  const [answer] = await rpc.request([{ method: 'sendrawtransaction', params }]);
  const one = defined(answer, 'one answer for one call');
  if (one.ok) {
    const named = shaped(shapes.hash, one.result, `sendrawtransaction at ${rpc.node}`);
    if (named === transfer.txid) return { kind: 'accepted' };
    throw new Error(`${rpc.node} names ${named} what is ${transfer.txid}`);
  }
  if (one.code === IN_WARMUP) throw new ChainUnavailable(`${rpc.node} is starting`);
  const reason = rejectReason(one.message);
  if (one.code === ALREADY_IN_CHAIN || ALREADY_KNOWN.includes(reason)) return { kind: 'known' };
  const conflict = isConflict(one.message) && ({ refusalKind: 'conflict' } as const);
  return { kind: 'refused', reason: one.message, ...conflict };
}

/** Whether the node keeps its existing transaction no matter what a replacement pays. Pure. */
export const isConflict = (message: string): boolean => rejectReason(message) === CONFLICT;

/** The reject code, without its number and details; empty when there is none. Pure. */
export function rejectReason(message: string): string {
  return REJECT_REASON.exec(message)?.[1] ?? '';
}
