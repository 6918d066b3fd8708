// Reads what unconfirmed transactions pay and spend, each transaction once. Remembers only what is in the node's
// mempool now, so its memory is bounded by the node's (`-maxmempool`).
import type { MempoolReader } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes, type UnconfirmedAnswer } from './answers.ts';
import { paymentsIn, spendsIn, type Wallet } from './receiving.ts';
import { type BitcoindRpc, NOT_FOUND } from './rpc.ts';

/** Transactions read per call; the rest of a full mempool follows in later calls. */
const TRANSACTIONS_MAX = 2000;

export function mempoolReader(rpc: BitcoindRpc, wallet: Wallet): MempoolReader {
  let reported: ReadonlySet<string> = new Set();
  const mempool = async () => {
    const result = await rpc.call('getrawmempool');
    const txids = shaped(shapes.txids, result, `getrawmempool at ${rpc.node}`);
    const wanted = txids.filter((txid) => !reported.has(txid)).slice(0, TRANSACTIONS_MAX);
    const transactions = await readTransactions(rpc, wanted);
    const payments = transactions.flatMap((transaction) => {
      const spends = spendsOf(transaction);
      return paymentsIn(wallet, [transaction]).map((payment) => ({ ...payment, spends }));
    });
    const done = new Set(wanted);
    // Updated only here, so that the next call still reports the payments if a step above fails.
    reported = new Set(txids.filter((txid) => done.has(txid) || reported.has(txid)));
    const isWhole = txids.every((txid) => reported.has(txid));
    return { payments, spends: spendsIn(transactions), isWhole };
  };
  const clearMempool = () => {
    reported = new Set();
  };
  return { mempool, clearMempool };
}

/** Skips transactions that left the mempool since it was listed. */
async function readTransactions(
  rpc: BitcoindRpc,
  txids: readonly string[],
): Promise<readonly UnconfirmedAnswer[]> {
  const answers = await rpc.request(
    txids.map((txid) => ({ method: 'getrawtransaction', params: [txid, 1] })),
  );
  const what = `getrawtransaction at ${rpc.node}`;
  return answers
    .filter((answer) => answer.ok || answer.code !== NOT_FOUND)
    .map((answer) => shaped(shapes.unconfirmed, resultOf(answer, what), what));
}

function spendsOf({ vin }: UnconfirmedAnswer): string[] {
  return vin.flatMap(({ txid, vout }) =>
    txid === undefined || vout === undefined ? [] : [`${txid}:${vout}`],
  );
}
