// Signs transfers of coins without segwit (DOGE): inputs are ours and P2PKH (BIP-44), outputs whatever the payee wants.
// These signatures do not cover what the inputs hold, so a signer takes no amount on trust (keys/known-amounts.ts).
// Pure: signatures are deterministic (RFC 6979), so a plan has one txid, known before anything is broadcast.
import { Transaction } from '@scure/btc-signer';
import type { SignTransfer } from '../transfers.ts';
import { assertAddsUp } from './assert-adds-up.ts';
import { scriptOf } from './script-of.ts';

/** Opts in to replacement (BIP-125): a transfer that is stuck can be bumped. */
const REPLACEABLE = 0xfffffffd;
/** Version 2 would only add relative lock times (BIP-68). */
const VERSION = 1;

export const signLegacyTransfer: SignTransfer = (plan, keyOf) => {
  const inputs = assertAddsUp(plan);
  // The library would have whole previous transactions, to prove the amounts: that is the signer's business here.
  const transaction = new Transaction({
    version: VERSION,
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
  });
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
