// Signs transfers from our inputs to outputs of the recipient's type, for coins with segwit and for those without
// (DOGE). Without segwit, inputs are P2PKH (BIP-44) and signatures do not cover the input amounts, so a signer does not
// trust the amounts in a request (keys/known-amounts.ts). Pure: signatures are deterministic (RFC 6979), so a plan has
// one txid, known before broadcast.
import { Transaction } from '@scure/btc-signer';
import { sumOf } from '../../core/group.ts';
import type { PlannedInput, SignTransfer, TransferPlan } from '../transfers.ts';
import { scriptOf } from './script-of.ts';

/** Opts in to replacement (BIP-125): the fee of a stuck transfer can be bumped. */
const REPLACEABLE = 0xfffffffd;
/** Version 2 would only add relative lock times (BIP-68). */
const LEGACY_VERSION = 1;

export const signTransfer = signsAs({ allowUnknownOutputs: true });

/** The library would require complete previous transactions as proof. The signer verifies amounts itself. */
export const signLegacyTransfer = signsAs({
  version: LEGACY_VERSION,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
});

function signsAs(options: ConstructorParameters<typeof Transaction>[0]): SignTransfer {
  return (plan, keyOf) => {
    const inputs = assertAddsUp(plan);
    const transaction = new Transaction(options);
    for (const { txid, index, address, amount } of inputs) {
      const witnessUtxo = { script: scriptOf(address), amount };
      transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo });
    }
    for (const { address, amount } of plan.outputs)
      transaction.addOutput({ script: scriptOf(address), amount });
    for (const [n, input] of inputs.entries()) transaction.signIdx(keyOf(input.address), n);
    transaction.finalize();
    return { raw: transaction.hex, txid: transaction.id };
  };
}

/**
 * The final check before signing: the remainder of inputs over outputs goes to the miner, so an inconsistent plan must
 * never be signed. Returns the plan's inputs. Throws when inputs, outputs and fee of the plan do not add up.
 */
export function assertAddsUp({
  coin,
  origin,
  outputs,
  fee,
}: TransferPlan): readonly PlannedInput[] {
  if (!('inputs' in origin)) throw new Error(`${coin} transfers spend outputs`);
  const left =
    sumOf(origin.inputs, ({ amount }) => amount) - sumOf(outputs, ({ amount }) => amount);
  if (left !== fee) throw new Error(`the plan leaves ${left} to the network instead of ${fee}`);
  return origin.inputs;
}
