// Fee and tip of a transfer of some shape, at what is quoted for an ordinary payment. Where the network takes a tip
// apart (ETH), what is planned is the most that it may take. Pure.
import type { TransferNetwork, TransferPlan, TransferShape } from '../../chains/transfers.ts';
import { smaller } from '../../core/larger.ts';

export interface QuotedFee {
  readonly quote: bigint;
  /** Of that, as in `FeeQuotes`. */
  readonly tip?: bigint | undefined;
}

export function plannedFee(
  network: Pick<TransferNetwork, 'feeFor'>,
  { quote, tip }: QuotedFee,
  shape: TransferShape,
): Pick<TransferPlan, 'fee' | 'tip'> {
  const fee = network.feeFor(quote, shape);
  // A node refuses a tip above the fee.
  return { fee, ...(tip === undefined ? {} : { tip: smaller(fee, network.feeFor(tip, shape)) }) };
}
