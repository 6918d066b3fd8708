// Reads consecutive blocks, each by the hash from the first request, so that no data of a sibling is mixed in.
import { defined } from '../../core/assert.ts';
import type { Log } from '../../core/log.ts';
import { type Block, ChainUnavailable } from '../chain.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import { plainPayment, signedSpend, tracedPayments, tracedSpend } from './payments-of.ts';
import { type ReadTraces, traceReader } from './read-traces.ts';
import { type EvmRpc, type HeaderAnswer, quantity, shapes, toNumber } from './rpc.ts';

/** The node serializes the next block while we parse one. */
const CONCURRENT_BLOCKS = 2;

export type ReadBlocks = (fromHeight: number, count: number) => Promise<readonly Block[]>;

/** Throws ChainUnavailable, also when the chain changed during the read. */
export function blockReader(rpc: EvmRpc, log: Log): ReadBlocks {
  let isReported = false;
  const readTraces = traceReader(rpc);
  const traces: ReadTraces = async (header) => {
    const traced = await readTraces(header);
    if ('refusals' in traced && !isReported) {
      log.warn({ node: rpc.node, refusals: traced.refusals }, UNTRACED);
      isReported = true;
    }
    return traced;
  };
  return async (fromHeight, count) => {
    const headers = await readHeaders(rpc, fromHeight, count);
    const blocks: Block[] = [];
    let next = 0;
    const read = async () => {
      while (next < headers.length) {
        const place = next++;
        blocks[place] = await readBlock(rpc, defined(headers[place], 'a header'), traces);
      }
    };
    const readOrStop = () =>
      read().catch((error: unknown) => {
        next = headers.length;
        throw error;
      });
    await Promise.all(Array.from({ length: CONCURRENT_BLOCKS }, readOrStop));
    return blocks;
  };
}

const UNTRACED = 'the node does not trace a block: what contracts pay is found by balances';

/** At most `count` (fewer at the tip), each the child of the previous one. */
export async function readHeaders(
  rpc: EvmRpc,
  fromHeight: number,
  count: number,
): Promise<readonly HeaderAnswer[]> {
  const heights = Array.from({ length: count }, (_, index) => fromHeight + index);
  const answers = await rpc.request(
    heights.map((height) => ({
      method: 'eth_getBlockByNumber',
      params: [quantity(height), false],
    })),
  );
  const headers: HeaderAnswer[] = [];
  for (const [n, height] of heights.entries()) {
    const what = `block ${height} at ${rpc.node}`;
    const header = shaped(shapes.headerOrNull, resultOf(answers[n], what), what);
    if (header === null) break;
    const parent = headers.at(-1);
    const isNext = parent === undefined || parent.hash === header.parentHash;
    if (!isNext || toNumber(header.number) !== height) {
      throw new ChainUnavailable(`the chain changed while block ${height} was read`);
    }
    headers.push(header);
  }
  return headers;
}

async function readBlock(
  rpc: EvmRpc,
  header: HeaderAnswer,
  readTraces: ReadTraces,
): Promise<Block> {
  const { hash, parentHash, transactions } = header;
  const ref = { height: toNumber(header.number), hash };
  const block = { ...ref, parentHash, time: toNumber(header.timestamp) * 1000 };
  if (transactions.length === 0) return { ...block, payments: [], spends: [] };
  const traced = await readTraces(header);
  // The scan must continue when tracing is disabled, or the block is too heavy for it.
  if ('refusals' in traced) {
    return { ...block, ...(await readPlain(rpc, header)), hidesPayments: true };
  }
  const tops = transactions.flatMap((txid, n) => {
    const top = traced.frames[n];
    return top === undefined ? [] : [{ txid, top }];
  });
  return {
    ...block,
    payments: tops.flatMap(({ txid, top }) => tracedPayments(txid, top)),
    spends: tops.map(({ txid, top }) => tracedSpend(txid, top)),
  };
}

async function readPlain(
  rpc: EvmRpc,
  header: HeaderAnswer,
): Promise<Pick<Block, 'payments' | 'spends'>> {
  const { hash } = header;
  const [blockAnswer, receiptsAnswer] = await rpc.request([
    { method: 'eth_getBlockByHash', params: [hash, true] },
    { method: 'eth_getBlockReceipts', params: [hash] },
  ]);
  const what = `block ${hash} at ${rpc.node}`;
  const block = shaped(shapes.block, resultOf(blockAnswer, what), what);
  const receipts = shaped(shapes.receipts, resultOf(receiptsAnswer, what), what);
  const done = new Set(
    receipts.flatMap(({ transactionHash, status, blockHash }) =>
      status === '0x1' && blockHash === hash ? [transactionHash] : [],
    ),
  );
  if (receipts.length !== block.transactions.length || block.hash !== hash) {
    throw new ChainUnavailable(`${what} and its receipts are of different blocks`);
  }
  const { transactions } = block;
  return {
    payments: transactions.flatMap((transaction) =>
      done.has(transaction.hash) ? (plainPayment(transaction) ?? []) : [],
    ),
    spends: transactions.map(signedSpend),
  };
}
