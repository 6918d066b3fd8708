// Reads the delivered amount, its recipient and its source from a validated transaction's metadata. `Amount` is never
// read: a partial payment delivers less (xrpl.org, "Partial Payments"), and a crafted one a millionth of it.
import { ChainUnavailable, type IncomingPayment, type Spend } from '../chain.ts';
import type { ChangedNode, MetaAnswer, TransactionAnswer } from './rpc.ts';

/** Any other result in a ledger means that the transaction only paid its fee. */
const SUCCESS = 'tesSUCCESS';
/** xrpl.org, "Transaction Metadata", `delivered_amount`. */
const HAS_DELIVERED_AMOUNT = new Set(['Payment', 'AccountDelete']);
/** Entries that hold XRP for a destination and its tag. */
const HOLDS = new Set(['Escrow', 'PayChannel']);
const DROPS = /^[0-9]+$/;

export interface ValidatedTransaction extends TransactionAnswer {
  readonly txid: string;
  readonly meta: MetaAnswer;
}

/** Throws ChainUnavailable when the node does not report the amount. */
export function paymentsIn(transaction: ValidatedTransaction): readonly IncomingPayment[] {
  if (transaction.meta.TransactionResult !== SUCCESS) return [];
  return HAS_DELIVERED_AMOUNT.has(transaction.TransactionType)
    ? delivered(transaction)
    : raised(transaction);
}

/** The signer, or the owner of the escrow or payment channel that paid. */
export function sourcesOf({
  Account,
  meta,
}: Pick<ValidatedTransaction, 'Account' | 'meta'>): string[] {
  const holders = nodesOf(meta).flatMap(({ node }) =>
    HOLDS.has(node.LedgerEntryType) ? (node.FinalFields?.Account ?? []) : [],
  );
  return holders.length > 0 ? [...new Set(holders)] : [Account];
}

/** A failed transaction in a ledger also uses up a sequence. */
export function spendOf({ txid, Account, Sequence }: ValidatedTransaction): Spend {
  return { txid, origin: Account, number: Sequence ?? null };
}

function delivered(transaction: ValidatedTransaction): readonly IncomingPayment[] {
  const { txid, meta, Destination: address, DestinationTag: tag = null } = transaction;
  const amount = meta.delivered_amount;
  if (amount === undefined || amount === 'unavailable' || address === undefined) {
    throw new ChainUnavailable(`the node does not say what ${txid} delivered`);
  }
  // An object is an issued currency, which does not count.
  if (typeof amount !== 'string') return [];
  return paymentOf({ txid, index: 0, address, tag, amount });
}

/** Escrows, payment channels and future types: accounts whose balance increased without signing. */
function raised(transaction: ValidatedTransaction): readonly IncomingPayment[] {
  const { txid, meta } = transaction;
  const nodes = nodesOf(meta);
  return nodes.flatMap(({ node, isCreated }, index) => {
    const now = isCreated ? node.NewFields : node.FinalFields;
    const address = now?.Account;
    if (node.LedgerEntryType !== 'AccountRoot' || address === undefined) return [];
    if (address === transaction.Account) return [];
    const before = isCreated ? '0' : (node.PreviousFields?.Balance ?? now?.Balance);
    const gain = dropsOf(now?.Balance, txid) - dropsOf(before, txid);
    return paymentOf({ txid, index, address, tag: tagFor(nodes, address), amount: `${gain}` });
  });
}

function paymentOf(
  payment: Omit<IncomingPayment, 'amount'> & { amount: string },
): IncomingPayment[] {
  const { txid, index, address, tag } = payment;
  if (payment.amount.startsWith('-')) return [];
  const amount = dropsOf(payment.amount, txid);
  return amount === 0n ? [] : [{ txid, index, address, tag, amount }];
}

/** Null when no escrow or channel pays the account. */
function tagFor(nodes: readonly Affected[], address: string): number | null {
  const hold = nodes.find(
    ({ node }) => HOLDS.has(node.LedgerEntryType) && node.FinalFields?.Destination === address,
  );
  return hold?.node.FinalFields?.DestinationTag ?? null;
}

interface Affected {
  readonly node: ChangedNode;
  readonly isCreated: boolean;
}

function nodesOf(meta: MetaAnswer): readonly Affected[] {
  return meta.AffectedNodes.flatMap(({ CreatedNode, ModifiedNode, DeletedNode }) => {
    const node = CreatedNode ?? ModifiedNode ?? DeletedNode;
    return node === undefined ? [] : [{ node, isCreated: CreatedNode !== undefined }];
  });
}

function dropsOf(value: unknown, txid: string): bigint {
  if (typeof value === 'string' && DROPS.test(value)) return BigInt(value);
  throw new ChainUnavailable(`the node gives no amount of XRP in ${txid}`);
}
