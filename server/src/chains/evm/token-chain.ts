// The Chain port of a token: Ethereum's blocks, read through the same node, with the payments reported in the events of
// the token's contract (docs/decisions/0021).
import type { Chain, IncomingPayment, TransactionFacts, TransactionLookup } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes, type TransactionAnswer } from './answers.ts';
import { checkContract } from './check-contract.ts';
import { type EvmOptions, evmChain } from './evm-chain.ts';
import { findTransactions } from './find-transactions.ts';
import { gainedOf } from './gained.ts';
import { mempoolReader } from './read-mempool.ts';
import { tokenBlockReader } from './read-token-blocks.ts';
import { type EvmRpc, evmRpc } from './rpc.ts';
import { contractOf, inContract, paidInLedger, readTransferCall } from './token-call.ts';
import { moveIn, paymentsOfMoves } from './token-payments.ts';

/** Newly minted tokens come from the zero address (EIP-20, "Transfer"). */
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Opens no connection: the first call connects. Every call throws ChainUnavailable when the node cannot be reached. */
export function tokenChain(options: EvmOptions): Chain {
  const rpc = evmRpc(options);
  const { coin } = options;
  const contract = contractOf(coin, options.network);
  const readBlocks = tokenBlockReader(rpc, contract);
  // Ether balances reveal hidden payments of ether, but not of a token.
  const { hiddenPayments: _, ...ethereum } = evmChain(options);
  return {
    ...ethereum,
    blocks: async (fromHeight, count) =>
      (await readBlocks(fromHeight, count)).map((block) => ({
        ...block,
        payments: paidInLedger(coin, block.payments),
      })),
    ...mempoolReader(rpc, (transaction) => {
      const hint = tokenHint(transaction, contract);
      return hint === null ? null : (paidInLedger(coin, [hint])[0] ?? null);
    }),
    async gained(payments, block) {
      const claimed = payments.map((payment) => inContract(coin, payment));
      const gained = await gainedOf(rpc, contract, { payments: claimed, block });
      return gained && paidInLedger(coin, gained);
    },
    transactions: (lookups) => findTokenTransactions(rpc, contract, lookups),
    async checkNetwork() {
      await ethereum.checkNetwork();
      await checkContract(rpc, options);
    },
    async close() {
      rpc.close();
      await ethereum.close();
    },
  };
}

/**
 * The token payment that an unconfirmed transaction would make, if it is a plain call of the contract. Payments by
 * other contracts are found only once they are in a block.
 */
function tokenHint(transaction: TransactionAnswer, contract: string): IncomingPayment | null {
  const { hash: txid, from, to, input } = transaction;
  const call = to?.toLowerCase() === contract ? readTransferCall(input) : null;
  if (call === null || call.amount === 0n || call.address === from.toLowerCase()) return null;
  const [payment] = paymentsOfMoves([{ txid, from, to: call.address, amount: call.amount }]);
  return payment ?? null;
}

/** Throws ChainUnavailable. */
async function findTokenTransactions(
  rpc: EvmRpc,
  contract: string,
  lookups: readonly TransactionLookup[],
): Promise<readonly TransactionFacts[]> {
  const found = await findTransactions(rpc, lookups);
  const mined = [
    ...new Set(lookups.flatMap(({ txid }, n) => (found[n]?.place.kind === 'block' ? [txid] : []))),
  ];
  const answers = await rpc.request(
    mined.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })),
  );
  const senders = new Map<string, readonly string[]>();
  for (const [n, txid] of mined.entries()) {
    const what = `receipt of ${txid} at ${rpc.node}`;
    const { logs } = shaped(shapes.loggedReceipt, resultOf(answers[n], what), what);
    const from = logs.flatMap((log) => moveIn(log, contract)?.from ?? []);
    senders.set(
      txid,
      [...new Set(from)].filter((address) => address !== ZERO_ADDRESS),
    );
  }
  return found.map((facts, n) => {
    const sources = [
      ...new Set([...facts.sources, ...(senders.get(lookups[n]?.txid ?? '') ?? [])]),
    ];
    return { ...facts, sources: sources.filter((source) => source !== contract) };
  });
}
