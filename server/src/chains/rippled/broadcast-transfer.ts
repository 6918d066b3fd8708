// Hands a signed transfer to the node, and reads its verdict: result codes of xrpl.org, "Transaction Results". No
// verdict is final before a ledger is validated; a refusal here proves nothing. What each code means to us is in
// docs/decisions/0053-what-rippled-refuses.md.
import { shaped } from '../rpc/shaped.ts';
import type { Broadcast, SignedTransfer } from '../transfers.ts';
import { shapes } from './answers.ts';
import { findTransactions } from './find-transactions.ts';
import type { RippledRpc } from './rpc.ts';

/** In a validated ledger, or in the open one, or waiting for the fee to fall. */
const TAKEN = new Set(['tesSUCCESS', 'terQUEUED']);
/** It, or another one with its number, was applied before. */
const PERHAPS_KNOWN = new Set(['tefPAST_SEQ', 'tefALREADY']);
/** A number of the sender before its own is not used up yet: the node keeps it for a while, and it is sent again. */
const COMES_LATER = 'terPRE_SEQ';
/** Malformed, or not signed by who may sign for the account: in no ledger, whatever happens (xrpl.org, "tem Codes"). */
const FOR_GOOD = /^(tem|tefBAD_AUTH|tefBAD_SIGNATURE|tefMASTER_DISABLED$|invalidTransaction$)/;

/**
 * Without `fail_hard`: what the payee refuses (`tec` codes) is then applied all the same, only takes its fee and uses
 * up its number. Asked to fail hard, a node leaves the number unused, and everything signed behind it waits.
 */
export async function broadcastTransfer(
  rpc: RippledRpc,
  transfer: SignedTransfer,
): Promise<Broadcast> {
  const said = await submit(rpc, transfer);
  if (TAKEN.has(said.result) || said.isApplied) return { kind: 'accepted' };
  if (PERHAPS_KNOWN.has(said.result)) {
    const [found] = await findTransactions(rpc, [{ txid: transfer.txid, near: null }]);
    if (found !== undefined && found.place.kind !== 'unknown') return { kind: 'known' };
  }
  const reason = `${said.result}: ${said.message}`;
  return {
    ...{ kind: 'refused', reason },
    ...(said.result === COMES_LATER && { waits: true }),
    ...(FOR_GOOD.test(said.result) && { isForGood: true }),
  };
}

interface Verdict {
  readonly result: string;
  readonly message: string;
  readonly isApplied: boolean;
}

async function submit(rpc: RippledRpc, transfer: SignedTransfer): Promise<Verdict> {
  const answer = await rpc.ask('submit', { tx_blob: transfer.raw });
  if (!answer.ok) return { result: answer.error, message: answer.message, isApplied: false };
  const what = `submit at ${rpc.node}`;
  const said = shaped(shapes.submitted, answer.result, what);
  if (said.tx_json.hash !== transfer.txid) {
    throw new Error(`${rpc.node} names ${said.tx_json.hash} what is ${transfer.txid}`);
  }
  return {
    result: said.engine_result,
    message: said.engine_result_message,
    isApplied: said.applied,
  };
}
