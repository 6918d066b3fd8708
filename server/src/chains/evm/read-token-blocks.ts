// Reads a run of blocks with what a token's contract says was paid in them. Events are asked for by the hash of the
// block, so that nothing of a sibling is mixed in; those of failed transactions do not exist.
import { type Block, ChainUnavailable } from '../chain.ts';
import { type RpcAnswer, resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { type HeaderAnswer, type LogAnswer, shapes } from './answers.ts';
import { mayHold } from './bloom.ts';
import { toNumber } from './quantity.ts';
import { type ReadBlocks, readHeaders } from './read-blocks.ts';
import type { EvmRpc } from './rpc.ts';
import { moveIn, paymentsOfMoves, TRANSFERRED } from './token-payments.ts';

/** Throws ChainUnavailable, also when the chain changed underneath. */
export function tokenBlockReader(rpc: EvmRpc, contract: string): ReadBlocks {
  return async (fromHeight, count) => {
    const headers = await readHeaders(rpc, fromHeight, count);
    const answers = await rpc.ask(
      headers.map(({ hash }) => ({
        method: 'eth_getLogs',
        params: [{ blockHash: hash, address: contract, topics: [TRANSFERRED] }],
      })),
    );
    const blocks: Block[] = [];
    for (const [n, header] of headers.entries()) {
      const logs = await logsOf(rpc, { header, contract, answer: answers[n] });
      const payments = paymentsOfMoves(logs.flatMap((log) => moveIn(log, contract) ?? []));
      const { number, hash, parentHash, timestamp } = header;
      const time = toNumber(timestamp) * 1000;
      blocks.push({ height: toNumber(number), hash, parentHash, time, payments });
    }
    return blocks;
  };
}

async function logsOf(
  rpc: EvmRpc,
  asked: { header: HeaderAnswer; contract: string; answer: RpcAnswer | undefined },
): Promise<readonly LogAnswer[]> {
  const { header, contract } = asked;
  const what = `events of block ${header.hash} at ${rpc.node}`;
  const logs = shaped(shapes.logs, resultOf(asked.answer, what), what);
  if (logs.some(({ blockHash }) => blockHash !== header.hash))
    throw new ChainUnavailable(`${what} are of another block`);
  const { logsBloom } = header;
  const isDoubtful =
    logs.length === 0 && logsBloom !== undefined && mayHold(logsBloom, [contract, TRANSFERRED]);
  return isDoubtful ? logsInReceipts(rpc, header) : logs;
}

/**
 * A node whose index of events lags behind its blocks answers with none. The receipts of the block have them all;
 * mostly the filter was wrong, and there are none. What a node does not serve is not held against it.
 */
async function logsInReceipts(rpc: EvmRpc, header: HeaderAnswer): Promise<readonly LogAnswer[]> {
  const { hash } = header;
  const [answer] = await rpc.ask([{ method: 'eth_getBlockReceipts', params: [hash] }]);
  if (answer?.ok === false) return [];
  const what = `receipts of block ${hash} at ${rpc.node}`;
  const receipts = shaped(shapes.loggedReceipts, resultOf(answer, what), what);
  if (receipts.length !== header.transactions.length)
    throw new ChainUnavailable(`${what} are of other transactions`);
  return receipts.flatMap(({ logs }) => logs);
}
