// The amounts that our addresses really gained in a block, from their balances before and after it. A contract's events
// are only its own claim: a fee, a bug or an upgrade can make them wrong (docs/decisions/0021).
import type { Block, IncomingPayment } from '../chain.ts';
import { type RpcAnswer, resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { type LogAnswer, shapes } from './answers.ts';
import { readNumber, toNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';
import { balanceCall, contractCall } from './token-call.ts';
import { logsInReceipts, moveIn, transfersCall, transfersIn } from './token-payments.ts';

/** A full node keeps the balances of 128 blocks (geth, `TriesInMemory`), less the blocks that arrive while we query. */
const STATES_RETAINED = 120;

type Place = Pick<Block, 'height' | 'hash' | 'parentHash'>;

/** Null when the node no longer has the state of that block. Throws ChainUnavailable. */
export async function gainedOf(
  rpc: EvmRpc,
  contract: string,
  requested: { payments: readonly IncomingPayment[]; block: Place },
): Promise<readonly IncomingPayment[] | null> {
  const { payments, block } = requested;
  const addresses = [...new Set(payments.map(({ address }) => address))];
  const places = [block.parentHash, block.hash].map((blockHash) => ({ blockHash }));
  const answers = await rpc.request(
    addresses.flatMap((address) =>
      places.map((place) => contractCall(contract, balanceCall(address), place)),
    ),
  );
  if (answers.some(({ ok }) => !ok) && (await isPruned(rpc, block.height))) return null;
  const sent = await sentIn(rpc, contract, block.hash);
  const left = new Map<string, bigint>();
  for (const [n, address] of addresses.entries()) {
    const [before, after] = [answers[2 * n], answers[2 * n + 1]].map((answer) =>
      balanceIn(answer, `balance of ${address} in ${contract} at ${rpc.node}`),
    );
    left.set(address, (after ?? 0n) - (before ?? 0n) + (sent.get(address) ?? 0n));
  }
  return shared(payments, left);
}

function balanceIn(answer: RpcAnswer | undefined, what: string): bigint {
  return readNumber(shaped(shapes.data, resultOf(answer, what), what), what);
}

async function isPruned(rpc: EvmRpc, height: number): Promise<boolean> {
  const what = `height of ${rpc.node}`;
  const tip = toNumber(shaped(shapes.quantity, await rpc.call('eth_blockNumber'), what));
  return tip - height >= STATES_RETAINED;
}

/** What addresses paid out in the same block, for example in a sweep. */
async function sentIn(
  rpc: EvmRpc,
  contract: string,
  hash: string,
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  for (const log of await allTransfers(rpc, contract, hash)) {
    const move = moveIn(log, contract);
    if (move !== null) sums.set(move.from, (sums.get(move.from) ?? 0n) + move.amount);
  }
  return sums;
}

/** There is at least one, the transfer being verified. A node that returns none has not indexed the block. */
async function allTransfers(
  rpc: EvmRpc,
  contract: string,
  hash: string,
): Promise<readonly LogAnswer[]> {
  const [answer] = await rpc.request([transfersCall(contract, hash)]);
  const logs = transfersIn(rpc, answer, hash);
  if (logs.length > 0) return logs;
  const header = await rpc.call('eth_getBlockByHash', hash, false);
  return logsInReceipts(rpc, shaped(shapes.header, header, `block ${hash} at ${rpc.node}`));
}

/** Credits each payment as claimed until the address's gain is used up. The last ones get less, or nothing. */
function shared(
  payments: readonly IncomingPayment[],
  left: Map<string, bigint>,
): readonly IncomingPayment[] {
  return payments.flatMap((payment) => {
    const rest = left.get(payment.address) ?? 0n;
    const amount = rest < payment.amount ? rest : payment.amount;
    if (amount <= 0n) return [];
    left.set(payment.address, rest - amount);
    return [{ ...payment, amount }];
  });
}
