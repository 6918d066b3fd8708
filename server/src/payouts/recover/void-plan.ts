// Plans a transfer that pays nobody and uses up the same inputs or number as another one. Once it is in a block, the
// other one can never be. The value of the inputs returns to one of our addresses; a sender's number is used up by an
// empty transfer.
import type { TransferNetwork, TransferPlan } from '../../chains/transfers.ts';
import { sumOf } from '../../core/group.ts';
import { expiryFrom } from '../plan/reserve-number.ts';
import { plannedFee } from '../transfer-fees.ts';

/** The fee cap as a multiple of the fee, for fee bumps. */
export const VOID_CAP_FACTOR = 4n;

interface VoidRequest {
  /** The quote in the form of `feeQuotes`. */
  readonly quote: bigint;
  /** The part of the quote that is tip. */
  readonly tip?: bigint | undefined;
  /** The height of the best block. */
  readonly height: number;
  /** Our address that receives the value of the inputs; unused when a number is used up. */
  readonly to: string;
}

/** Null when the inputs do not cover the fee and an output that a node accepts. Pure. */
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
