// The rules of both signers: every output is exactly what a merchant requested, or returns to an address of the same
// seed, and the fee is within limits. Pure.
import type { PlannedOutput, TransferPlan } from '../chains/transfers.ts';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { defined } from '../core/assert.ts';
import { sumOf } from '../core/group.ts';
import type { FeeLimits } from './fee-limits.ts';
import { FEE_BUDGET_FACTOR, type Intent } from './intent.ts';
import { amountIn, paymentFacts } from './refusal-text.ts';

export interface TransferToCheck {
  readonly plan: TransferPlan;
  /** The withdrawals that the plan pays; their seals are verified. */
  readonly intents: readonly Intent[];
  /** Output addresses that the signer has derived from its own seed. */
  readonly own: ReadonlySet<string>;
  readonly fees: FeeLimits;
  readonly feeCoin: string;
}

/** Null when the transfer may be signed. */
export function checkTransfer(transfer: TransferToCheck): SignerRefusal | null {
  return checkOutputs(transfer) ?? checkSums(transfer) ?? checkFee(transfer);
}

function checkOutputs(transfer: TransferToCheck): SignerRefusal | null {
  const { plan, intents, own } = transfer;
  if (new Set(intents.map((intent) => intent.id)).size !== intents.length) {
    return { code: 'paid_twice' };
  }
  const least = isFiller(transfer) ? 0n : 1n;
  if (plan.outputs.some((output) => output.amount < least)) return { code: 'zero_output' };
  const rest = [...plan.outputs];
  for (const intent of intents) {
    const n = rest.findIndex((output) => isRequested(plan.coin, output, intent));
    if (n < 0) return { code: 'payment_missing', ...paymentFacts(intent) };
    rest.splice(n, 1);
  }
  const foreign = rest.find((output) => !own.has(output.address));
  if (foreign === undefined) return null;
  const { address, amount } = foreign;
  return { code: 'unrequested_output', amount: amountIn(plan.coin, amount), address };
}

function byValue(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

/** A filler only consumes an unused number, and pays nothing. */
function isFiller({ plan, intents }: TransferToCheck): boolean {
  return intents.length === 0 && 'sender' in plan.origin;
}

function isRequested(coin: string, output: PlannedOutput, intent: Intent): boolean {
  return (
    intent.coin === coin &&
    intent.address === output.address &&
    intent.tag === output.tag &&
    intent.amount === output.amount
  );
}

/** Input value beyond outputs and fee would go to a miner. */
function checkSums({ plan, feeCoin }: TransferToCheck): SignerRefusal | null {
  const { origin, outputs, fee } = plan;
  if (!('inputs' in origin)) return null;
  const left = sumOf(origin.inputs, ({ amount }) => amount) - sumOf(outputs, (o) => o.amount);
  if (left === fee) return null;
  return { code: 'fee_mismatch', left: amountIn(feeCoin, left), fee: amountIn(feeCoin, fee) };
}

export interface FeeToCheck extends Pick<TransferToCheck, 'fees' | 'feeCoin'> {
  readonly plan: Pick<TransferPlan, 'coin' | 'origin'>;
  readonly intents: readonly Pick<Intent, 'amount' | 'networkFee'>[];
}

/** The highest fee that the signer accepts. The coin wallet never plans a higher one (payouts/transfer-fees.ts). */
export function feeCap(transfer: FeeToCheck): bigint {
  const caps = [transfer.fees.perTransfer, paidCap(transfer), shareCap(transfer)];
  return defined(caps.sort(byValue)[0], 'the least of three');
}

function checkFee(transfer: TransferToCheck): SignerRefusal | null {
  const { fee, tip } = transfer.plan;
  const shown = (amount: bigint) => amountIn(transfer.feeCoin, amount);
  if (tip !== undefined && tip > fee)
    return { code: 'tip_above_fee', tip: shown(tip), fee: shown(fee) };
  const cap = feeCap(transfer);
  if (fee > 0n && fee <= cap) return null;
  return { code: 'fee_above_limit', fee: shown(fee), limit: shown(cap) };
}

/**
 * A multiple of the network fees that merchants paid. Coarser than the coin wallet's own budget, which follows the
 * exact size of the transfer. No input and no pair of outputs is larger than an ordinary payment
 * (chains/bitcoind/bitcoind-transfers.ts).
 */
function paidCap({ plan, intents, fees, feeCoin }: FeeToCheck): bigint {
  // The merchant paid a token's network fee in the token, which does not limit a fee in the fee coin.
  if (intents.length === 0 || feeCoin !== plan.coin) return fees.perTransfer;
  const inputs = 'inputs' in plan.origin ? BigInt(plan.origin.inputs.length) : 0n;
  const budget = sumOf(intents, ({ networkFee }) =>
    networkFee === 0n ? fees.perTransfer : networkFee * FEE_BUDGET_FACTOR,
  );
  return budget * (1n + inputs) + fees.dust;
}

/** Rounded down. Small fees are exempt; transfers without payments have other limits. */
function shareCap({ plan, intents, fees, feeCoin }: FeeToCheck): bigint {
  if (intents.length === 0 || feeCoin !== plan.coin) return fees.perTransfer;
  const share = (sumOf(intents, ({ amount }) => amount) * fees.percent) / 100n;
  return share > fees.free ? share : fees.free;
}
