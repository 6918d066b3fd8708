// Finds the transaction that used up a transfer's sequence, in ledgers that the node has without a gap; and proves that
// no transaction used it before the transfer expired.
import { ChainUnavailable } from '../chain.ts';
import type { Spender, TransferPlan } from '../transfers.ts';
import { shapes } from './answers.ts';
import { readFacts } from './read-accounts.ts';
import { readTip } from './read-ledgers.ts';
import type { RippledRpc } from './rpc.ts';

/** Transactions per response; more than 400 are only for administrators (xrpl.org, "account_tx"). */
const PAGE = 200;

/** Includes the transfer's own transaction. */
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
 * True on proof that the transfer is in no ledger and never will be: a validated ledger at or after the last one that
 * may include it has not used up its sequence. Needs no history, unlike `searched_all` of `tx`, which is never true
 * when a ledger in the range is empty.
 */
export async function hasExpired(rpc: RippledRpc, plan: TransferPlan): Promise<boolean> {
  const { origin, expiresAtHeight: last } = plan;
  if (!('sender' in origin) || last === undefined) return false;
  const account = await readFacts(rpc, origin.sender);
  return account !== null && account.height >= last && account.number <= origin.number;
}
