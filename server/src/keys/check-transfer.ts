// What a signer signs: a transfer whose every output either is exactly what a merchant asked for, or comes back to
// an address of the same seed, and whose fee stays within bounds. Pure; the same for both signers.
import type { PlannedOutput, TransferPlan } from '../chains/transfers.ts';
import { sumOf } from '../core/group.ts';
import { describeIntent, FEE_BUDGET_FACTOR, type Intent } from './intent.ts';

export interface FeeBounds {
  /** The most that a transfer may cost which no merchant paid the network for: a sweep, a consolidation. */
  readonly feeMax: bigint;
  /** Change below this goes to the fee. */
  readonly dust: bigint;
}

export interface TransferToCheck {
  readonly plan: TransferPlan;
  /** Of the withdrawals that it pays; their seals are checked. */
  readonly intents: readonly Intent[];
  /** Those addresses of its outputs that the signer has derived from its own seed. */
  readonly own: ReadonlySet<string>;
  readonly bounds: FeeBounds;
  /** The coin that the plan's fee is counted in. */
  readonly feeCoin: string;
}

/** Why it must not be signed, for the operator; null when it may be. */
export function checkTransfer(transfer: TransferToCheck): string | null {
  return checkOutputs(transfer) ?? checkSums(transfer.plan) ?? checkFee(transfer);
}

function checkOutputs({ plan, intents, own }: TransferToCheck): string | null {
  if (new Set(intents.map((intent) => intent.id)).size !== intents.length) {
    return 'one withdrawal would be paid twice';
  }
  if (plan.outputs.some((output) => output.amount <= 0n)) return 'an output of nothing';
  const rest = [...plan.outputs];
  for (const intent of intents) {
    const n = rest.findIndex((output) => isAsked(plan.coin, output, intent));
    if (n < 0)
      return `no output is what withdrawal ${intent.id} asks for: ${describeIntent(intent)}`;
    rest.splice(n, 1);
  }
  const foreign = rest.find((output) => !own.has(output.address));
  if (foreign === undefined) return null;
  return `${foreign.amount} to ${foreign.address} is neither asked for nor ours`;
}

function isAsked(coin: string, output: PlannedOutput, intent: Intent): boolean {
  return (
    intent.coin === coin &&
    intent.address === output.address &&
    intent.tag === output.tag &&
    intent.amount === output.amount
  );
}

/** What inputs hold beyond outputs and fee would go to a miner. */
function checkSums({ origin, outputs, fee }: TransferPlan): string | null {
  if (!('inputs' in origin)) return null;
  const left = sumOf(origin.inputs, ({ amount }) => amount) - sumOf(outputs, (o) => o.amount);
  return left === fee ? null : `its inputs leave ${left} to the network, and its fee is ${fee}`;
}

function checkFee({ plan, intents, bounds, feeCoin }: TransferToCheck): string | null {
  // What a merchant paid for a token's network is in the token, and says nothing here of the coin of fees.
  const cap = feeCoin === plan.coin ? feeCap(plan, intents, bounds) : bounds.feeMax;
  return plan.fee > 0n && plan.fee <= cap ? null : `a fee of ${plan.fee} is above ${cap}`;
}

/**
 * A bound, coarser than the treasury's own budget: that one follows the exact size of the transfer, of which no
 * input and no pair of outputs is larger than an ordinary payment (chains/bitcoind/bitcoind-transfers.ts).
 */
function feeCap(plan: TransferPlan, intents: readonly Intent[], bounds: FeeBounds): bigint {
  if (intents.length === 0) return bounds.feeMax;
  const inputs = 'inputs' in plan.origin ? BigInt(plan.origin.inputs.length) : 0n;
  const budget = sumOf(intents, ({ networkFee }) =>
    networkFee === 0n ? bounds.feeMax : networkFee * FEE_BUDGET_FACTOR,
  );
  return budget * (1n + inputs) + bounds.dust;
}
