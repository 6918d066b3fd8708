// What one transaction pays, and the fee rate of an unconfirmed one. A node without `-txindex` finds a transaction only
// in its mempool, or while one of its first outputs is unspent.
import { parseAmount } from '../../core/money.ts';
import { ChainUnavailable, type Inspection } from '../chain.ts';
import { shaped } from '../rpc/json-rpc.ts';
import { feeRulesOf, ordinarySize } from './fee-rules.ts';
import { findTransactions } from './find-transactions.ts';
import { paymentsIn, type Wallet } from './receiving.ts';
import { type BitcoindRpc, shapes } from './rpc.ts';

export async function inspectTransaction(
  rpc: BitcoindRpc,
  wallet: Wallet,
  { txid, isIndexed }: { readonly txid: string; readonly isIndexed: boolean },
): Promise<Inspection> {
  const lookups = [{ txid, near: null }];
  const [found] = await findTransactions(rpc, lookups, { isIndexed, withTransactions: true });
  const { place = { kind: 'unknown' } as const, transaction = null } = found ?? {};
  if (place.kind === 'unknown')
    return { place, payments: [], ordinaryFee: null, isComplete: isIndexed };
  if (transaction === null) throw new ChainUnavailable(`${rpc.node} does not show ${txid}`);
  const payments = paymentsIn(wallet, [transaction]);
  const ordinaryFee = place.kind === 'mempool' ? await ordinaryFeeOf(rpc, wallet, txid) : null;
  return { place, payments, ordinaryFee, isComplete: true };
}

/** Null when it left the mempool meanwhile. */
async function ordinaryFeeOf(
  rpc: BitcoindRpc,
  { coin }: Wallet,
  txid: string,
): Promise<bigint | null> {
  const [answer] = await rpc.request([{ method: 'getmempoolentry', params: [txid] }]);
  if (answer?.ok !== true) return null;
  const entry = shaped(shapes.mempoolEntry, answer.result, `mempool entry at ${rpc.node}`);
  const size = entry.vsize ?? entry.size;
  const fee = parseAmount(entry.fees?.base ?? entry.fee ?? '', { ...coin, precision: coin.scale });
  if (typeof fee !== 'bigint' || size === undefined) return null;
  return (fee * BigInt(ordinarySize(feeRulesOf(coin.code)))) / BigInt(size);
}
