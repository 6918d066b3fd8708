// Reads from a validated transaction's metadata the amount delivered, its recipient and its source. `Amount` is never
// read: a partial payment delivers less than it states (xrpl.org, "Partial Payments"), and a crafted one a millionth of
// it. Pure.
import { ChainUnavailable, type IncomingPayment, type Spend } from '../chain.ts';
import type { ChangedNode, MetaAnswer, TransactionAnswer } from './rpc.ts';

/** A transaction with this result succeeded; with every other result in a ledger, it only paid its fee. */
const SUCCESS = 'tesSUCCESS';
/** Transaction types whose metadata state what was delivered (xrpl.org, "Transaction Metadata", `delivered_amount`). */
const HAS_DELIVERED_AMOUNT = new Set(['Payment', 'AccountDelete']);
/** Ledger entries that hold XRP for a destination, with the destination tag to be used. */
const HOLDS = new Set(['Escrow', 'PayChannel']);
const DROPS = /^[0-9]+$/;

export interface ValidatedTransaction extends TransactionAnswer {
  readonly txid: string;
  readonly meta: MetaAnswer;
}

/** The XRP delivered to each account. Throws ChainUnavailable when the node does not report the amount. */
export function paymentsIn(transaction: ValidatedTransaction): readonly IncomingPayment[] {
  if (transaction.meta.TransactionResult !== SUCCESS) return [];
  return HAS_DELIVERED_AMOUNT.has(transaction.TransactionType)
    ? delivered(transaction)
    : raised(transaction);
}

/** The accounts that funded it: the signer, or the owner of the escrow or payment channel that paid. */
export function sourcesOf({
  Account,
  meta,
}: Pick<ValidatedTransaction, 'Account' | 'meta'>): string[] {
  const holders = nodesOf(meta).flatMap(({ node }) =>
    HOLDS.has(node.LedgerEntryType) ? (node.FinalFields?.Account ?? []) : [],
  );
  return holders.length > 0 ? [...new Set(holders)] : [Account];
}

/** Independent of the result: a transaction in a ledger has used up a sequence of its signer and charged its fee. */
export function spendOf({ txid, Account, Sequence }: ValidatedTransaction): Spend {
  return { txid, origin: Account, number: Sequence ?? null };
}

function delivered(transaction: ValidatedTransaction): readonly IncomingPayment[] {
  const { txid, meta, Destination: address, DestinationTag: tag = null } = transaction;
  const amount = meta.delivered_amount;
  if (amount === undefined || amount === 'unavailable' || address === undefined) {
    throw new ChainUnavailable(`the node does not say what ${txid} delivered`);
  }
  // An object is an issued currency, which is not counted.
  if (typeof amount !== 'string') return [];
  return paymentOf({ txid, index: 0, address, tag, amount });
}

/**
 * Escrows, payment channels and future types: accounts whose balance increased although they did not sign. An account
 * cannot gain XRP in any way that its metadata do not show (xrpl.org, "Look Up Transaction Results").
 */
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
  // The balance decreased.
  if (payment.amount.startsWith('-')) return [];
  const amount = dropsOf(payment.amount, txid);
  return amount === 0n ? [] : [{ txid, index, address, tag, amount }];
}

/** The destination tag in the escrow or channel that pays the account, if one does. */
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
