// Who used up the number of a transfer, from ledgers that the node has without a gap; and the proof that nobody did
// before it expired.
import { ChainUnavailable } from '../chain.ts';
import type { Spender, TransferPlan } from '../transfers.ts';
import { shapes } from './answers.ts';
import { readFacts } from './read-accounts.ts';
import { readTip } from './read-ledgers.ts';
import type { RippledRpc } from './rpc.ts';

/** Transactions in one answer; more than 400 only for administrators (xrpl.org, "account_tx"). */
const PAGE = 200;

/** Its own transaction too. */
export async function findSpenders(
  rpc: RippledRpc,
  { origin }: TransferPlan,
  aboveHeight: number,
): Promise<readonly Spender[]> {
  if (!('sender' in origin)) throw new Error('XRP transfers have a sender');
  const { sender, number } = origin;
  const account = await readFacts(rpc, sender);
  // Numbers are used up in their order (xrpl.org, "Account Sequence").
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
      // A ticket's transaction has the sequence 0.
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
    // A range that the node does not have whole is refused in version 2, and cut short in version 1.
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
 * True on proof that the transfer is in no ledger and can get into none: a validated ledger that is not before the
 * last one which may hold it has not used up its number. It takes no history: `searched_all` of `tx` would, and is
 * never true where a ledger in the range is empty.
 */
export async function hasExpired(rpc: RippledRpc, plan: TransferPlan): Promise<boolean> {
  const { origin, expiresAtHeight: last } = plan;
  if (!('sender' in origin) || last === undefined) return false;
  const account = await readFacts(rpc, origin.sender);
  return account !== null && account.height >= last && account.number <= origin.number;
}
