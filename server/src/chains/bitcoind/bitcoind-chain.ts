// The Chain port over the RPC of Bitcoin Core and its relatives: bitcoind (BTC), litecoind (LTC), BCHN (BCH). The node
// needs no wallet, no `-txindex` and no ZMQ; with an index, it finds more source addresses.
import type { Coin, Network } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import type { Log } from '../../core/log.ts';
import type { Chain, TransactionFacts, TransactionLookup } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { checkNetwork } from './check-network.ts';
import { proofReader } from './double-spend-proofs.ts';
import { findTransactions } from './find-transactions.ts';
import { spendersIn } from './read-block.ts';
import { readBlocks } from './read-blocks.ts';
import { mempoolReader } from './read-mempool.ts';
import { readSources } from './read-sources.ts';
import { type BitcoindRpc, bitcoindRpc, OUT_OF_RANGE } from './rpc.ts';

const NOWHERE = '11'.repeat(32);

const WITH_INDEX = /mempool or blockchain transaction/;

/** Transactions looked up in one round. Bounds the memory for them and for the transactions that funded them. */
const LOOKUPS_AT_ONCE = 25;

export interface BitcoindChainOptions {
  readonly coin: Coin;
  readonly network: Network;
  /** `http://user:password@host:port`; without the credentials when a cookie file is set. */
  readonly url: string;
  /** The node's `.cookie`, reread when the node restarts. Takes precedence over the credentials in the URL. */
  readonly cookieFile?: string;
  readonly log: Log;
  /** Per exchange with the node. Defaults to 30 seconds. */
  readonly timeoutMilliseconds?: number;
}

/** Opens no connection: the first call connects. Every call throws ChainUnavailable when the node cannot be reached. */
export function bitcoindChain(options: BitcoindChainOptions): Chain {
  const rpc = bitcoindRpc(options);
  const { coin } = options;
  const isIndexed = indexProbe(rpc);
  return {
    coin: coin.code,
    async tip() {
      const info = await rpc.call('getblockchaininfo');
      const { blocks, bestblockhash } = shaped(shapes.chainInfo, info, `tip of ${rpc.node}`);
      return { height: blocks, hash: bestblockhash };
    },
    hashAt: (height) => hashAt(rpc, height),
    blocks: (fromHeight, count) => readBlocks(rpc, options, { fromHeight, count }),
    ...mempoolReader(rpc, options),
    spendersIn: (block, requested) => spendersIn(rpc, block, { ...requested, coin: coin.code }),
    transactions: (lookups) => readTransactions(rpc, options, { lookups, isIndexed }),
    ...proofReader(rpc, options),
    checkNetwork: () => checkNetwork(rpc, options),
    async close() {
      rpc.close();
    },
  };
}

async function hashAt(rpc: BitcoindRpc, height: number): Promise<string | null> {
  const [answer] = await rpc.request([{ method: 'getblockhash', params: [height] }]);
  const one = defined(answer, 'one answer for one call');
  if (!one.ok && one.code === OUT_OF_RANGE) return null;
  const what = `getblockhash at ${rpc.node}`;
  return shaped(shapes.hash, resultOf(one, what), what);
}

interface Question {
  readonly lookups: readonly TransactionLookup[];
  isIndexed(): Promise<boolean>;
}

async function readTransactions(
  rpc: BitcoindRpc,
  options: BitcoindChainOptions,
  question: Question,
): Promise<readonly TransactionFacts[]> {
  const { lookups } = question;
  const places = lookups.filter(({ placeOnly }) => placeOnly === true);
  const others = lookups.filter(({ placeOnly }) => placeOnly !== true);
  const facts = new Map([
    ...(await readPlaces(rpc, { ...question, lookups: places })),
    ...(await readFacts(rpc, options, { ...question, lookups: others })),
  ]);
  return lookups.map((lookup) => defined(facts.get(lookup), 'each was asked about'));
}

type Facts = [TransactionLookup, TransactionFacts][];

async function readPlaces(rpc: BitcoindRpc, { lookups, isIndexed }: Question): Promise<Facts> {
  if (lookups.length === 0) return [];
  const search = { isIndexed: await isIndexed(), withTransactions: false };
  const found = await findTransactions(rpc, lookups, search);
  return lookups.map((lookup, n) => {
    const { place } = defined(found[n], 'one answer for each');
    return [lookup, { place, sources: [] }];
  });
}

async function readFacts(
  rpc: BitcoindRpc,
  options: BitcoindChainOptions,
  question: Question,
): Promise<Facts> {
  const facts: Facts = [];
  for (let start = 0; start < question.lookups.length; start += LOOKUPS_AT_ONCE) {
    const lookups = question.lookups.slice(start, start + LOOKUPS_AT_ONCE);
    const isIndexed = await question.isIndexed();
    const shown = await findTransactions(rpc, lookups, { isIndexed, withTransactions: true });
    const sources = await readSources(rpc, options, { shown, isIndexed });
    for (const [n, lookup] of lookups.entries()) {
      const { place } = defined(shown[n], 'one answer for each');
      facts.push([lookup, { place, sources: sources[n] ?? [] }]);
    }
  }
  return facts;
}

/** Checked once, because a node must be restarted to get an index. */
function indexProbe(rpc: BitcoindRpc): () => Promise<boolean> {
  let reported: boolean | null = null;
  return async () => {
    if (reported !== null) return reported;
    const [answer] = await rpc.request([{ method: 'getrawtransaction', params: [NOWHERE, 1] }]);
    reported = answer !== undefined && !answer.ok && WITH_INDEX.test(answer.message);
    return reported;
  };
}
