// Finds transactions in a validated ledger, which is final, or in the open one. A node also keeps expired and rejected
// transactions in memory, so a transaction that is in no ledger proves nothing (recorded from rippled 2.2.3).
import {
  ChainUnavailable,
  type Inspection,
  type TransactionFacts,
  type TransactionLookup,
} from '../chain.ts';
import { shaped } from '../rpc/json-rpc.ts';
import type { Spender, TransferPlan } from '../transfers.ts';
import { paymentsIn, sourcesOf } from './payments-in.ts';
import { readFacts } from './read-accounts.ts';
import { readOldest, readTip } from './read-ledgers.ts';
import { type RippledRpc, shapes } from './rpc.ts';

// Needs ledgers without a gap. Proves which transaction used a transfer's sequence, or that none did.

/** Transactions per response; more than 400 are only for administrators (xrpl.org, "account_tx"). */
const PAGE = 200;

export async function findSpenders(
  rpc: RippledRpc,
  { origin }: TransferPlan,
  aboveHeight: number,
): Promise<readonly Spender[]> {
  if (!('sender' in origin)) throw new Error('XRP transfers have a sender');
  const { sender, number } = origin;
  const account = await readFacts(rpc, sender);
  // Sequences are used up in order (xrpl.org, "Account Sequence").
  if (account === null || account.number <= number) return [];
  if ((await readTip(rpc)).height <= aboveHeight) return [];
  for (let marker: unknown; ; ) {
    const page = await readPage(rpc, { account: sender, from: aboveHeight + 1, marker });
    for (const {
      hash: txid,
      ledger_index: height,
      ledger_hash: hash,
      tx_json: tx,
    } of page.transactions) {
      // A transaction with a ticket has sequence 0.
      if (tx.Account !== sender || tx.Sequence !== number) continue;
      return [{ index: 0, txid, block: { height, hash } }];
    }
    if (page.marker === undefined) return [];
    marker = page.marker;
  }
}

async function readPage(
  rpc: RippledRpc,
  requested: { account: string; from: number; marker: unknown },
) {
  const page = await rpc.call('account_tx', shapes.accountTransactions, {
    account: requested.account,
    // For a range that the node does not have completely, version 2 returns an error; version 1 truncates it.
    api_version: 2,
    ledger_index_min: requested.from,
    ledger_index_max: -1,
    forward: true,
    limit: PAGE,
    ...(requested.marker === undefined ? {} : { marker: requested.marker }),
  });
  if (page.ledger_index_min > requested.from) {
    throw new ChainUnavailable(`${rpc.node} has not kept the ledgers from ${requested.from} on`);
  }
  return page;
}

/**
 * True on proof that the transfer is in no ledger and never will be: a validated ledger at or after its last one has
 * not used up its sequence. Needs no history, unlike `searched_all` of `tx`, which is never true when a ledger in the
 * range is empty.
 */
export async function hasExpired(rpc: RippledRpc, plan: TransferPlan): Promise<boolean> {
  const { origin, expiresAtHeight: last } = plan;
  if (!('sender' in origin) || last === undefined) return false;
  const account = await readFacts(rpc, origin.sender);
  return account !== null && account.height >= last && account.number <= origin.number;
}

const LOOKUPS_AT_ONCE = 4;

/** In the order of the lookups. */
export async function findTransactions(
  rpc: RippledRpc,
  lookups: readonly TransactionLookup[],
): Promise<readonly TransactionFacts[]> {
  const facts: TransactionFacts[] = [];
  const openLedger = readOnce(() => readOpenLedger(rpc));
  for (let start = 0; start < lookups.length; start += LOOKUPS_AT_ONCE) {
    const group = lookups.slice(start, start + LOOKUPS_AT_ONCE);
    facts.push(
      ...(await Promise.all(group.map(({ txid }) => findTransaction(rpc, txid, openLedger)))),
    );
  }
  return facts;
}

function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

async function readOpenLedger(rpc: RippledRpc): Promise<ReadonlySet<string>> {
  const requested = { ledger_index: 'current', transactions: true };
  const { ledger } = await rpc.call('ledger', shapes.openLedger, requested);
  return new Set(ledger.transactions);
}

async function findTransaction(
  rpc: RippledRpc,
  txid: string,
  openLedger: () => Promise<ReadonlySet<string>>,
): Promise<TransactionFacts> {
  const found = await requestTransaction(rpc, txid);
  if (found === null) return { place: { kind: 'unknown' }, sources: [] };
  const what = `transaction ${txid} at ${rpc.node}`;
  if (shaped(shapes.isValidated, found, what).validated !== true) {
    const { tx_json: transaction } = shaped(shapes.anyTransaction, found, what);
    const isOpen = (await openLedger()).has(txid);
    return { place: { kind: isOpen ? 'mempool' : 'unknown' }, sources: [transaction.Account] };
  }
  const validated = shaped(shapes.validatedTransaction, found, what);
  const { ledger_index: height, ledger_hash: hash, tx_json: transaction, meta } = validated;
  const place = { kind: 'block', block: { height, hash } } as const;
  return { place, sources: sourcesOf({ Account: transaction.Account, meta }) };
}

/** The first ledger of the public network; earlier ones were lost (xrpl.org, "Ledger History"). */
const FIRST_LEDGER = 32_570;

/** A ledger contains it seconds after its broadcast, and shows the amount that it delivered. */
export async function inspectTransaction(rpc: RippledRpc, txid: string): Promise<Inspection> {
  const { place } = await findTransaction(rpc, txid, () => readOpenLedger(rpc));
  if (place.kind === 'mempool')
    return { place, payments: null, ordinaryFee: null, isComplete: false };
  if (place.kind === 'unknown') {
    const isComplete = (await readOldest(rpc)) <= FIRST_LEDGER;
    return { place, payments: [], ordinaryFee: null, isComplete };
  }
  const what = `transaction ${txid} at ${rpc.node}`;
  const found = shaped(shapes.validatedTransaction, await requestTransaction(rpc, txid), what);
  const payments = paymentsIn({ ...found.tx_json, txid, meta: found.meta });
  return { place, payments, ordinaryFee: null, isComplete: true };
}

/** Null when the node does not have the transaction, which proves nothing. */
export async function requestTransaction(rpc: RippledRpc, txid: string): Promise<unknown> {
  // Version 2 includes the ledger's hash along with its index.
  const answer = await rpc.request('tx', { transaction: txid, api_version: 2 });
  if (answer.ok) return answer.result;
  if (answer.error === 'txnNotFound') return null;
  throw new ChainUnavailable(`tx at ${rpc.node} was refused: ${answer.message}`);
}
