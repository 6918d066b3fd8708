// What a transfer must pay that is to bring another one into a block with it. Pure.
import type { TransferNetwork, TransferPlan } from '../../chains/transfers.ts';

export interface BumpFacts {
  readonly network: Pick<TransferNetwork, 'feeFor'>;
  /** The transfer that is stuck. */
  readonly parent: TransferPlan;
  /** Where its change is; the bump's own change has an address of the same length. */
  readonly address: string;
  /** Today's fast fee of one ordinary payment. */
  readonly fast: bigint;
  /** What the budget still allows. */
  readonly left: bigint;
}

/**
 * So much that both together pay today's fast rate or twice what the parent pays, whichever is more, and never
 * above what is left of the budget; rounded up. Null when that would lift the two by less than half, or too little
 * for a node to relay.
 */
export function bumpFee({ network, parent, address, fast, left }: BumpFacts): bigint | null {
  if (!('inputs' in parent.origin)) return null;
  const outputs = parent.outputs.map((output) => output.address);
  const parentFast = network.feeFor(fast, { inputs: parent.origin.inputs.length, outputs });
  const childFast = network.feeFor(fast, { inputs: 1, outputs: [address] });
  // What the bump would pay at its parent's rate.
  const same = (parent.fee * childFast + parentFast - 1n) / parentFast;
  const today = parentFast + childFast - parent.fee;
  const twice = parent.fee + 2n * same;
  const wanted = today > twice ? today : twice;
  const fee = wanted < left ? wanted : left;
  const isWorthIt = 2n * (parent.fee + fee) >= 3n * (parent.fee + same);
  return isWorthIt && fee > same ? fee : null;
}
