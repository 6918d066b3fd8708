// Signs transfers whose inputs are ours and whose outputs are whatever the payee wants: of coins with segwit, and of
// those without (DOGE), whose inputs are P2PKH (BIP-44) and whose signatures do not cover what the inputs hold, so that
// a signer takes no amount on trust (keys/known-amounts.ts). Pure: signatures are deterministic (RFC 6979), so a plan
// has one txid, known before anything is broadcast.
import { Transaction } from '@scure/btc-signer';
import { sumOf } from '../../core/group.ts';
import type { PlannedInput, SignTransfer, TransferPlan } from '../transfers.ts';
import { scriptOf } from './script-of.ts';

/** Opts in to replacement (BIP-125): a transfer that is stuck can be bumped. */
const REPLACEABLE = 0xfffffffd;
/** Version 2 would only add relative lock times (BIP-68). */
const LEGACY_VERSION = 1;

export const signTransfer = signsAs({ allowUnknownOutputs: true });

/** The library would have whole previous transactions, to prove the amounts: that is the signer's business here. */
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
 * The last look before signing: what is not in an output goes to the miner, so a plan that does not add up must never
 * be signed. The plan's inputs. Throws when inputs, outputs and fee of the plan do not agree.
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
