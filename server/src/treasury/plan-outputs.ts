// Chooses the outputs that a payment of BTC, LTC or BCH spends, its fee and its change. Pure. The smallest
// single output that suffices, so that others stay free for payments of the same minute; else the largest
// ones, so that the transaction stays small.
import type {
  PlannedInput,
  PlannedOutput,
  TransferNetwork,
  TransferPlan,
} from '../chains/transfers.ts';
import { sumOf } from '../core/group.ts';

export interface OutputsWish {
  readonly coin: string;
  readonly network: Pick<TransferNetwork, 'feeFor' | 'dust'>;
  readonly candidates: readonly PlannedInput[];
  readonly payment: PlannedOutput;
  /** An address of ours, of the kind that change goes to; the plan names it as the change's. */
  readonly changeAddress: string;
  /** For one ordinary payment, in the smallest unit. */
  readonly quote: bigint;
}

/** Inputs of one transfer at most: 50 P2WPKH inputs are 3.4 kvB, far below the 100 kvB that nodes relay. */
const INPUTS_MAX = 50;

/** Null when the candidates do not suffice. */
export function planOutputs(wish: OutputsWish): TransferPlan | null {
  const rising = [...wish.candidates].sort((a, b) => (a.amount < b.amount ? -1 : 1));
  for (const candidate of rising) {
    const plan = planWith(wish, [candidate]);
    if (plan !== null) return plan;
  }
  const falling = rising.reverse().slice(0, INPUTS_MAX);
  for (let count = 2; count <= falling.length; count++) {
    const plan = planWith(wish, falling.slice(0, count));
    if (plan !== null) return plan;
  }
  return null;
}

/** With change when that is worth an output; what is not goes to the fee. */
function planWith(wish: OutputsWish, inputs: readonly PlannedInput[]): TransferPlan | null {
  const { coin, network, payment, changeAddress, quote } = wish;
  const left = sumOf(inputs, (input) => input.amount) - payment.amount;
  const feeTo = (outputs: readonly string[]) =>
    network.feeFor(quote, { inputs: inputs.length, outputs });
  const changeFee = feeTo([payment.address, changeAddress]);
  const change = left - changeFee;
  if (change >= network.dust && change > 0n) {
    const outputs = [payment, { address: changeAddress, tag: null, amount: change }];
    return { coin, origin: { inputs }, outputs, fee: changeFee };
  }
  if (left < feeTo([payment.address])) return null;
  return { coin, origin: { inputs }, outputs: [payment], fee: left };
}
