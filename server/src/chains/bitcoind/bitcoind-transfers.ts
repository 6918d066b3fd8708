// The port for outgoing transfers over the RPC of bitcoind and its relatives.

import type { Coin, Network } from '../../coins/coin.ts';
import { FEE_TARGETS } from '../../coins/fee-minutes.ts';
import { bitcoindNodes } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import type { Log } from '../../core/log.ts';
import { parseAmount } from '../../core/money.ts';
import { ChainUnavailable } from '../chain.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import type {
  Broadcast,
  FeeQuotes,
  PlannedInput,
  SendingFamily,
  SignedTransfer,
  Spender,
  TransferNetwork,
  TransferPlan,
} from '../transfers.ts';
import {
  capacityOf,
  dustOf,
  type FeeRules,
  feeOfShape,
  feeRulesOf,
  quotesAt,
} from './fee-rules.ts';
import { inputsOf } from './raw-block.ts';
import { readBlock } from './read-block.ts';
import { type BitcoindRpc, bitcoindRpc, shapes } from './rpc.ts';
import { signCashTransfer, signLegacyTransfer, signTransfer } from './sign-transfer.ts';

export interface BitcoindTransfersOptions {
  readonly coin: Coin;
  readonly network: Network;
  readonly url: string;
  readonly cookieFile?: string;
  readonly log: Log;
}

/** RPC_VERIFY_ALREADY_IN_CHAIN and RPC_IN_WARMUP (Bitcoin Core rpc/protocol.h). */
const ALREADY_IN_CHAIN = -27;
const IN_WARMUP = -28;
const NO_ESTIMATE = -7;
/** The reject reason of a node that accepts no replacements (Bitcoin Core validation.cpp). */
const CONFLICT = 'txn-mempool-conflict';
const ALREADY_KNOWN: readonly string[] = ['txn-already-in-mempool', 'txn-already-known'];
/** Older nodes, such as Dogecoin Core, prefix the reject code: `18: txn-mempool-conflict`. */
const REJECT_REASON = /^(?:\d+: )?([a-z-]+)/;
/** The fee was capped when the transfer was planned, so the node needs no limit. */
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
    // Where nodes keep the first transaction that they saw, a stuck transaction is rebroadcast until it is accepted.
    isReplaceable: coin.isReplaceable,
    dust: feeRules.dust,
    dustOf: (address) => dustOf(coin.code, address),
    feeQuotes: () => readQuotes(rpc, coin, feeRules),
    feeFor: (quote, shape) => feeOfShape(feeRules, quote, shape),
    capacity: capacityOf(coin.code),
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
  const targets = [FEE_TARGETS.slow, FEE_TARGETS.average, FEE_TARGETS.fast];
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

/** BCHN has one estimate for all levels, in coins, because its blocks are not full. */
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
  // The other nodes take a boolean as the second parameter (`allowhighfees`).
  const isCore = bitcoindNodes(coin.code).transactions === 'witness';
  const params = isCore ? [transfer.raw, ANY_FEE_RATE] : [transfer.raw];
  const [answer] = await rpc.request([{ method: 'sendrawtransaction', params }]);
  const one = defined(answer, 'one answer for one call');
  if (one.ok) {
    const named = shaped(shapes.hash, one.result, `sendrawtransaction at ${rpc.node}`);
    if (named === transfer.txid) return { kind: 'accepted' };
    throw new Error(`${rpc.node} returned txid ${named} for transaction ${transfer.txid}`);
  }
  if (one.code === IN_WARMUP) throw new ChainUnavailable(`${rpc.node} is starting`);
  const reason = rejectReason(one.message);
  if (one.code === ALREADY_IN_CHAIN || ALREADY_KNOWN.includes(reason)) return { kind: 'known' };
  const conflict = isConflict(one.message) && ({ refusalKind: 'conflict' } as const);
  return { kind: 'refused', reason: one.message, ...conflict };
}

export const isConflict = (message: string): boolean => rejectReason(message) === CONFLICT;

/** Empty when the message has no reject reason. */
export function rejectReason(message: string): string {
  return REJECT_REASON.exec(message)?.[1] ?? '';
}

// From the UTXO set, which pruned nodes have as well. A signature covers only the amount of its own input.

/** Null for outputs that are spent in a block or unknown. */
async function readAmounts(
  rpc: BitcoindRpc,
  coin: Coin,
  { origin }: TransferPlan,
): Promise<readonly (bigint | null)[]> {
  if (!('inputs' in origin)) throw new Error('only outputs are spent here');
  const { inputs } = origin;
  // Ignores spends in the mempool, because a transfer may be a replacement.
  const amounts = await requestOutputs(rpc, coin, { inputs, inMempool: false });
  const missing = inputs.flatMap((input, n) => (amounts[n] === null ? [{ input, n }] : []));
  if (missing.length === 0) return amounts;
  const waiting = missing.map(({ input }) => input);
  const found = await requestOutputs(rpc, coin, { inputs: waiting, inMempool: true });
  for (const [place, { n }] of missing.entries()) amounts[n] = found[place] ?? null;
  return amounts;
}

async function requestOutputs(
  rpc: BitcoindRpc,
  coin: Coin,
  { inputs, inMempool }: { inputs: readonly PlannedInput[]; inMempool: boolean },
): Promise<(bigint | null)[]> {
  const answers = await rpc.request(
    inputs.map(({ txid, index }) => ({ method: 'gettxout', params: [txid, index, inMempool] })),
  );
  return inputs.map((_input, n) => {
    const what = `gettxout at ${rpc.node}`;
    const unspent = shaped(shapes.unspentValue, resultOf(answers[n], what), what);
    if (unspent === null) return null;
    const amount = parseAmount(unspent.value, { ...coin, precision: coin.scale });
    if (typeof amount === 'bigint') return amount;
    throw new ChainUnavailable(`${what} names an amount of ${unspent.value}`);
  });
}

// Called only when the node rejects a transfer, so it may read every block since the transfer was planned.

/** Throws ChainUnavailable, also when the chain changed in the meantime. */
async function findSpenders(
  rpc: BitcoindRpc,
  { coin, origin }: TransferPlan,
  aboveHeight: number,
): Promise<readonly Spender[]> {
  if (!('inputs' in origin)) throw new Error('only outputs are spent here');
  // Unspent on the chain, so there is no spender to find.
  const answers = await rpc.request(
    origin.inputs.map(({ txid, index }) => ({ method: 'gettxout', params: [txid, index, false] })),
  );
  const missing = new Map<string, number>();
  for (const [n, { txid, index }] of origin.inputs.entries()) {
    const answer = answers[n];
    if (answer === undefined) throw new ChainUnavailable(`${rpc.node} left out a response`);
    const what = `gettxout at ${rpc.node}`;
    const unspent = shaped(shapes.unspent, resultOf(answer, what), what);
    if (unspent === null) missing.set(`${txid}:${index}`, n);
  }
  return missing.size === 0 ? [] : scan(rpc, { coin, missing, aboveHeight });
}

async function scan(
  rpc: BitcoindRpc,
  search: { coin: string; missing: ReadonlyMap<string, number>; aboveHeight: number },
): Promise<Spender[]> {
  const { coin, missing, aboveHeight } = search;
  const info = shaped(shapes.chainInfo, await rpc.call('getblockchaininfo'), 'the tip');
  const found: Spender[] = [];
  for (let height = aboveHeight + 1; height <= info.blocks; height++) {
    if (found.length === missing.size) break;
    const hash = shaped(shapes.hash, await rpc.call('getblockhash', height), 'a block hash');
    const block = await readBlock(rpc, coin, hash);
    for (const transaction of block.transactions) {
      const { txid } = transaction;
      for (const input of inputsOf(block, transaction)) {
        const index = missing.get(`${input.txid}:${input.index}`);
        if (index !== undefined) found.push({ index, txid, block: { height, hash } });
      }
    }
  }
  return found;
}
