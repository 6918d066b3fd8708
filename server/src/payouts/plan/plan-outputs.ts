// Chooses inputs, fee and change for payments of the bitcoind family, by effective value: what an output adds after the
// fee of its input. Among a selection without change, the smallest sufficient output and the largest outputs, the
// cheapest is used (decision 231). consolidate.ts handles small outputs (decision 18).
import type {
  PlannedInput,
  PlannedOutput,
  TransferNetwork,
  TransferPlan,
} from '../../chains/transfers.ts';
import { sumOf } from '../../core/group.ts';
import { selectExactly } from './select-exactly.ts';

export interface OutputsRequest {
  readonly coin: string;
  readonly network: Pick<TransferNetwork, 'feeFor' | 'dust'>;
  readonly candidates: readonly PlannedInput[];
  /** The first outputs, in this order; the change output follows. */
  readonly payments: readonly PlannedOutput[];
  /** One of our addresses. */
  readonly changeAddress: string;
  /** For one ordinary payment, in the smallest unit. */
  readonly quote: bigint;
}

/** Maximum inputs of one transfer. Their size is left free when payments share it (share-size.ts). */
export const INPUTS_MAX = 100;

/** Null when the candidates do not suffice. */
export function planOutputs(requested: OutputsRequest): TransferPlan | null {
  const fees = feesOf(requested);
  const falling = requested.candidates
    .filter((candidate) => candidate.amount > fees.perInput)
    .sort((a, b) => (a.amount > b.amount ? -1 : 1));
  const options = [
    withoutChange(requested, { fees, falling }),
    smallestSufficient(requested, { fees, falling }),
    largestFirst(requested, { fees, falling }),
  ];
  // The first of equal ones: the smallest sufficient output leaves the larger ones to others.
  let best: TransferPlan | null = null;
  for (const plan of options)
    if (plan !== null && (best === null || costOf(plan, fees) < costOf(best, fees))) best = plan;
  return best;
}

interface Fees {
  readonly needed: bigint;
  readonly perInput: bigint;
  readonly payments: number;
  /** By the number of inputs. */
  without(inputs: number): bigint;
  withChange(inputs: number): bigint;
}

interface Sorted {
  readonly fees: Fees;
  /** Outputs that add more than their input costs. */
  readonly falling: readonly PlannedInput[];
}

function feesOf({ network, payments, changeAddress, quote }: OutputsRequest): Fees {
  const paid = payments.map((payment) => payment.address);
  const all = [...paid, changeAddress];
  return {
    needed: sumOf(payments, (payment) => payment.amount),
    perInput: costOfInput(network, quote),
    payments: payments.length,
    without: (inputs) => network.feeFor(quote, { inputs, outputs: paid }),
    withChange: (inputs) => network.feeFor(quote, { inputs, outputs: all }),
  };
}

/** At the fee rate quoted for an ordinary payment, rounded up. */
export function costOfInput(network: Pick<TransferNetwork, 'feeFor'>, quote: bigint): bigint {
  return (
    network.feeFor(quote, { inputs: 2, outputs: [] }) -
    network.feeFor(quote, { inputs: 1, outputs: [] })
  );
}

/**
 * The fee, and what change costs when it is spent. It is the waste of Bitcoin Core's wallet
 * (src/wallet/coinselection.h) with a long-term fee of 0: inputs are not merged here, because consolidate.ts does it
 * while fees are low.
 */
function costOf({ fee, outputs }: TransferPlan, { payments, perInput }: Fees): bigint {
  return outputs.length > payments ? fee + perInput : fee;
}

function withoutChange(requested: OutputsRequest, sorted: Sorted): TransferPlan | null {
  const { fees, falling } = sorted;
  // Rounding up each input separately never underfunds.
  const perInput = fees.perInput + 1n;
  const chosen = selectExactly(
    falling.map(({ amount }) => amount - perInput),
    {
      target: fees.needed + fees.without(0),
      surplusMax: fees.withChange(0) - fees.without(0) + fees.perInput,
      perInput,
      countMax: INPUTS_MAX,
    },
  );
  if (chosen === null) return null;
  const inputs = chosen.flatMap((n) => falling[n] ?? []);
  return planWith(requested, { fees, inputs });
}

function smallestSufficient(requested: OutputsRequest, sorted: Sorted): TransferPlan | null {
  const { fees, falling } = sorted;
  const target = fees.needed + fees.without(1);
  const input = falling.findLast(({ amount }) => amount >= target);
  return input === undefined ? null : planWith(requested, { fees, inputs: [input] });
}

function largestFirst(requested: OutputsRequest, { fees, falling }: Sorted): TransferPlan | null {
  let sum = 0n;
  for (let n = 1; n <= Math.min(falling.length, INPUTS_MAX); n++) {
    sum += falling[n - 1]?.amount ?? 0n;
    if (sum <= fees.needed || sum < fees.needed + fees.without(n)) continue;
    return planWith(requested, { fees, inputs: falling.slice(0, n) });
  }
  return null;
}

/** Change that is below dust, or costs more to spend than it is worth, goes to the fee. */
function planWith(
  requested: OutputsRequest,
  { fees, inputs }: { fees: Fees; inputs: readonly PlannedInput[] },
): TransferPlan | null {
  const { coin, network, payments, changeAddress } = requested;
  const left = sumOf(inputs, (input) => input.amount) - fees.needed;
  const changeFee = fees.withChange(inputs.length);
  const change = left - changeFee;
  if (change >= network.dust && change > fees.perInput) {
    const outputs = [...payments, { address: changeAddress, tag: null, amount: change }];
    return { coin, origin: { inputs }, outputs, fee: changeFee };
  }
  if (left < fees.without(inputs.length)) return null;
  return { coin, origin: { inputs }, outputs: payments, fee: left };
}
