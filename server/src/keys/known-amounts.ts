// One permanent amount for each spent output. A signature of the bitcoind family covers only the amount of its own
// input (BIP-143). An attacker who gets two signatures over different amounts can combine them, and the difference goes
// to the miner. With one amount per output, a false amount only produces signatures that every node rejects. Signatures
// of coins without segwit do not cover amounts. Their outputs are spent only if a node confirms the amount, this signer
// created the output, or its amount was proven to this signer.
import type { PlannedInput, SignedTransfer, TransferPlan } from '../chains/transfers.ts';
import { definedCoin } from '../coins/registry.ts';

/** Keyed by coin and output; in the smallest unit. */
export type KnownAmounts = Map<string, bigint>;

interface Spending {
  readonly plan: TransferPlan;
  /** The node's amount of each input: null for an input that it does not know. Absent when no node is queried. */
  readonly confirmed?: readonly (bigint | null)[];
}

/** Why a plan must not be signed; null when its inputs hold the stated amounts as far as is known. */
export function checkAmounts(
  amounts: KnownAmounts,
  { plan, confirmed = [] }: Spending,
): string | null {
  const inputs = inputsOf(plan);
  if (new Set(inputs.map(outpointOf)).size !== inputs.length) return 'an output is spent twice';
  for (const [n, input] of inputs.entries()) {
    const holds = confirmed[n] ?? null;
    if (holds !== null && holds !== input.amount) return differs(input, `holds ${holds}`);
    const message = amounts.get(keyOf(plan.coin, outpointOf(input)));
    if (holds === null && message === undefined && !isCovered(plan))
      return `no proof of the amount of ${outpointOf(input)}, which the signature does not cover`;
    // The node's confirmation takes precedence over an earlier claim: the earlier signature is invalid.
    if (holds === null && message !== undefined && message !== input.amount)
      return differs(input, `had the amount ${message} before`);
  }
  return null;
}

/** Without segwit, a signature over a false amount is valid, and the difference goes to the miner. */
function isCovered({ coin }: TransferPlan): boolean {
  const { nodes } = definedCoin(coin);
  return nodes.family !== 'bitcoind' || nodes.transactions !== 'legacy';
}

function differs(input: PlannedInput, why: string): string {
  return `${outpointOf(input)} ${why}, not ${input.amount}`;
}

/** The amounts that a plan spends. */
export function inputAmounts(plan: TransferPlan): [string, bigint][] {
  return inputsOf(plan).map((input) => [outpointOf(input), input.amount]);
}

/** The amounts of the outputs that a signed plan creates: the signer knows those for certain. */
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
