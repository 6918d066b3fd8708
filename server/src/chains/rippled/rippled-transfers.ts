// The port for outgoing transfers over rippled. One account sends everything. Instead of being replaced, a transfer
// expires: if no ledger up to its last one includes it, its sequence is provably unused again.
import { definedCoin } from '../../coins/registry.ts';
import { larger } from '../../core/money.ts';
import { type BlockRef, ChainUnavailable } from '../chain.ts';
import { mostQuote } from '../most-quote.ts';
import { shaped } from '../rpc/json-rpc.ts';
import type {
  Broadcast,
  FeeQuotes,
  SendingFamily,
  SignedTransfer,
  TransferNetwork,
  TransferResult,
} from '../transfers.ts';
import {
  findSpenders,
  findTransactions,
  hasExpired,
  requestTransaction,
} from './find-transactions.ts';
import { readAccount, refusalOf } from './read-accounts.ts';
import type { RippledOptions } from './rippled-chain.ts';
import { type RippledRpc, rippledRpc, shapes } from './rpc.ts';
import { signTransfer } from './sign-transfer.ts';

/** In ledgers, about five minutes: enough for a restart, and an acceptable wait for a recipient. */
export const EXPIRES_AFTER = 75;
/** In drops. */
const FEE_MAX = mostQuote(definedCoin('XRP'));
const SUCCESS = 'tesSUCCESS';
/** The recipient is not at fault. */
const LACKED_FUNDS = new Set(['tecUNFUNDED_PAYMENT', 'tecINSUFF_FEE', 'tecINSUFFICIENT_RESERVE']);

/** In a validated ledger, in the open ledger, or queued until the fee falls. */
const TAKEN_CODES = new Set(['tesSUCCESS', 'terQUEUED']);
/** The transaction, or another one with its sequence, was applied before. */
const PERHAPS_KNOWN_CODES = new Set(['tefPAST_SEQ', 'tefALREADY']);
/** An earlier sequence of the sender is unused: the node keeps the transfer for a while, and it is rebroadcast. */
const RETRIED_LATER = 'terPRE_SEQ';
/** Malformed, or not signed by an authorized key: never in a ledger (xrpl.org, "tem Codes"). */
const FOR_GOOD_CODES =
  /^(tem|tefBAD_AUTH|tefBAD_SIGNATURE|tefMASTER_DISABLED$|invalidTransaction$)/;

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
      hasPassed: (plan) => hasExpired(rpc, plan),
    },
    feeQuotes: () => readQuotes(rpc),
    feeFor: (quote) => quote,
    account: (address) => readAccount(rpc, address),
    refusalOf: (payment) => refusalOf(rpc, payment),
    broadcast: (transfer) => broadcastTransfer(rpc, transfer),
    outcome: (txid, block) => readResult(rpc, txid, block),
    spendersOf: (plan, aboveHeight) => findSpenders(rpc, plan, aboveHeight),
    close: () => rpc.close(),
  };
}

/** Slow is the queue's minimum, average the current cost plus a fifth, fast twice the current cost. */
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

async function readResult(rpc: RippledRpc, txid: string, block: BlockRef): Promise<TransferResult> {
  const found = await requestTransaction(rpc, txid);
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

/**
 * No result is final before a ledger is validated (docs/decisions/0053-what-rippled-refuses.md). Without `fail_hard`, a
 * transfer that the recipient rejects (`tec` codes) is still applied, charges its fee and uses up its sequence. With
 * `fail_hard`, the sequence would stay unused and block everything signed after it.
 */
async function broadcastTransfer(rpc: RippledRpc, transfer: SignedTransfer): Promise<Broadcast> {
  const message = await submit(rpc, transfer);
  if (TAKEN_CODES.has(message.result) || message.isApplied) return { kind: 'accepted' };
  if (PERHAPS_KNOWN_CODES.has(message.result)) {
    const [found] = await findTransactions(rpc, [{ txid: transfer.txid, near: null }]);
    if (found !== undefined && found.place.kind !== 'unknown') return { kind: 'known' };
  }
  const reason = `${message.result}: ${message.message}`;
  return {
    kind: 'refused',
    reason,
    ...(message.result === RETRIED_LATER && { waits: true }),
    ...(FOR_GOOD_CODES.test(message.result) && { isForGood: true }),
  };
}

interface Verdict {
  readonly result: string;
  readonly message: string;
  readonly isApplied: boolean;
}

async function submit(rpc: RippledRpc, transfer: SignedTransfer): Promise<Verdict> {
  const answer = await rpc.request('submit', { tx_blob: transfer.raw });
  if (!answer.ok) return { result: answer.error, message: answer.message, isApplied: false };
  const what = `submit at ${rpc.node}`;
  const message = shaped(shapes.submitted, answer.result, what);
  if (message.tx_json.hash !== transfer.txid) {
    throw new Error(`${rpc.node} names ${message.tx_json.hash} what is ${transfer.txid}`);
  }
  return {
    result: message.engine_result,
    message: message.engine_result_message,
    isApplied: message.applied,
  };
}
