// The plan of a transfer that pays nobody and uses up the same as another one: once it is in a block, the other can
// never be in one. What inputs hold comes back to an address of ours; a sender's number is used up by nothing.
import type { TransferNetwork, TransferPlan } from '../../chains/transfers.ts';
import { sumOf } from '../../core/group.ts';
import { plannedFee } from '../plan/fees.ts';
import { expiryFrom } from '../plan/reserve-number.ts';

/** A fee bump of it may pay this much. */
export const VOID_CAP_FACTOR = 4n;

interface VoidRequest {
  /** As in `feeQuotes`. */
  readonly quote: bigint;
  /** Of the quote. */
  readonly tip?: bigint | undefined;
  /** The best block. */
  readonly height: number;
  /** Of ours, for what the inputs hold; not used where a number is used up. */
  readonly to: string;
}

/** Null when the inputs do not hold enough for the fee and an output that a node takes. Pure. */
export function voidPlan(
  network: TransferNetwork,
  { coin, origin }: Pick<TransferPlan, 'coin' | 'origin'>,
  { quote, tip, height, to }: VoidRequest,
): TransferPlan | null {
  if ('sender' in origin) {
    const fees = plannedFee(network, { quote, tip }, { inputs: 0, outputs: [] });
    const expiry = expiryFrom(network, height);
    return { coin, origin, outputs: [], ...fees, setting: 'nothing', ...expiry };
  }
  const fee = network.feeFor(quote, { inputs: origin.inputs.length, outputs: [to] });
  const amount = sumOf(origin.inputs, (input) => input.amount) - fee;
  if (amount <= 0n || amount < network.dust) return null;
  return { coin, origin, outputs: [{ address: to, tag: null, amount }], fee };
}
