// One permanent amount for each spent output. A signature of the bitcoind family covers only the amount of its own
// input (BIP-143). An attacker with two signatures over different amounts could combine them, and the difference
// would go to the miner. With one amount per output, a false amount only produces signatures that every node rejects.
// Signatures of coins without segwit do not cover amounts. Their outputs are spent only if a node confirms the
// amount, this signer created the output, or the operator proved the amount.
import type { PlannedInput, SignedTransfer, TransferPlan } from '../chains/transfers.ts';
import { definedCoin } from '../coins/registry.ts';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { amountIn } from './refusal-text.ts';

/** Keyed by coin and output; in the smallest unit. */
export type KnownAmounts = Map<string, bigint>;

interface Spending {
  readonly plan: TransferPlan;
  /** The node's amount of each input; null for an unknown input. Absent when no node is queried. */
  readonly confirmed?: readonly (bigint | null)[];
}

/** Null when no known amount contradicts the plan, and no required proof is missing. */
export function checkAmounts(
  amounts: KnownAmounts,
  { plan, confirmed = [] }: Spending,
): SignerRefusal | null {
  const inputs = inputsOf(plan);
  if (new Set(inputs.map(outpointOf)).size !== inputs.length) return { code: 'output_spent_twice' };
  for (const [n, input] of inputs.entries()) {
    const refusal = checkInput(amounts, { plan, input, holds: confirmed[n] ?? null });
    if (refusal !== null) return refusal;
  }
  return null;
}

function checkInput(
  amounts: KnownAmounts,
  { plan, input, holds }: { plan: TransferPlan; input: PlannedInput; holds: bigint | null },
): SignerRefusal | null {
  const outpoint = outpointOf(input);
  const stated = amountIn(plan.coin, input.amount);
  // The node overrides an earlier claim: a signature over the earlier amount is invalid.
  if (holds === input.amount) return null;
  if (holds !== null)
    return { code: 'amount_mismatch', outpoint, confirmed: amountIn(plan.coin, holds), stated };
  const before = amounts.get(keyOf(plan.coin, outpoint));
  if (before === undefined) return isCovered(plan) ? null : { code: 'amount_unproven', outpoint };
  if (before === input.amount) return null;
  return { code: 'amount_changed', outpoint, known: amountIn(plan.coin, before), stated };
}

/** Without segwit, a signature over a false amount is valid, and the difference goes to the miner. */
function isCovered({ coin }: TransferPlan): boolean {
  const { nodes } = definedCoin(coin);
  return nodes.family !== 'bitcoind' || nodes.transactions !== 'legacy';
}

export function inputAmounts(plan: TransferPlan): [string, bigint][] {
  return inputsOf(plan).map((input) => [outpointOf(input), input.amount]);
}

/** The signer knows these amounts for certain. */
export function outputAmounts(plan: TransferPlan, { txid }: SignedTransfer): [string, bigint][] {
  if (inputsOf(plan).length === 0) return [];
  return plan.outputs.map(({ amount }, n) => [`${txid}:${n}`, amount]);
}

export function rememberAmounts(
  amounts: KnownAmounts,
  coin: string,
  found: readonly (readonly [string, bigint])[],
): void {
  for (const [outpoint, amount] of found) amounts.set(keyOf(coin, outpoint), amount);
}

function inputsOf({ origin }: TransferPlan): readonly PlannedInput[] {
  return 'inputs' in origin ? origin.inputs : [];
}

function outpointOf({ txid, index }: PlannedInput): string {
  return `${txid}:${index}`;
}

function keyOf(coin: string, outpoint: string): string {
  return `${coin} ${outpoint}`;
}
