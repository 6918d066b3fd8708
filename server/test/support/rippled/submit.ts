// `submit` of the emulated rippled: the response with all its fields, and the queue for transactions that pay less than
// the open ledger requires.
import { decode } from 'ripple-binary-codec';
import { apply, isSigned } from './apply.ts';
import { payerOf, signed } from './keys.ts';
import { type Fields, half, lastLedger, openIndex, type State } from './state.ts';

/** Codes and texts of rippled 2.2.3 (TER.cpp) that can occur here. */
const results: Readonly<Record<string, readonly [number, string]>> = {
  tesSUCCESS: [0, 'The transaction was applied. Only final in a validated ledger.'],
  tecUNFUNDED_PAYMENT: [104, 'Insufficient XRP balance to send.'],
  tecPATH_PARTIAL: [101, 'Path could not send full amount.'],
  tecNO_PERMISSION: [139, 'No permission to perform requested operation.'],
  tecNO_DST: [124, 'Destination does not exist. Send XRP to create it.'],
  tecNO_DST_INSUF_XRP: [125, 'Destination does not exist. Too little XRP sent to create it.'],
  tecDST_TAG_NEEDED: [143, 'A destination tag is required.'],
  tecTOO_SOON: [152, 'It is too early to attempt the requested operation. Please wait.'],
  tefBAD_AUTH: [-196, "Transaction's public key is not authorized."],
  tefPAST_SEQ: [-190, 'This sequence number has already passed.'],
  tefMAX_LEDGER: [-187, 'Ledger sequence too high.'],
  telINSUF_FEE_P: [-394, 'Fee insufficient.'],
  telCAN_NOT_QUEUE: [-392, 'Can not queue at this time.'],
  temBAD_AMOUNT: [-298, 'Malformed: Bad amount.'],
  temBAD_SEND_XRP_PARTIAL: [-285, 'Malformed: Partial payment is not allowed for XRP to XRP.'],
  temREDUNDANT: [-275, 'The transaction is redundant.'],
  temUNKNOWN: [-264, 'The transaction requires logic that is not implemented yet.'],
  terNO_ACCOUNT: [-96, 'The source account does not exist.'],
  terPRE_SEQ: [-92, 'Missing/inapplicable prior transaction.'],
  terQUEUED: [-89, 'Held until escalated fee drops.'],
};

/** The special cost of deleting an account, which the response names (xrpl.org, "Transaction Cost"). */
const DELETE_COST = '200000';

export function submit(state: State, params: Fields): Fields {
  const blob = String(params['tx_blob'] ?? signHere(state, params));
  const tx = read(blob);
  if (tx === null)
    return { error: 'invalidTransaction', error_exception: 'Transaction length invalid' };
  if (!isSigned(tx)) {
    return {
      error: 'invalidTransaction',
      error_exception: 'fails local checks: Invalid signature.',
    };
  }
  const txid = txidOf(blob);
  state.memory.set(txid, tx);
  const isHard = params['fail_hard'] === true;
  const { result, isApplied } = tryOpen(state, { tx, txid, isHard });
  const isQueued = result === 'telCAN_NOT_QUEUE' && !isHard;
  if (isQueued) state.queue.push(blob);
  else if (!isHard && !isApplied) keep(state, { tx, txid, blob });
  const shown = isQueued ? 'terQUEUED' : result;
  const answered = answer(state, { tx, txid, blob, isApplied, isKept: !isHard, result: shown });
  if (isApplied) retryStored(state);
  return answered;
}

function tryOpen(
  state: State,
  transaction: { tx: Fields; txid: string; isHard: boolean },
): { result: string; isApplied: boolean } {
  const { result, meta } = apply(state, transaction);
  const { tx, txid } = transaction;
  if (meta !== null) state.openTransactions.push({ txid, tx, meta });
  return { result, isApplied: meta !== null };
}

/** For this many ledgers, and never beyond its own last one (LocalTxs.cpp, `holdLedgers`). */
const KEPT_LEDGERS = 5;

function keep(state: State, { tx, txid, blob }: { tx: Fields; txid: string; blob: string }): void {
  const last = Number(tx['LastLedgerSequence'] ?? Number.POSITIVE_INFINITY);
  state.kept = state.kept.filter((item) => item.txid !== txid);
  state.kept.push({ blob, txid, until: Math.min(openIndex(state) + KEPT_LEDGERS, last) });
}

/** A held transaction is applied when the sequence before it is used, or the fee has fallen. */
export function retryStored(state: State): void {
  state.kept = state.kept.filter(({ until }) => until >= openIndex(state));
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const { blob, txid } of [...state.kept]) {
      const tx = read(blob);
      if (tx === null || !tryOpen(state, { tx, txid, isHard: false }).isApplied) continue;
      state.kept = state.kept.filter((item) => item.txid !== txid);
      isMoving = true;
    }
  }
}

/** Sign-and-submit mode, as rippled offers it to administrators: sequence and fee are filled in. */
function signHere(state: State, { secret, tx_json: fields }: Fields): string {
  if (typeof secret !== 'string' || typeof fields !== 'object') return '';
  const payer = payerOf(secret);
  const Sequence = state.open.get(payer.address)?.sequence ?? 0;
  return signed(payer, { Fee: `${state.openLedgerFee}`, Sequence, ...fields }).blob;
}

/** Queued transactions enter the new open ledger if their fee suffices now. */
export function admitQueued(state: State): void {
  const waiting = state.queue;
  state.queue = [];
  for (const blob of waiting) submit(state, { tx_blob: blob });
  retryStored(state);
}

interface Submitted {
  readonly tx: Fields;
  readonly txid: string;
  readonly blob: string;
  readonly isApplied: boolean;
  readonly isKept: boolean;
  readonly result: string;
}

/** A result in the form that every message has. */
export function resultFields(result: string): Fields {
  const [code, message] = results[result] ?? [0, ''];
  return {
    engine_result: result,
    engine_result_code: code,
    engine_result_message: message,
  };
}

function answer(state: State, submitted: Submitted): Fields {
  const { tx, txid, blob, isApplied, isKept, result } = submitted;
  const isQueued = result === 'terQUEUED';
  const next = state.open.get(String(tx['Account']))?.sequence ?? 0;
  const found = state.ledgers.findLast(({ transactions }) =>
    transactions.some((item) => item.txid === txid),
  );
  const place = found === undefined ? {} : { inLedger: found.index, ledger_index: found.index };
  return {
    accepted: isApplied || isKept || isQueued,
    account_sequence_available: next,
    account_sequence_next: next,
    applied: isApplied,
    broadcast: isApplied,
    ...resultFields(result),
    kept: isKept,
    open_ledger_cost:
      tx['TransactionType'] === 'AccountDelete' ? DELETE_COST : `${state.openLedgerFee}`,
    queued: isQueued,
    tx_blob: blob,
    tx_json: { ...tx, hash: txid, ...place },
    validated_ledger_index: lastLedger(state).index,
  };
}

/** HashPrefix::transactionID, `TXN` and a zero byte. */
function txidOf(blob: string): string {
  return half(Buffer.from(`54584E00${blob}`, 'hex'));
}

function read(blob: string): Fields | null {
  try {
    const tx: unknown = decode(blob);
    return typeof tx === 'object' && tx !== null && 'Account' in tx ? { ...tx } : null;
  } catch {
    return null;
  }
}
