// The port for money going out (chains/transfers.ts) over the RPC of bitcoind and litecoind. BCH is signed
// differently and not yet here.
import type { Coin, Network } from '../../coins/coin.ts';
import { known } from '../../core/assert.ts';
import type { Log } from '../../core/log.ts';
import { amountOf } from '../../core/money.ts';
import { ChainUnavailable } from '../chain.ts';
import type {
  Broadcast,
  FeeQuotes,
  SendingFamily,
  SignedTransfer,
  TransferNetwork,
  TransferShape,
} from '../transfers.ts';
import { shaped, shapes } from './answers.ts';
import { findSpenders } from './find-spenders.ts';
import { type BitcoindRpc, bitcoindRpc, resultOf } from './rpc.ts';
import { scriptOf } from './script-of.ts';
import { signTransfer } from './sign-transfer.ts';

export interface BitcoindTransfersOptions {
  readonly coin: Coin;
  readonly network: Network;
  readonly url: string;
  readonly cookieFile?: string;
  readonly log: Log;
}

interface FeeRules {
  /** In the smallest unit for 1000 virtual bytes. */
  readonly least: bigint;
  readonly most: bigint;
  /** When the node has not seen enough to estimate, as on a fresh or a private chain. */
  readonly fallback: bigint;
  readonly dust: bigint;
}

/**
 * The least is what nodes relay (`-minrelaytxfee`). The most is above every fee market so far (BTC, May 2023
 * and April 2024: some 600 per byte for hours), and keeps a broken estimator from spending the wallet. Dust
 * is that of P2PKH, the highest of the common types (`-dustrelayfee`, ten times Bitcoin's on Litecoin).
 */
const rules: Readonly<Record<string, FeeRules>> = {
  BTC: { least: 1_000n, most: 1_000_000n, fallback: 10_000n, dust: 546n },
  LTC: { least: 1_000n, most: 1_000_000n, fallback: 10_000n, dust: 5_460n },
};

/** Blocks within which a payment of each level should confirm, for estimatesmartfee. */
const TARGETS = { slow: 12, average: 4, fast: 1 } as const;
/** Virtual bytes: version, counts, lock time and marker; a P2WPKH input; value and length of an output (BIP-141). */
const OVERHEAD = 11;
const INPUT = 68;
const OUTPUT_HEAD = 9;
const P2WPKH_SCRIPT = 22;
/** One input, the payee and the change. */
const ORDINARY = OVERHEAD + INPUT + 2 * (OUTPUT_HEAD + P2WPKH_SCRIPT);
/** RPC_VERIFY_ALREADY_IN_CHAIN and RPC_IN_WARMUP (Bitcoin Core rpc/protocol.h). */
const ALREADY_IN_CHAIN = -27;
const IN_WARMUP = -28;
const ALREADY_KNOWN = /txn-already-(in-mempool|known)/;
/** No limit by the node: the fee is capped where the transfer is planned. */
const ANY_FEE_RATE = 0;

/** Null for coins whose transfers are not made over this family. */
export function bitcoindFamily(options: BitcoindTransfersOptions): SendingFamily | null {
  const coinRules = rules[options.coin.code];
  if (coinRules === undefined) return null;
  return { network: bitcoindTransfers(options, coinRules), sign: signTransfer };
}

function bitcoindTransfers(
  options: BitcoindTransfersOptions,
  coinRules: FeeRules,
): TransferNetwork {
  const rpc = bitcoindRpc(options);
  return {
    coin: options.coin.code,
    model: 'outputs',
    isReplaceable: true,
    dust: coinRules.dust,
    feeQuotes: () => readQuotes(rpc, options.coin, coinRules),
    feeFor,
    account: () => Promise.reject(new Error(`${options.coin.code} has no accounts`)),
    broadcast: (transfer) => broadcast(rpc, transfer),
    outcome: async () => ({ hasFailed: false, fee: null }),
    spendersOf: (plan, aboveHeight) => findSpenders(rpc, plan, aboveHeight),
    close: () => rpc.close(),
  };
}

async function readQuotes(rpc: BitcoindRpc, coin: Coin, coinRules: FeeRules): Promise<FeeQuotes> {
  const targets = [TARGETS.slow, TARGETS.average, TARGETS.fast];
  const answers = await rpc.ask(
    targets.map((target) => ({ method: 'estimatesmartfee', params: [target] })),
  );
  const rates = answers.map((answer) => {
    const what = `estimatesmartfee at ${rpc.node}`;
    const { feerate } = shaped(shapes.feeEstimate, resultOf(answer, what), what);
    const rate = feerate === undefined ? coinRules.fallback : amountOf(feerate, coin);
    return clamp(rate, coinRules);
  });
  // Estimates for more blocks are sometimes higher; a slower level never costs more.
  const [slow = 0n, average = 0n, fast = 0n] = rates.sort((a, b) => (a < b ? -1 : 1));
  return { slow: quoteOf(slow), average: quoteOf(average), fast: quoteOf(fast) };
}

function clamp(rate: bigint, { least, most }: FeeRules): bigint {
  if (rate < least) return least;
  return rate > most ? most : rate;
}

function quoteOf(ratePer1000: bigint): bigint {
  return (ratePer1000 * BigInt(ORDINARY) + 999n) / 1000n;
}

function feeFor(quote: bigint, shape: TransferShape): bigint {
  const outputs = shape.outputs.reduce((sum, to) => sum + OUTPUT_HEAD + scriptOf(to).length, 0);
  const size = OVERHEAD + INPUT * shape.inputs + outputs;
  return (quote * BigInt(size) + BigInt(ORDINARY) - 1n) / BigInt(ORDINARY);
}

async function broadcast(rpc: BitcoindRpc, transfer: SignedTransfer): Promise<Broadcast> {
  const params = [transfer.raw, ANY_FEE_RATE];
  const [answer] = await rpc.ask([{ method: 'sendrawtransaction', params }]);
  const one = known(answer, 'one answer for one call');
  if (one.ok) {
    const named = shaped(shapes.hash, one.result, `sendrawtransaction at ${rpc.node}`);
    if (named === transfer.txid) return { kind: 'accepted' };
    throw new Error(`${rpc.node} names ${named} what is ${transfer.txid}`);
  }
  if (one.code === IN_WARMUP) throw new ChainUnavailable(`${rpc.node} is starting`);
  if (one.code === ALREADY_IN_CHAIN || ALREADY_KNOWN.test(one.message)) return { kind: 'known' };
  return { kind: 'refused', reason: one.message };
}
