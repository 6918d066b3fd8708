// Reads a run of blocks of the best chain with the payments in them: the scanner's one source of truth.
import { known } from '../../core/assert.ts';
import { type Block, ChainUnavailable } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { paymentsIn, type Wallet } from './receiving.ts';
import { type BitcoindRpc, OUT_OF_RANGE } from './rpc.ts';

/** Blocks fetched at the same time: the node writes out the next one while we read one. */
const CONCURRENT_BLOCKS = 2;
/** getblock with full transactions. Verbosity 3 (previous outputs) is missing in litecoind 0.21. */
const FULL_TRANSACTIONS = 2;
/** The parent of block 0. */
const NO_HASH = '0'.repeat(64);

export interface BlockRun {
  readonly fromHeight: number;
  readonly count: number;
}

/** At most `count` blocks, fewer at the tip. Throws ChainUnavailable, also when the chain changed underneath. */
export async function readBlocks(
  rpc: BitcoindRpc,
  wallet: Wallet,
  run: BlockRun,
): Promise<readonly Block[]> {
  const hashes = await hashesFrom(rpc, run);
  const blocks: Block[] = [];
  let next = 0;
  const read = async () => {
    for (let place = next++; place < hashes.length; place = next++) {
      blocks[place] = await readBlock(rpc, wallet, known(hashes[place], 'a hash'));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_BLOCKS }, read));
  assertOneChain(blocks, run);
  return blocks;
}

async function hashesFrom(rpc: BitcoindRpc, run: BlockRun): Promise<readonly string[]> {
  const heights = Array.from({ length: run.count }, (_, index) => run.fromHeight + index);
  const answers = await rpc.ask(
    heights.map((height) => ({ method: 'getblockhash', params: [height] })),
  );
  const end = answers.findIndex((answer) => !answer.ok && answer.code === OUT_OF_RANGE);
  const found = end === -1 ? answers : answers.slice(0, end);
  return found.map((answer) => {
    const what = `getblockhash at ${rpc.node}`;
    return shaped(shapes.hash, resultOf(answer, what), what);
  });
}

async function readBlock(rpc: BitcoindRpc, wallet: Wallet, hash: string): Promise<Block> {
  const result = await rpc.call('getblock', hash, FULL_TRANSACTIONS);
  const block = shaped(shapes.block, result, `block ${hash} at ${rpc.node}`);
  if (block.hash !== hash || block.confirmations < 1) {
    throw new ChainUnavailable(`block ${hash} left the best chain while it was read`);
  }
  return {
    height: block.height,
    hash,
    parentHash: block.previousblockhash ?? NO_HASH,
    time: block.time * 1000,
    payments: paymentsIn(wallet, block.tx),
  };
}

/** The calls are not one snapshot: if the node reorganised between them, the blocks do not join. */
function assertOneChain(blocks: readonly Block[], run: BlockRun): void {
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    const isNext = before === undefined || before.hash === block.parentHash;
    if (!isNext || block.height !== run.fromHeight + index) {
      throw new ChainUnavailable(`the chain changed while block ${block.height} was read`);
    }
  }
}
