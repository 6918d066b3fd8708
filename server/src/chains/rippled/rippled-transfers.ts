// The port for money going out (chains/transfers.ts) over rippled. One account sends everything. A transfer names
// the last ledger that may hold it, so that what gets into none is provably dead and its number free again; that
// takes the place of replacement.
import { larger } from '../../core/money.ts';
import type { BlockRef } from '../chain.ts';
import { ChainUnavailable } from '../chain.ts';
import { shaped } from '../rpc/shaped.ts';
import type { FeeQuotes, SendingFamily, TransferNetwork, TransferOutcome } from '../transfers.ts';
import { shapes } from './answers.ts';
import { broadcastTransfer } from './broadcast-transfer.ts';
import { findSpenders, hasExpired } from './find-spenders.ts';
import { askTransaction } from './find-transactions.ts';
import { readAccount, refusalOf } from './read-accounts.ts';
import type { RippledOptions } from './rippled-chain.ts';
import { type RippledRpc, rippledRpc } from './rpc.ts';
import { signTransfer } from './sign-transfer.ts';

/** Ledgers in which a transfer may be; some five minutes: time for a restart, and no longer than a payee waits. */
const EXPIRES_AFTER = 75;
/**
 * In drops. The most is ten thousand times the ordinary cost, above what the queue asked for in busy hours, and
 * keeps a node that names nonsense from spending the wallet (xrpl.org, "Transaction Cost").
 */
const FEE_MAX = 100_000n;
const SUCCESS = 'tesSUCCESS';
/** The sender held too little for it, and nothing is wrong with the payee. */
const LACKED_FUNDS = new Set(['tecUNFUNDED_PAYMENT', 'tecINSUFF_FEE', 'tecINSUFFICIENT_RESERVE']);

export function rippledFamily(options: RippledOptions): SendingFamily {
  return { network: rippledTransfers(options), sign: signTransfer };
}

function rippledTransfers(options: RippledOptions): TransferNetwork {
  const rpc = rippledRpc(options);
  return {
    coin: 'XRP',
    model: 'sequence',
    isReplaceable: false,
    dust: 0n,
    dustOf: () => 0n,
    expiry: {
      blocks: EXPIRES_AFTER,
      isProven: (plan) => hasExpired(rpc, plan),
    },
    feeQuotes: () => readQuotes(rpc),
    feeFor: (quote) => quote,
    account: (address) => readAccount(rpc, address),
    refusalOf: (payment) => refusalOf(rpc, payment),
    broadcast: (transfer) => broadcastTransfer(rpc, transfer),
    outcome: (txid, block) => readOutcome(rpc, txid, block),
    spendersOf: (plan, aboveHeight) => findSpenders(rpc, plan, aboveHeight),
    close: () => rpc.close(),
  };
}

/**
 * Slow is the least that the queue takes; average gets into the next ledger at today's load, with a fifth more as
 * that rises within a ledger; fast is twice that load.
 */
async function readQuotes(rpc: RippledRpc): Promise<FeeQuotes> {
  const { drops } = await rpc.call('fee', shapes.fee);
  const least = larger(BigInt(drops.base_fee), BigInt(drops.minimum_fee));
  const open = larger(least, BigInt(drops.open_ledger_fee));
  return {
    slow: clamp(least),
    average: clamp((open * 6n + 4n) / 5n),
    fast: clamp(open * 2n),
  };
}

function clamp(fee: bigint): bigint {
  if (fee < 1n) return 1n;
  return fee > FEE_MAX ? FEE_MAX : fee;
}

async function readOutcome(
  rpc: RippledRpc,
  txid: string,
  block: BlockRef,
): Promise<TransferOutcome> {
  const found = await askTransaction(rpc, txid);
  if (found === null) throw new ChainUnavailable(`${rpc.node} does not know ${txid} any more`);
  const what = `transaction ${txid} at ${rpc.node}`;
  const {
    meta,
    tx_json: transaction,
    ledger_hash: hash,
  } = shaped(shapes.validatedTransaction, found, what);
  if (hash !== block.hash) throw new ChainUnavailable(`${what} is in another ledger`);
  const fee = BigInt(transaction.Fee);
  const reason = meta.TransactionResult;
  if (reason === SUCCESS) return { hasFailed: false, fee };
  return { hasFailed: true, fee, reason, lackedFunds: LACKED_FUNDS.has(reason) };
}
