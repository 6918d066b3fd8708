// The newest block that the network calls safe or final (eth_getBlockByNumber with the tag, execution API
// specification). The node has it from its consensus client.
import type { BlockRef, Finality } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { toNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';

/** The execution API's "Unknown block"; what geth answers to the tag before it was told of such a block. */
const UNKNOWN_BLOCK = -39_001;
const UNKNOWN_WORDS = /(safe|finalized) block not found|unknown block/i;

/** Null until the node was told of one. Throws ChainUnavailable, also when it does not know the tag. */
export async function readFinalBlock(rpc: EvmRpc, finality: Finality): Promise<BlockRef | null> {
  const [answer] = await rpc.ask([{ method: 'eth_getBlockByNumber', params: [finality, false] }]);
  if (answer?.ok === false) {
    if (answer.code === UNKNOWN_BLOCK || UNKNOWN_WORDS.test(answer.message)) return null;
  }
  const what = `the ${finality} block at ${rpc.node}`;
  const header = shaped(shapes.headerOrNull, resultOf(answer, what), what);
  return header && { height: toNumber(header.number), hash: header.hash };
}
