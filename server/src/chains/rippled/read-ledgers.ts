// Reads validated ledgers, which are final. Errors include the node's range, because waiting restores no ledger.
import { defined } from '../../core/assert.ts';
import { type Block, type BlockRef, ChainUnavailable } from '../chain.ts';
import { shaped } from '../rpc/json-rpc.ts';
import { paymentsIn, spendOf } from './payments-in.ts';
import { type HeaderAnswer, type RippledRpc, shapes } from './rpc.ts';

/** 2000-01-01T00:00:00Z in seconds since 1970 (xrpl.org, "Basic Data Types"). */
const RIPPLE_EPOCH_SECONDS = 946_684_800;
/** While catching up; each has a few hundred transactions with metadata. */
const LEDGERS_AT_ONCE = 4;

export async function readTip(rpc: RippledRpc): Promise<BlockRef> {
  const answer = await requestLedger(rpc, { ledger_index: 'validated' });
  if (answer === null) throw new ChainUnavailable(`${rpc.node} has no validated ledger yet`);
  return refOf(shaped(shapes.ledger, answer, `the newest ledger of ${rpc.node}`).ledger);
}

/** The first ledger of the newest range without gaps. */
export async function readOldest(rpc: RippledRpc): Promise<number> {
  const { state } = await rpc.call('server_state', shapes.serverState);
  // `32570-61` or `5,8-20`; `empty` at startup.
  const first = /(?:^|,)(\d+)(?:-\d+)?$/.exec(state.complete_ledgers)?.[1];
  if (first === undefined) throw new ChainUnavailable(`${rpc.node} has no ledgers yet`);
  return Number(first);
}

/** Null above the newest validated ledger. */
export async function readHash(rpc: RippledRpc, height: number): Promise<string | null> {
  const answer = await requestLedger(rpc, { ledger_index: height });
  if (answer !== null) {
    return refOf(shaped(shapes.ledger, answer, `ledger ${height} of ${rpc.node}`).ledger).hash;
  }
  if (height > (await readTip(rpc)).height) return null;
  throw await missing(rpc, height);
}

/** Oldest first, each the child of the previous one. */
export async function readBlocks(
  rpc: RippledRpc,
  requested: { fromHeight: number; count: number },
): Promise<readonly Block[]> {
  const { fromHeight } = requested;
  const tip = await readTip(rpc);
  const count = Math.min(requested.count, tip.height - fromHeight + 1);
  const blocks: Block[] = [];
  for (let done = 0; done < count; done += LEDGERS_AT_ONCE) {
    const size = Math.min(LEDGERS_AT_ONCE, count - done);
    const heights = Array.from({ length: size }, (_, n) => fromHeight + done + n);
    blocks.push(...(await Promise.all(heights.map((height) => readBlock(rpc, height)))));
  }
  blocks.forEach((block, n) => {
    if (n > 0 && block.parentHash !== defined(blocks[n - 1], 'the block before').hash) {
      throw new ChainUnavailable(
        `ledger ${block.height} of ${rpc.node} does not follow the one before`,
      );
    }
  });
  return blocks;
}

async function readBlock(rpc: RippledRpc, height: number): Promise<Block> {
  const answer = await requestLedger(rpc, {
    ledger_index: height,
    transactions: true,
    expand: true,
  });
  if (answer === null) throw await missing(rpc, height);
  const { ledger } = shaped(shapes.fullLedger, answer, `ledger ${height} of ${rpc.node}`);
  const ref = refOf(ledger);
  if (ref.height !== height)
    throw new ChainUnavailable(`${rpc.node} gave ledger ${ref.height} for ${height}`);
  const transactions = ledger.transactions.map(({ hash, metaData, ...transaction }) => ({
    ...transaction,
    txid: hash,
    meta: metaData,
  }));
  return {
    ...ref,
    parentHash: ledger.parent_hash,
    time: (ledger.close_time + RIPPLE_EPOCH_SECONDS) * 1000,
    payments: transactions.flatMap(paymentsIn),
    spends: transactions.map(spendOf),
  };
}

/** Null when the node does not have the ledger, or it is not validated. */
async function requestLedger(rpc: RippledRpc, params: object): Promise<unknown> {
  const answer = await rpc.request('ledger', { ...params, api_version: 1 });
  if (!answer.ok) {
    if (answer.error === 'lgrNotFound') return null;
    throw new ChainUnavailable(`ledger at ${rpc.node} was refused: ${answer.message}`);
  }
  const { validated } = shaped(shapes.ledgerHead, answer.result, `a ledger of ${rpc.node}`);
  return validated === true ? answer.result : null;
}

async function missing(rpc: RippledRpc, height: number): Promise<ChainUnavailable> {
  const { state } = await rpc.call('server_state', shapes.serverState);
  return new ChainUnavailable(
    `${rpc.node} has not kept ledger ${height} (it has ${state.complete_ledgers}): increase its ` +
      'ledger_history, or use a node that keeps more ledgers',
  );
}

function refOf(header: HeaderAnswer): BlockRef {
  return { height: Number(header.ledger_index), hash: header.ledger_hash };
}
