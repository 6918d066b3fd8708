// Hands a signed transfer to the node, and reads its verdict: result codes of xrpl.org, "Transaction Results". No
// verdict is final before a ledger is validated; a refusal here proves nothing.

import { shaped } from '../rpc/shaped.ts';
import type { Broadcast, SignedTransfer } from '../transfers.ts';
import { shapes } from './answers.ts';
import { askTransaction } from './find-transactions.ts';
import type { RippledRpc } from './rpc.ts';

/** In a validated ledger, or in the open one, or waiting for the fee to fall. */
const TAKEN = new Set(['tesSUCCESS', 'terQUEUED']);
/** It, or another one with its number, was applied before. */
const PERHAPS_KNOWN = new Set(['tefPAST_SEQ', 'tefALREADY']);
/** Results that may change by themselves: the node may hold the transfer until they do. */
const MAY_WAIT = /^te[lr]/;

/**
 * First with `fail_hard`: what would only cost its fee (`tec` codes) is then refused and spread to nobody. A node
 * asked so does not queue either, so what could wait is submitted once more without.
 */
export async function broadcastTransfer(
  rpc: RippledRpc,
  transfer: SignedTransfer,
): Promise<Broadcast> {
  const first = await submit(rpc, transfer, { fail_hard: true });
  const said = MAY_WAIT.test(first.result) ? await submit(rpc, transfer, {}) : first;
  if (TAKEN.has(said.result)) return { kind: 'accepted' };
  if (PERHAPS_KNOWN.has(said.result)) {
    const found = await askTransaction(rpc, transfer.txid);
    if (found !== null) return { kind: 'known' };
  }
  return { kind: 'refused', reason: `${said.result}: ${said.message}` };
}

interface Verdict {
  readonly result: string;
  readonly message: string;
}

async function submit(
  rpc: RippledRpc,
  transfer: SignedTransfer,
  options: { fail_hard?: true },
): Promise<Verdict> {
  const answer = await rpc.ask('submit', { tx_blob: transfer.raw, ...options });
  if (!answer.ok) return { result: answer.error, message: answer.message };
  const what = `submit at ${rpc.node}`;
  const said = shaped(shapes.submitted, answer.result, what);
  if (said.tx_json.hash !== transfer.txid) {
    throw new Error(`${rpc.node} names ${said.tx_json.hash} what is ${transfer.txid}`);
  }
  return { result: said.engine_result, message: said.engine_result_message };
}
