// Chooses inputs, fee and change for payments of the bitcoind family: the smallest sufficient output, so that others
// stay available, or else the largest ones. consolidate.ts handles small outputs (decision 18).
import type {
  PlannedInput,
  PlannedOutput,
  TransferNetwork,
  TransferPlan,
} from '../../chains/transfers.ts';
import { sumOf } from '../../core/group.ts';

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

/**
 * Maximum inputs of one transfer. Nodes relay 400,000 weight units (Bitcoin Core, MAX_STANDARD_TX_WEIGHT): 100 P2WPKH
 * inputs are 27,200 of them (BIP-141), and 100 P2PKH inputs on BCH are 15 kB of the 100 kB limit.
 */
export const INPUTS_MAX = 100;

/** Null when the candidates do not suffice. */
export function planOutputs(requested: OutputsRequest): TransferPlan | null {
  const needed = sumOf(requested.payments, (payment) => payment.amount);
  // Skips outputs whose input costs as much as they are worth.
  const cost = costOfInput(requested.network, requested.quote);
  const worthIt = requested.candidates.filter((candidate) => candidate.amount > cost);
  const rising = [...worthIt].sort((a, b) => (a.amount < b.amount ? -1 : 1));
  for (const candidate of rising) {
    if (candidate.amount <= needed) continue;
    const plan = planWith(requested, [candidate]);
    if (plan !== null) return plan;
  }
  const falling = rising.reverse().slice(0, INPUTS_MAX);
  let sum = 0n;
  for (const [n, candidate] of falling.entries()) {
    sum += candidate.amount;
    if (sum <= needed) continue;
    const plan = planWith(requested, falling.slice(0, n + 1));
    if (plan !== null) return plan;
  }
  return null;
}

/** At the fee rate quoted for an ordinary payment, rounded up. */
export function costOfInput(network: Pick<TransferNetwork, 'feeFor'>, quote: bigint): bigint {
  return (
    network.feeFor(quote, { inputs: 2, outputs: [] }) -
    network.feeFor(quote, { inputs: 1, outputs: [] })
  );
}

/** Change that is not worth an output goes to the fee. */
function planWith(requested: OutputsRequest, inputs: readonly PlannedInput[]): TransferPlan | null {
  const { coin, network, payments, changeAddress, quote } = requested;
  const left =
    sumOf(inputs, (input) => input.amount) - sumOf(payments, (payment) => payment.amount);
  const paid = payments.map((payment) => payment.address);
  const feeTo = (outputs: readonly string[]) =>
    network.feeFor(quote, { inputs: inputs.length, outputs });
  const changeFee = feeTo([...paid, changeAddress]);
  const change = left - changeFee;
  if (change >= network.dust && change > 0n) {
    const outputs = [...payments, { address: changeAddress, tag: null, amount: change }];
    return { coin, origin: { inputs }, outputs, fee: changeFee };
  }
  if (left < feeTo(paid)) return null;
  return { coin, origin: { inputs }, outputs: payments, fee: left };
}
