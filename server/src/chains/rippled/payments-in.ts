// What a validated transaction brought to whom, and who paid for it, read from its metadata. `Amount` is never
// looked at: a partial payment delivers less than it says (xrpl.org, "Partial Payments"), and a crafted one a
// millionth of it. Pure.
import { ChainUnavailable, type IncomingPayment, type Spend } from '../chain.ts';
import type { ChangedNode, MetaAnswer, TransactionAnswer } from './answers.ts';

/** A transaction with this result did what it says; every other one in a ledger only cost its fee. */
const SUCCESS = 'tesSUCCESS';
/** Their metadata say what was delivered (xrpl.org, "Transaction Metadata", `delivered_amount`). */
const SAY_DELIVERED = new Set(['Payment', 'AccountDelete']);
/** Entries that hold somebody's XRP for a destination, with the tag it will have. */
const HOLDS = new Set(['Escrow', 'PayChannel']);
const DROPS = /^[0-9]+$/;

export interface ValidatedTransaction extends TransactionAnswer {
  readonly txid: string;
  readonly meta: MetaAnswer;
}

/** XRP that arrived, for every account; throws ChainUnavailable when the node does not say how much. */
export function paymentsIn(transaction: ValidatedTransaction): readonly IncomingPayment[] {
  if (transaction.meta.TransactionResult !== SUCCESS) return [];
  return SAY_DELIVERED.has(transaction.TransactionType)
    ? delivered(transaction)
    : raised(transaction);
}

/** The accounts whose money it was: who signed, or whose escrow or payment channel paid. */
export function sourcesOf({
  Account,
  meta,
}: Pick<ValidatedTransaction, 'Account' | 'meta'>): string[] {
  const holders = nodesOf(meta).flatMap(({ node }) =>
    HOLDS.has(node.LedgerEntryType) ? (node.FinalFields?.Account ?? []) : [],
  );
  return holders.length > 0 ? [...new Set(holders)] : [Account];
}

/** Whatever came of it: what is in a ledger has used up a number of who signed it, and cost him its fee. */
export function spendOf({ txid, Account, Sequence }: ValidatedTransaction): Spend {
  return { txid, origin: Account, number: Sequence ?? null };
}

function delivered(transaction: ValidatedTransaction): readonly IncomingPayment[] {
  const { txid, meta, Destination: address, DestinationTag: tag = null } = transaction;
  const amount = meta.delivered_amount;
  if (amount === undefined || amount === 'unavailable' || address === undefined) {
    throw new ChainUnavailable(`the node does not say what ${txid} delivered`);
  }
  // An object: an issued currency, which is nothing to us.
  if (typeof amount !== 'string') return [];
  return paymentOf({ txid, index: 0, address, tag, amount });
}

/**
 * Escrows, payment channels and whatever comes later: accounts whose balance rose though they did not sign. An
 * account cannot gain XRP in another way than from its metadata (xrpl.org, "Look Up Transaction Results").
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
  // A balance that fell.
  if (payment.amount.startsWith('-')) return [];
  const amount = dropsOf(payment.amount, txid);
  return amount === 0n ? [] : [{ txid, index, address, tag, amount }];
}

/** The tag that the escrow or channel named for the account, where it is one that pays it. */
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
