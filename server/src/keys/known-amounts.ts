// One amount for each output that is spent, for ever. A signature of the bitcoind family covers the amount of its own
// input alone (BIP-143): whoever gets two signatures over different amounts can join them, and what the plans left out
// is the miner's. With one amount per output a false one makes signatures that no node takes, and nothing else.
// Signatures of coins without segwit cover no amount at all: of those only what a node confirms, what this signer made,
// or what was proven to it is spent.
import type { PlannedInput, SignedTransfer, TransferPlan } from '../chains/transfers.ts';
import { definedCoin } from '../coins/registry.ts';

/** By coin and output; in the smallest unit. */
export type KnownAmounts = Map<string, bigint>;

interface Spending {
  readonly plan: TransferPlan;
  /** What a node says of each input: null where it knows none. Absent where no node is asked. */
  readonly confirmed?: readonly (bigint | null)[];
}

/** Why a plan must not be signed; null when its inputs hold what it says, as far as anybody knows. */
export function checkAmounts(
  amounts: KnownAmounts,
  { plan, confirmed = [] }: Spending,
): string | null {
  const inputs = inputsOf(plan);
  if (new Set(inputs.map(outpointOf)).size !== inputs.length) return 'an output is spent twice';
  for (const [n, input] of inputs.entries()) {
    const holds = confirmed[n] ?? null;
    if (holds !== null && holds !== input.amount) return differs(input, `holds ${holds}`);
    const said = amounts.get(keyOf(plan.coin, outpointOf(input)));
    if (holds === null && said === undefined && !isCovered(plan))
      return `nobody proves what ${outpointOf(input)} holds, and the signature would not`;
    // What the node confirms has the better proof than what somebody said: the earlier signature is void.
    if (holds === null && said !== undefined && said !== input.amount)
      return differs(input, `was said to hold ${said}`);
  }
  return null;
}

/** Without segwit a false amount leaves a valid signature, and what was left out is the miner's. */
function isCovered({ coin }: TransferPlan): boolean {
  const { nodes } = definedCoin(coin);
  return nodes.family !== 'bitcoind' || nodes.transactions !== 'legacy';
}

function differs(input: PlannedInput, why: string): string {
  return `${outpointOf(input)} ${why} and not ${input.amount}`;
}

/** Of what a plan spends. */
export function inputAmounts(plan: TransferPlan): [string, bigint][] {
  return inputsOf(plan).map((input) => [outpointOf(input), input.amount]);
}

/** Of what a signed plan makes: nobody knows those better than who signed it. */
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
