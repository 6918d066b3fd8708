// The tests of the transfer suite (transfers.ts) for replacements: the simulated networks and the real ones reject the
// same ones (BIP-125, and Bitcoin Core's further rules), in the same words.
import { expect, it } from 'vitest';
import type { TransferPlan } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { sumOf } from '../../src/core/group.ts';
import { expectRefusal } from './refusal-texts.ts';
import { type CurrentSending, planPayment, withFee } from './transfer-harness.ts';
import { answerTo, CHAIN, following, inputsOf, joined, withAmount } from './transfer-plans.ts';

const TOO_CHEAP = { reason: 'insufficient fee', code: 66, details: /^rejecting replacement/ };
/** From a node that keeps the first of two conflicting transactions (BCHN). */
const KEPT = { reason: 'txn-mempool-conflict', code: 18 };

export function replacement(current: CurrentSending): void {
  it('rejects a replacement that does not pay for its own relay, or any replacement where there are none', async () => {
    const { harness, sending } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    expect(await answerTo(current(), plan)).toBe('accepted');
    const words = sending.network.isReplaceable ? TOO_CHEAP : KEPT;
    // BIP-125 rule 4, and rule 3.
    for (const fee of [plan.fee + 1n, plan.fee - 1n])
      expectRefusal(harness, await answerTo(current(), withFee(plan, fee)), words);
  });

  it("rejects a replacement that does not also pay for the first one's descendants", async () => {
    const { harness, sending } = current();
    const { isReplaceable } = sending.network;
    const large = await planPayment(current(), { payee: await harness.payee() });
    const plan = withAmount(large, large.fee * 100n);
    expect(await answerTo(current(), plan)).toBe('accepted');
    const child = following(current(), plan);
    expect(await answerTo(current(), withFee(child, child.fee * 3n))).toBe('accepted');
    // BIP-125 rule 3: more than both together.
    const tooCheap = withFee(plan, plan.fee * 3n);
    const words = isReplaceable ? TOO_CHEAP : KEPT;
    expectRefusal(harness, await answerTo(current(), tooCheap), words);
    const expensive = await answerTo(current(), withFee(plan, plan.fee * 6n));
    if (isReplaceable) expect(expensive).toBe('accepted');
    else expectRefusal(harness, expensive, KEPT);
  });
}

export function replacementOfMore(current: CurrentSending): void {
  it('rejects a replacement with a higher fee but a lower fee rate', async () => {
    const { harness } = current();
    // Twice the quote: where that is the relay minimum, a third more for half as much again is below it.
    const accepted = async () => {
      const quiet = await planPayment(current(), { payee: await harness.payee() });
      const plan = withFee(quiet, quiet.fee * 2n);
      expect(await answerTo(current(), plan)).toBe('accepted');
      return plan;
    };
    const other = await accepted();
    const plan = await accepted();
    // A third more for half as much again.
    const larger = joined(current(), plan, { other, fee: (plan.fee * 4n) / 3n });
    expectRefusal(harness, await answerTo(current(), larger), {
      reason: 'insufficient fee',
      code: 66,
      details: /; new feerate .* <= old feerate/,
    });
  });

  it('rejects a replacement that adds an unconfirmed input', async () => {
    const { harness } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    const other = await planPayment(current(), { payee: await harness.payee() });
    for (const each of [plan, other]) expect(await answerTo(current(), each)).toBe('accepted');
    const added = joined(current(), plan, { other, fee: plan.fee * 5n });
    expectRefusal(harness, await answerTo(current(), added), {
      reason: 'replacement-adds-unconfirmed',
      code: 64,
      details: /, idx 1$/,
    });
    await harness.mine(1);
  });
}

/** MAX_BIP125_REPLACEMENT_CANDIDATES (Bitcoin Core, validation.h). */
const REPLACED = 100;

export function manyReplaced(current: CurrentSending): void {
  it('rejects a replacement of more than 100 transactions', async () => {
    const { harness } = current();
    const payee = await harness.payee();
    // Planned first: the inputs of each are put into a block.
    const roots: TransferPlan[] = [];
    for (let left = REPLACED + 1; left > 0; left -= CHAIN) {
      const plan = await planPayment(current(), { payee });
      roots.push(withAmount(plan, plan.fee * 100n));
    }
    for (const [n, root] of roots.entries()) {
      let plan = root;
      for (let length = 0; length < Math.min(REPLACED + 1 - n * CHAIN, CHAIN); length++) {
        expect(await answerTo(current(), plan)).toBe('accepted');
        plan = following(current(), plan);
      }
    }
    const [first] = roots;
    const plan = defined(first, 'there is a chain');
    const all = sumOf(roots, ({ fee }) => fee) * 50n;
    const change = defined(plan.outputs[1], 'it has change');
    const brought = sumOf(roots, (root) => sumOf(root.outputs, ({ amount }) => amount) + root.fee);
    const payment = defined(plan.outputs[0], 'it pays');
    const inOne = {
      ...plan,
      fee: all,
      origin: { inputs: roots.flatMap(inputsOf) },
      outputs: [payment, { ...change, amount: brought - payment.amount - all }],
    };
    const tooMany = { reason: 'too many potential replacements', code: 64 };
    expectRefusal(harness, await answerTo(current(), inOne), tooMany);
    await harness.mine(1);
  });
}
