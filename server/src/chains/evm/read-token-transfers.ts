// Adds the transfers of all token contracts to the blocks of a network, so that the operator can see tokens that this
// instance has not configured. Nothing that is posted depends on them: a failed or oversized response is skipped.
import type { Log } from '../../core/log.ts';
import type { Block, TokenTransfer } from '../chain.ts';
import type { JsonRpc } from '../rpc/json-rpc.ts';
import type { LogAnswer } from './answers.ts';
import type { ReadBlocks } from './read-blocks.ts';
import { moveIn, paymentsOfMoves, transfersCall, transfersIn } from './token-payments.ts';

/** Per block, because the scan for known payments is blocked meanwhile. */
export const LOGS_TIMEOUT_MILLISECONDS = 5000;
/** Far above honest blocks: 400 transfers take 0.3 MB, a block with only transfers about 20 MB. */
export const LOGS_BYTES_MAX = 32 * 2 ** 20;
/** After a failure, this many runs of blocks are read without token transfers. At the tip, a run is one second. */
const RUNS_PAUSED = 60;

/** `rpc` is a separate client, with the limits above. Throws only what `readBlocks` throws. */
export function withTokenTransfers(rpc: JsonRpc, log: Log, readBlocks: ReadBlocks): ReadBlocks {
  let paused = 0;
  const addTransfers = async (block: Block): Promise<Block> => {
    if (paused > 0 || block.spends.length === 0) return block;
    try {
      return { ...block, tokenTransfers: await readTokenTransfers(rpc, block.hash) };
    } catch (error) {
      paused = RUNS_PAUSED;
      log.warn({ err: error, node: rpc.node, height: block.height }, SKIPPED);
      return block;
    }
  };
  return async (fromHeight, count) => {
    if (paused > 0) paused -= 1;
    const blocks = await readBlocks(fromHeight, count);
    const added: Block[] = [];
    for (const block of blocks) added.push(await addTransfers(block));
    return added;
  };
}

const SKIPPED =
  'token transfers of a block were not read: unknown tokens are not listed for a while';

async function readTokenTransfers(rpc: JsonRpc, hash: string): Promise<readonly TokenTransfer[]> {
  const [answer] = await rpc.request([transfersCall(null, hash)]);
  return tokenTransfersIn(transfersIn(rpc, answer, hash));
}

/** One transfer per contract, transaction and address, with the summed amount. */
export function tokenTransfersIn(logs: readonly LogAnswer[]): readonly TokenTransfer[] {
  const byContract = new Map<string, LogAnswer[]>();
  for (const log of logs) {
    const contract = log.address.toLowerCase();
    const list = byContract.get(contract);
    if (list === undefined) byContract.set(contract, [log]);
    else list.push(log);
  }
  return [...byContract].flatMap(([contract, own]) =>
    paymentsOfMoves(own.flatMap((log) => moveIn(log, contract) ?? [])).map(
      ({ txid, address, amount }) => ({ txid, contract, address, amount }),
    ),
  );
}
