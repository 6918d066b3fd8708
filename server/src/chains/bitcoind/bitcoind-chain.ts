// The Chain port over the RPC of Bitcoin Core and its relatives. The node needs no wallet, `-txindex` or ZMQ.
import type { Coin, Network } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import type { Log } from '../../core/log.ts';
import {
  type Block,
  type Chain,
  ChainUnavailable,
  type MempoolReader,
  type TransactionFacts,
  type TransactionLookup,
} from '../chain.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import { checkNetwork } from './check-network.ts';
import { proofReader } from './double-spend-proofs.ts';
import { findTransactions } from './find-transactions.ts';
import { inspectTransaction } from './inspect.ts';
import { chooseFormat, readBlock, spendersIn } from './read-block.ts';
import { readSources } from './read-sources.ts';
import { paymentsIn, paymentsInBlock, spendsIn, spendsInBlock, type Wallet } from './receiving.ts';
import {
  type BitcoindRpc,
  bitcoindRpc,
  NOT_FOUND,
  OUT_OF_RANGE,
  shapes,
  type UnconfirmedAnswer,
} from './rpc.ts';

/** Blocks fetched concurrently: the node serializes the next one while we parse one. */
const CONCURRENT_BLOCKS = 2;
/** Five or six full blocks of BTC or LTC, one of BCH. A run takes about 15 times its bytes in memory. */
const BYTES_MAX = 8 * 2 ** 20;

interface BlockRun {
  readonly fromHeight: number;
  readonly count: number;
}

/** At most `count`, fewer when blocks are large. Throws ChainUnavailable, also when the chain changed meanwhile. */
async function readBlocks(
  rpc: BitcoindRpc,
  wallet: Wallet,
  run: BlockRun,
): Promise<readonly Block[]> {
  const hashes = await hashesFrom(rpc, run);
  const blocks: Block[] = [];
  let next = 0;
  let size = 0;
  const read = async () => {
    while (next < hashes.length && size < BYTES_MAX) {
      const place = next++;
      const hash = defined(hashes[place], 'a hash');
      const block = await readBlock(rpc, wallet.coin.code, hash);
      size += block.bytes.length;
      const read = {
        height: run.fromHeight + place,
        hash,
        parentHash: block.parentHash,
        time: block.time * 1000,
        payments: paymentsInBlock(wallet, block),
        spends: spendsInBlock(block),
      };
      blocks[place] = chooseFormat(read, block);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_BLOCKS }, read));
  await assertBestChain(rpc, blocks);
  return blocks;
}

async function hashesFrom(rpc: BitcoindRpc, run: BlockRun): Promise<readonly string[]> {
  const heights = Array.from({ length: run.count }, (_, index) => run.fromHeight + index);
  const answers = await rpc.request(
    heights.map((height) => ({ method: 'getblockhash', params: [height] })),
  );
  const end = answers.findIndex((answer) => !answer.ok && answer.code === OUT_OF_RANGE);
  const found = end === -1 ? answers : answers.slice(0, end);
  return found.map((answer) => {
    const what = `getblockhash at ${rpc.node}`;
    return shaped(shapes.hash, resultOf(answer, what), what);
  });
}

/** The node may reorganize between calls. If the last block is on the best chain, all earlier ones are as well. */
async function assertBestChain(rpc: BitcoindRpc, blocks: readonly Block[]): Promise<void> {
  const last = blocks.at(-1);
  if (last === undefined) return;
  const joins = blocks.every(({ parentHash }, n) => n === 0 || blocks[n - 1]?.hash === parentHash);
  const what = `header of ${last.hash} at ${rpc.node}`;
  const header = shaped(shapes.header, await rpc.call('getblockheader', last.hash), what);
  if (joins && header.confirmations > 0 && header.height === last.height) return;
  throw new ChainUnavailable(`the chain changed while block ${last.height} was read`);
}

// Reads each unconfirmed transaction once. Remembers only what is in the node's mempool (`-maxmempool`).

/** The rest of a full mempool follows in later calls. */
const TRANSACTIONS_MAX = 2000;

function mempoolReader(rpc: BitcoindRpc, wallet: Wallet): MempoolReader {
  let reported: ReadonlySet<string> = new Set();
  const mempool = async () => {
    const result = await rpc.call('getrawmempool');
    const txids = shaped(shapes.txids, result, `getrawmempool at ${rpc.node}`);
    const wanted = txids.filter((txid) => !reported.has(txid)).slice(0, TRANSACTIONS_MAX);
    const transactions = await readUnconfirmed(rpc, wanted);
    const payments = transactions.flatMap((transaction) => {
      const spends = spendsOf(transaction);
      return paymentsIn(wallet, [transaction]).map((payment) => ({ ...payment, spends }));
    });
    const done = new Set(wanted);
    // Updated only here, so that the next call still reports the payments if a step above fails.
    reported = new Set(txids.filter((txid) => done.has(txid) || reported.has(txid)));
    const isWhole = txids.every((txid) => reported.has(txid));
    return { payments, spends: spendsIn(transactions), isWhole };
  };
  const clearMempool = () => {
    reported = new Set();
  };
  return { mempool, clearMempool };
}

/** Skips transactions that left the mempool since it was listed. */
async function readUnconfirmed(
  rpc: BitcoindRpc,
  txids: readonly string[],
): Promise<readonly UnconfirmedAnswer[]> {
  const answers = await rpc.request(
    txids.map((txid) => ({ method: 'getrawtransaction', params: [txid, 1] })),
  );
  const what = `getrawtransaction at ${rpc.node}`;
  return answers
    .filter((answer) => answer.ok || answer.code !== NOT_FOUND)
    .map((answer) => shaped(shapes.unconfirmed, resultOf(answer, what), what));
}

function spendsOf({ vin }: UnconfirmedAnswer): string[] {
  return vin.flatMap(({ txid, vout }) =>
    txid === undefined || vout === undefined ? [] : [`${txid}:${vout}`],
  );
}

const NOWHERE = '11'.repeat(32);

const WITH_INDEX = /mempool or blockchain transaction/;

/** Bounds the memory for the transactions and for those that funded them. */
const LOOKUPS_AT_ONCE = 25;

export interface BitcoindChainOptions {
  readonly coin: Coin;
  readonly network: Network;
  /** Contains the credentials unless a cookie file is set. */
  readonly url: string;
  /** The node's `.cookie`, which takes precedence over the credentials in the URL. */
  readonly cookieFile?: string;
  readonly log: Log;
  /** Defaults to 30 seconds. */
  readonly timeoutMilliseconds?: number;
}

/** Opens no connection yet. Every call throws ChainUnavailable when the node cannot be reached. */
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
    inspect: async (txid) =>
      inspectTransaction(rpc, options, { txid, isIndexed: await isIndexed() }),
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
