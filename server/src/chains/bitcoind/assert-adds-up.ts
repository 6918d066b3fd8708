// The last look before signing: what is not in an output goes to the miner, so a plan that does not add up
// must never be signed. Used by both ways of signing of the family.
import { sumOf } from '../../core/group.ts';
import type { PlannedInput, TransferPlan } from '../transfers.ts';

/** The plan's inputs. Throws when inputs, outputs and fee of the plan do not agree. */
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
