// Signs transfers of BTC and LTC: inputs are ours and P2WPKH (BIP-84), outputs whatever the payee wants. Pure:
// signatures are deterministic (RFC 6979), so a plan has one txid, known before anything is broadcast.
import { Transaction } from '@scure/btc-signer';
import { sumOf } from '../../core/group.ts';
import type { SignTransfer } from '../transfers.ts';
import { scriptOf } from './script-of.ts';

/** Opts in to replacement (BIP-125): a transfer that is stuck can be bumped. */
const REPLACEABLE = 0xfffffffd;

export const signTransfer: SignTransfer = (plan, keyOf) => {
  const { origin, outputs, fee } = plan;
  if (!('inputs' in origin)) throw new Error(`${plan.coin} transfers spend outputs`);
  const left =
    sumOf(origin.inputs, ({ amount }) => amount) - sumOf(outputs, ({ amount }) => amount);
  // What is not in an output goes to the miner: a plan that does not add up must never be signed.
  if (left !== fee) throw new Error(`the plan leaves ${left} to the network instead of ${fee}`);
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, index, address, amount } of origin.inputs) {
    const witnessUtxo = { script: scriptOf(address), amount };
    transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo });
  }
  for (const { address, amount } of outputs) {
    transaction.addOutput({ script: scriptOf(address), amount });
  }
  for (const [n, input] of origin.inputs.entries()) transaction.signIdx(keyOf(input.address), n);
  transaction.finalize();
  return { raw: transaction.hex, txid: transaction.id };
};
