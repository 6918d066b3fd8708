// How the emulated rippled applies a transaction: the checks in rippled's order (Transactor.cpp: preflight, preclaim,
// apply), the result codes of xrpl.org, and the metadata of the changes.
import { encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, verify } from 'ripple-keypairs';
import {
  type Account,
  BASE_FEE,
  copyOf,
  DEPOSIT_AUTH,
  entryIndexOf,
  type Fields,
  GENESIS,
  openIndex,
  REQUIRE_TAG,
  RESERVE_BASE,
  type State,
} from './state.ts';

/** tfPartialPayment. */
const PARTIAL = 0x0002_0000;
/** asfRequireDest. */
const ASF_REQUIRE_DEST = 1;
/** asfDepositAuth. */
const ASF_DEPOSIT_AUTH = 9;
const FLAG_OF: Readonly<Record<number, number>> = {
  [ASF_REQUIRE_DEST]: REQUIRE_TAG,
  [ASF_DEPOSIT_AUTH]: DEPOSIT_AUTH,
};
/** An account can be deleted 256 ledgers after its last sequence (xrpl.org, "Deleting Accounts"). */
const DELETE_AFTER = 255;

export interface Result {
  readonly result: string;
  /** Null when nothing changed. */
  readonly meta: Fields | null;
}

interface Payment {
  readonly from: string;
  readonly sequence: number;
  readonly fee: bigint;
}

/** Whether the signature fits its key; rippled rejects a wrong one before any other check. */
export function isSigned(tx: Fields): boolean {
  const { TxnSignature: signature, SigningPubKey: key, ...rest } = tx;
  const signed = encodeForSigning({ ...rest, SigningPubKey: String(key) } as never);
  return verify(signed, String(signature), String(key));
}

/** Applies to the open ledger. `isHard` (`fail_hard`): reject a transaction that would only cost its fee. */
export function apply(
  state: State,
  transaction: { tx: Fields; txid: string; isHard: boolean },
): Result {
  const { tx, txid, isHard } = transaction;
  const sender = {
    from: String(tx['Account']),
    sequence: Number(tx['Sequence']),
    fee: BigInt(String(tx['Fee'])),
  };
  const refusal = preflight(tx) ?? preclaim(state, tx, sender);
  if (refusal !== null) return { result: refusal, meta: null };
  const before = copyOf(state.open);
  payFee(state, sender);
  const done = carryOut(state, tx, sender);
  const isClaimed = done.result.startsWith('tec');
  if (done.result !== 'tesSUCCESS') {
    state.open = copyOf(before);
    if (!isClaimed || isHard) return { result: done.result, meta: null };
    payFee(state, sender);
  }
  const meta = metaOf({ state, before, txid, result: done.result, delivered: done.delivered });
  return { result: done.result, meta };
}

function preflight(tx: Fields): string | null {
  if (tx['TransactionType'] !== 'Payment') return null;
  const isXrp = typeof tx['Amount'] === 'string' && tx['SendMax'] === undefined;
  if (isXrp && tx['Account'] === tx['Destination']) return 'temREDUNDANT';
  if (isXrp && (Number(tx['Flags'] ?? 0) & PARTIAL) !== 0) return 'temBAD_SEND_XRP_PARTIAL';
  if (typeof tx['Amount'] === 'string' && BigInt(tx['Amount']) <= 0n) return 'temBAD_AMOUNT';
  return null;
}

function preclaim(state: State, tx: Fields, { from, sequence, fee }: Payment): string | null {
  const account = state.open.get(from);
  if (account === undefined) return 'terNO_ACCOUNT';
  if (sequence < account.sequence) return 'tefPAST_SEQ';
  if (sequence > account.sequence) return 'terPRE_SEQ';
  const last = tx['LastLedgerSequence'];
  if (typeof last === 'number' && last < openIndex(state)) return 'tefMAX_LEDGER';
  if (fee < BASE_FEE) return 'telINSUF_FEE_P';
  if (deriveAddress(String(tx['SigningPubKey'])) !== from) return 'tefBAD_AUTH';
  return fee < state.openLedgerFee ? 'telCAN_NOT_QUEUE' : null;
}

function payFee(state: State, { from, fee }: Payment): void {
  const account = accountOf(state, from);
  account.balance -= fee;
  account.sequence += 1;
}

function accountOf(state: State, address: string): Account {
  const account = state.open.get(address);
  if (account === undefined) throw new Error('checked before');
  return account;
}

interface Done {
  readonly result: string;
  readonly delivered?: bigint;
}

function carryOut(state: State, tx: Fields, sender: Payment): Done {
  if (tx['TransactionType'] === 'Payment') return pay(state, tx, sender);
  if (tx['TransactionType'] === 'AccountDelete') return remove(state, tx, sender);
  if (tx['TransactionType'] === 'AccountSet') {
    const account = accountOf(state, sender.from);
    account.flags |= FLAG_OF[Number(tx['SetFlag'])] ?? 0;
    account.flags &= ~(FLAG_OF[Number(tx['ClearFlag'])] ?? 0);
    return { result: 'tesSUCCESS' };
  }
  if (tx['TransactionType'] === 'DepositPreauth') {
    const account = accountOf(state, sender.from);
    account.authorised = [...(account.authorised ?? []), String(tx['Authorize'])];
    return { result: 'tesSUCCESS' };
  }
  return { result: 'temUNKNOWN' };
}

function pay(state: State, tx: Fields, sender: Payment): Done {
  const to = String(tx['Destination']);
  const isMarket = tx['SendMax'] !== undefined;
  const wanted = BigInt(String(tx['Amount']));
  const isPartial = (Number(tx['Flags'] ?? 0) & PARTIAL) !== 0;
  const delivered = isMarket && wanted > state.liquidity ? state.liquidity : wanted;
  const payer = accountOf(state, isMarket ? GENESIS : sender.from);
  const refusal = refusesPayment(state, { to, tx, amount: delivered });
  if (refusal !== null) return { result: refusal };
  if (isMarket && delivered < wanted && !isPartial) return { result: 'tecPATH_PARTIAL' };
  // The balance before the fee: the fee may be paid from the reserve (Payment.cpp).
  const left = isMarket ? null : payer.balance + sender.fee - delivered;
  if (left !== null && (left < RESERVE_BASE || left < sender.fee))
    return { result: 'tecUNFUNDED_PAYMENT' };
  if (!isDepositAuthorised(state.open.get(to), { from: sender.from, to, amount: delivered }))
    return { result: 'tecNO_PERMISSION' };
  payer.balance -= delivered;
  credit(state, to, delivered);
  return { result: 'tesSUCCESS', delivered };
}

function refusesPayment(
  state: State,
  { to, tx, amount }: { to: string; tx: Fields; amount: bigint },
): string | null {
  const destination = state.open.get(to);
  if (destination === undefined) return amount < RESERVE_BASE ? 'tecNO_DST_INSUF_XRP' : null;
  const needsTag = (destination.flags & REQUIRE_TAG) !== 0 && tx['DestinationTag'] === undefined;
  return needsTag ? 'tecDST_TAG_NEEDED' : null;
}

/**
 * An account without money can receive up to its reserve without authorization (Payment.cpp; xrpl.org, "Deposit
 * Authorization").
 */
function isDepositAuthorised(
  account: Account | undefined,
  payment: { from: string; to: string; amount: bigint },
): boolean {
  if (account === undefined || acceptsFrom(account, payment)) return true;
  return payment.amount <= RESERVE_BASE && account.balance <= RESERVE_BASE;
}

export function acceptsFrom(account: Account, { from, to }: { from: string; to: string }): boolean {
  if ((account.flags & DEPOSIT_AUTH) === 0 || from === to) return true;
  return account.authorised?.includes(from) === true;
}

function credit(state: State, to: string, amount: bigint): void {
  const account = state.open.get(to);
  if (account !== undefined) account.balance += amount;
  // The first sequence is the ledger index, so that a deleted account's old transactions stay invalid.
  else state.open.set(to, { balance: amount, sequence: openIndex(state), flags: 0, last: null });
}

function remove(state: State, tx: Fields, { from, sequence }: Payment): Done {
  if (sequence + DELETE_AFTER > openIndex(state)) return { result: 'tecTOO_SOON' };
  const to = String(tx['Destination']);
  const destination = state.open.get(to);
  if (destination === undefined) return { result: 'tecNO_DST' };
  const needsTag = (destination.flags & REQUIRE_TAG) !== 0 && tx['DestinationTag'] === undefined;
  if (needsTag) return { result: 'tecDST_TAG_NEEDED' };
  const delivered = state.open.get(from)?.balance ?? 0n;
  destination.balance += delivered;
  state.open.delete(from);
  return { result: 'tesSUCCESS', delivered };
}

interface Change {
  readonly state: State;
  readonly before: ReadonlyMap<string, Account>;
  readonly txid: string;
  readonly result: string;
  readonly delivered: bigint | undefined;
}

function metaOf({ state, before, txid, result, delivered }: Change): Fields {
  const addresses = new Set([...before.keys(), ...state.open.keys()]);
  const nodes: { index: string; node: Fields }[] = [];
  for (const address of addresses) {
    const node = nodeOf(address, before.get(address), state.open.get(address));
    if (node !== null) nodes.push({ index: entryIndexOf(address), node });
    const account = state.open.get(address);
    if (node !== null && account !== undefined) account.last = { txid, ledger: openIndex(state) };
  }
  nodes.sort((a, b) => (a.index < b.index ? -1 : 1));
  return {
    AffectedNodes: nodes.map(({ node }) => node),
    TransactionIndex: state.openTransactions.length,
    TransactionResult: result,
    ...(delivered === undefined ? {} : { delivered_amount: `${delivered}` }),
  };
}

function nodeOf(
  address: string,
  old: Account | undefined,
  now: Account | undefined,
): Fields | null {
  const entry = { LedgerEntryType: 'AccountRoot', LedgerIndex: entryIndexOf(address) };
  if (old === undefined) {
    if (now === undefined) return null;
    const NewFields = { Account: address, Balance: `${now.balance}`, Sequence: now.sequence };
    return { CreatedNode: { ...entry, NewFields } };
  }
  const PreviousFields = {
    ...(old.balance === (now?.balance ?? 0n) ? {} : { Balance: `${old.balance}` }),
    ...(now === undefined || old.flags === now.flags ? {} : { Flags: old.flags }),
    ...(now === undefined || old.sequence === now.sequence ? {} : { Sequence: old.sequence }),
  };
  if (Object.keys(PreviousFields).length === 0) return null;
  const FinalFields = { ...rootFields(address, now ?? { ...old, balance: 0n }) };
  const previous =
    old.last === null ? {} : { PreviousTxnID: old.last.txid, PreviousTxnLgrSeq: old.last.ledger };
  if (now === undefined)
    return {
      DeletedNode: { ...entry, FinalFields: { ...FinalFields, ...previous }, PreviousFields },
    };
  return { ModifiedNode: { ...entry, FinalFields, PreviousFields, ...previous } };
}

export function rootFields(address: string, account: Account): Fields {
  return {
    Account: address,
    Balance: `${account.balance}`,
    Flags: account.flags,
    OwnerCount: account.authorised?.length ?? 0,
    Sequence: account.sequence,
  };
}
