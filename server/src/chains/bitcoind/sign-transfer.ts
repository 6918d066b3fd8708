// Signs transfers of BTC and LTC: inputs are ours and P2WPKH (BIP-84), outputs whatever the payee wants. Pure:
// signatures are deterministic (RFC 6979), so a plan has one txid, known before anything is broadcast.
import { Transaction } from '@scure/btc-signer';
import type { SignTransfer } from '../transfers.ts';
import { assertAddsUp } from './assert-adds-up.ts';
import { scriptOf } from './script-of.ts';

/** Opts in to replacement (BIP-125): a transfer that is stuck can be bumped. */
const REPLACEABLE = 0xfffffffd;

export const signTransfer: SignTransfer = (plan, keyOf) => {
  const inputs = assertAddsUp(plan);
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, index, address, amount } of inputs) {
    const witnessUtxo = { script: scriptOf(address), amount };
    transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo });
  }
  for (const { address, amount } of plan.outputs) {
    transaction.addOutput({ script: scriptOf(address), amount });
  }
  for (const [n, input] of inputs.entries()) transaction.signIdx(keyOf(input.address), n);
  transaction.finalize();
  return { raw: transaction.hex, txid: transaction.id };
};
