// The tests of the transfer suite (transfers.ts) for what nodes reject: the simulated networks and the real ones by the
// same rules, at the same amounts, and in the same words.
import { expect, it } from 'vitest';
import { type BlockMade, maturityOf } from '../../src/chains/chain.ts';
import type { TransferPlan } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { smaller } from '../../src/core/money.ts';
import { depositsOf } from './chain-harness.ts';
import { expectRefusal, type Refusal } from './refusal-texts.ts';
import {
  type CurrentSending,
  planPayment,
  sign,
  type TransferAbilities,
  withFee,
  withPayee,
} from './transfer-harness.ts';
import { answerTo, CHAIN, following, withAmount } from './transfer-plans.ts';
import { manyReplaced, replacement, replacementOfMore } from './transfer-replacements.ts';

export function refusalsInTheirFormat(current: CurrentSending, abilities: TransferAbilities): void {
  if (abilities.isStandard) {
    dust(current);
    relayFee(current);
    replacement(current);
  }
  if (abilities.limitsChains) {
    replacementOfMore(current);
    manyReplaced(current);
    chains(current);
  }
  if (abilities.mineTo) immature(current, { mine: 'mineTo', what: 'coinbase', madeBy: 'coinbase' });
  if (abilities.pegOutTo) immature(current, { mine: 'pegOutTo', what: 'pegout', madeBy: 'hogex' });
  if (abilities.queuesNumbers) {
    numbers(current);
    tips(current, abilities);
  }
}

function dust(current: CurrentSending): void {
  it('rejects an output below the dust threshold of its address, and accepts one at it', async () => {
    const { harness, sending } = current();
    const payee = await harness.payee();
    const least = sending.network.dustOf(payee.address);
    expect(least).toBeGreaterThan(0n);
    expect(sending.network.dust).toBeGreaterThanOrEqual(least);
    const plan = await planPayment(current(), { payee });
    const below = await answerTo(current(), withAmount(plan, least - 1n));
    expectRefusal(harness, below, { reason: 'dust', code: 64, isShortOnCash: true });
    expect(await answerTo(current(), withAmount(plan, least))).toBe('accepted');
  });
}

function relayFee(current: CurrentSending): void {
  it('rejects a fee below the relay minimum, and never quotes one', async () => {
    const { harness, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const tooLittle = await answerTo(current(), withFee(plan, 50n));
    expectRefusal(harness, tooLittle, {
      reason: 'min relay fee not met',
      code: 66,
      details: /^50 < \d+/,
      isShortOnCash: true,
    });
    const { slow } = await sending.network.feeQuotes();
    const cheapest = await planPayment(current(), { payee, quote: slow });
    expect(await answerTo(current(), cheapest)).toBe('accepted');
  });
}

function chains(current: CurrentSending): void {
  it('rejects the 26th transfer of an unconfirmed chain, until a block contains it', async () => {
    const { harness } = current();
    const payee = await harness.payee();
    let plan = await planPayment(current(), { payee });
    const small = withAmount(plan, plan.fee * 100n);
    plan = small;
    for (let length = 1; length <= CHAIN; length++) {
      expect(await answerTo(current(), plan)).toBe('accepted');
      plan = following(current(), plan);
    }
    const tooLong = { reason: 'too-long-mempool-chain', code: 64, details: /^too many/ };
    expectRefusal(harness, await answerTo(current(), plan), tooLong);
    await harness.mine(1);
    expect(await answerTo(current(), plan)).toBe('accepted');
  });
}

/** In the words of Litecoin Core (consensus/tx_verify.cpp), which calls them coinbase like Bitcoin Core. */
export const prematureSpend = (what: 'coinbase' | 'pegout'): Refusal => ({
  reason: `bad-txns-premature-spend-of-${what}`,
  code: 16,
  details: /^tried to spend /,
});

interface Immature {
  readonly mine: 'mineTo' | 'pegOutTo';
  readonly what: 'coinbase' | 'pegout';
  readonly madeBy: BlockMade;
}

function immature(current: CurrentSending, { mine, what, madeBy }: Immature): void {
  it(`reports when the output of a ${what} matures, and refuses to spend it before`, async () => {
    const { harness, chain, sending } = current();
    const blocks = maturityOf(harness.coin.code, madeBy, harness.network);
    const ours = await harness.newDestination();
    const { height } = await chain.tip();
    await defined(harness[mine], 'it mines')(ours);
    const [reward] = await depositsOf(chain, height + 1, [ours]);
    const { txid, index, amount, maturity } = defined(reward, 'the reward is in a block');
    expect(maturity).toBe(blocks);
    const { address } = await harness.payee();
    const quote = (await sending.network.feeQuotes()).average;
    const fee = sending.network.feeFor(quote, { inputs: 1, outputs: [address] });
    const plan: TransferPlan = {
      coin: harness.coin.code,
      origin: { inputs: [{ txid, index, address: ours.address, amount }] },
      outputs: [{ address, tag: null, amount: amount - fee }],
      fee,
    };
    const premature = prematureSpend(what);
    expectRefusal(harness, await answerTo(current(), plan), premature);
    await harness.mine(blocks - 2);
    expectRefusal(harness, await answerTo(current(), plan), premature);
    await harness.mine(1);
    expect(await answerTo(current(), plan)).toBe('accepted');
  });
}

function numbers(current: CurrentSending): void {
  it('rejects a used nonce, a replacement without a higher fee, missing funds, and too little gas', async () => {
    const { harness, sending } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    expect(await answerTo(current(), plan)).toBe('accepted');
    // Geth requires 10 % more, like the simulated network (submit-sequence.test.ts); anvil any increase.
    const same = await answerTo(current(), withPayee(plan, await harness.payee()));
    expect(same).toMatch(/^replacement transaction underpriced/i);
    await harness.mine(1);
    const again = await answerTo(current(), { ...plan, fee: plan.fee * 2n });
    expect(again).toMatch(/nonce too low/i);
    if (harness.coin.token !== null) return;
    const next = await planPayment(current(), { payee: await harness.payee() });
    const [payment] = next.outputs;
    const sender = 'sender' in next.origin ? next.origin.sender : '';
    const { spendable } = await sending.network.account(sender);
    const all = { ...defined(payment, 'it pays'), amount: spendable };
    expect(await answerTo(current(), { ...next, outputs: [all] })).toMatch(/insufficient funds/i);
    expect(await answerTo(current(), { ...next, gas: 20_999 })).toMatch(/intrinsic gas too low/i);
  });
}

/** From geth (core/error.go, ErrTipAboveFeeCap). */
export const TIP_ABOVE_FEE = /^max priority fee per gas higher than max fee per gas/i;

function tips(current: CurrentSending, { pricesAsGeth }: TransferAbilities): void {
  it("accepts no tip above the fee, and no replacement that doesn't raise both", async () => {
    const { harness, sending } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    const tip = defined(plan.tip, 'blocks take a base fee and a tip');
    expect(tip).toBeLessThan(plan.fee);
    const above = { ...plan, tip: plan.fee * 2n };
    // Our signer makes no such bytes; the response of a real node: anvil-tip.test.ts.
    if (pricesAsGeth) expect(await answerTo(current(), above)).toMatch(TIP_ABOVE_FEE);
    else expect(() => sign(current(), above)).toThrow();
    expect(await answerTo(current(), plan)).toBe('accepted');
    // Anvil compares only the fee, and accepts any increase; geth requires 10 % more of each.
    const cheapTips = [tip, (tip * 109n) / 100n].map((same) => ({ fee: plan.fee * 2n, tip: same }));
    const cheapFee = { fee: plan.fee, tip: smaller(tip * 2n, plan.fee) };
    const refused = [cheapFee, ...(pricesAsGeth ? cheapTips : [])].map((fees) => ({
      ...plan,
      ...fees,
    }));
    for (const cheap of refused)
      expect(await answerTo(current(), cheap)).toMatch(/^replacement transaction underpriced/i);
    const moreExpensive = { ...plan, fee: plan.fee * 2n, tip: tip * 2n };
    expect(await answerTo(current(), moreExpensive)).toBe('accepted');
    await harness.mine(1);
    const block = await current().chain.tip();
    const { fee } = await sending.network.outcome(sign(current(), moreExpensive).txid, block);
    expect(fee).toBeLessThan(moreExpensive.fee);
  });
}
