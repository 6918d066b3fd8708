// Where transactions stand, and from whom they moved a token: the addresses in the contract's events, which need not be
// those that signed.
import type { TransactionFacts, TransactionLookup } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { findTransactions } from './find-transactions.ts';
import type { EvmRpc } from './rpc.ts';
import { moveIn } from './token-payments.ts';

/** A token that is made comes from there (EIP-20, "Transfer"). */
const NOBODY = `0x${'0'.repeat(40)}`;

/** Throws ChainUnavailable. */
export async function findTokenTransactions(
  rpc: EvmRpc,
  contract: string,
  lookups: readonly TransactionLookup[],
): Promise<readonly TransactionFacts[]> {
  const found = await findTransactions(rpc, lookups);
  const mined = [
    ...new Set(lookups.flatMap(({ txid }, n) => (found[n]?.place.kind === 'block' ? [txid] : []))),
  ];
  const answers = await rpc.ask(
    mined.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })),
  );
  const senders = new Map<string, readonly string[]>();
  for (const [n, txid] of mined.entries()) {
    const what = `receipt of ${txid} at ${rpc.node}`;
    const { logs } = shaped(shapes.loggedReceipt, resultOf(answers[n], what), what);
    const from = logs.flatMap((log) => moveIn(log, contract)?.from ?? []);
    senders.set(
      txid,
      [...new Set(from)].filter((address) => address !== NOBODY),
    );
  }
  return found.map((facts, n) => {
    const sources = [
      ...new Set([...facts.sources, ...(senders.get(lookups[n]?.txid ?? '') ?? [])]),
    ];
    return { ...facts, sources: sources.filter((source) => source !== contract) };
  });
}
