// Plans of transfers that follow, join or change others, for the tests of rejections (transfer-standard.ts,
// transfer-replacements.ts).
import type { TransferPlan } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { type Sending, sign } from './transfer-harness.ts';

/** DEFAULT_ANCESTOR_LIMIT (Bitcoin Core, policy/policy.h). */
export const CHAIN = 25;

export async function answerTo(sending: Sending, plan: TransferPlan): Promise<string> {
  const answer = await sending.sending.network.broadcast(sign(sending, plan));
  return answer.kind === 'refused' ? answer.reason : answer.kind;
}

/** The same plan with another amount; the change takes the difference. */
export function withAmount(plan: TransferPlan, amount: bigint): TransferPlan {
  const [payment, change] = plan.outputs;
  const [paid, rest] = [defined(payment, 'it pays'), defined(change, 'it has change')];
  const left = rest.amount + paid.amount - amount;
  return {
    ...plan,
    outputs: [
      { ...paid, amount },
      { ...rest, amount: left },
    ],
  };
}

/** Pays the same again from the change of a plan. */
export function following(sending: Sending, plan: TransferPlan): TransferPlan {
  const { origin, amount } = changeOf(sending, plan);
  const [payment, change] = [
    defined(plan.outputs[0], 'it pays'),
    defined(plan.outputs[1], 'it has change'),
  ];
  const left = amount - payment.amount - plan.fee;
  return { ...plan, origin, outputs: [payment, { ...change, amount: left }] };
}

/** The input that spends a plan's change. */
export function changeOf(sending: Sending, plan: TransferPlan) {
  const { address, amount } = defined(plan.outputs[1], 'it has change');
  const { txid } = sign(sending, plan);
  return { origin: { inputs: [{ txid, index: 1, address, amount }] }, amount };
}

/** Adds another plan's inputs, at the fee; the change takes what they bring. */
export function joined(
  sending: Sending,
  plan: TransferPlan,
  { other, fee }: { other: TransferPlan; fee: bigint },
) {
  const { origin, amount } = changeOf(sending, other);
  const [payment, change] = [
    defined(plan.outputs[0], 'it pays'),
    defined(plan.outputs[1], 'it has change'),
  ];
  const inputs = [...inputsOf(plan), ...origin.inputs];
  const left = change.amount + plan.fee + amount - fee;
  return { ...plan, fee, origin: { inputs }, outputs: [payment, { ...change, amount: left }] };
}

export function inputsOf({ origin }: TransferPlan) {
  if (!('inputs' in origin)) throw new Error('it spends outputs');
  return origin.inputs;
}
