// Reads consecutive blocks of the best chain with the payments in them: the scanner's only source of truth.
import { defined } from '../../core/assert.ts';
import { type Block, ChainUnavailable } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { chooseFormat, readBlock } from './read-block.ts';
import { paymentsInBlock, spendsInBlock, type Wallet } from './receiving.ts';
import { type BitcoindRpc, OUT_OF_RANGE } from './rpc.ts';

/** Blocks fetched concurrently: the node serializes the next one while we parse one. */
const CONCURRENT_BLOCKS = 2;
/**
 * No further block is fetched above this total size: five or six full blocks of BTC or LTC, one of BCH. The service
 * matches one run while it reads the next (deposits/read-ahead.ts), and a run takes about 15 times its bytes in memory.
 */
const BYTES_MAX = 8 * 2 ** 20;

export interface BlockRun {
  readonly fromHeight: number;
  readonly count: number;
}

/**
 * At most `count` blocks; fewer at the tip and when blocks are large. Throws ChainUnavailable, also when the chain
 * changed during the read.
 */
export async function readBlocks(
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

/**
 * The calls are not one snapshot. If the node reorganized between them, either the blocks do not connect or the last
 * one is no longer on the best chain. If the last one is, all earlier ones are as well.
 */
async function assertBestChain(rpc: BitcoindRpc, blocks: readonly Block[]): Promise<void> {
  const last = blocks.at(-1);
  if (last === undefined) return;
  const joins = blocks.every(({ parentHash }, n) => n === 0 || blocks[n - 1]?.hash === parentHash);
  const what = `header of ${last.hash} at ${rpc.node}`;
  const header = shaped(shapes.header, await rpc.call('getblockheader', last.hash), what);
  if (joins && header.confirmations > 0 && header.height === last.height) return;
  throw new ChainUnavailable(`the chain changed while block ${last.height} was read`);
}
