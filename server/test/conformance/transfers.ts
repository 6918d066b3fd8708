// The guarantees of the port for outgoing transfers on every network: the planned payment is made once, however it was
// broadcast, replaced, dropped or reorganized. A new family provides a harness.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { type CoinCode, coinOf } from '../chains/simulated/simulation-on.ts';
import { lookUp } from '../support/look-up.ts';
import {
  type CurrentSending,
  paidAbove,
  paidAmount,
  planPayment,
  type Sending,
  sign,
  type TransferAbilities,
  type TransferHarness,
  withPayee,
} from './transfer-harness.ts';
import {
  expired,
  nodesMemory,
  refusingPayee,
  selfPayment,
  unusedNumber,
} from './transfer-refusals.ts';
import { refusalsInTheirFormat } from './transfer-standard.ts';
import { nodeDown, nonsense, wrongNetwork } from './transfer-trouble.ts';
import { dropped, numbersAhead, reorganised, replaced, stuck } from './transfer-unsettled.ts';

/** Runs the suite with one harness; every test spends its own money. */
export function transferConformance(
  name: string,
  abilities: TransferAbilities,
  makeHarness: () => Promise<TransferHarness>,
): void {
  describe(`${name} as a TransferNetwork`, () => {
    let made: Sending | null = null;
    const current = () => defined(made, 'the harness was made');
    beforeAll(async () => {
      const harness = await makeHarness();
      made = { harness, chain: await harness.open(), sending: await harness.openSending() };
    });
    afterAll(async () => {
      made?.sending.network.close();
      await made?.chain.close();
      await made?.harness.close();
    });
    fees(current);
    signing(current);
    paying(current);
    if (abilities.failsLater) failures(current);
    else refusals(current);
    refusalsInTheirFormat(current, abilities);
    usedUp(current);
    replaced(current);
    if (abilities.mineEmpty) stuck(current);
    if (abilities.queuesNumbers) numbersAhead(current);
    if (abilities.numbers) unusedNumber(current);
    if (abilities.refusingPayee) refusingPayee(current);
    // XRP has both.
    if (abilities.refusingPayee) selfPayment(current);
    if (abilities.remembers) nodesMemory(current);
    if (abilities.expires) expired(current);
    if (abilities.drop) dropped(current);
    if (!abilities.isFinal) reorganised(current);
    if (abilities.openAt) nonsense(current);
    if (abilities.openAt) wrongNetwork(current);
    if (abilities.setDown) nodeDown(current);
  });
}

function fees(current: CurrentSending): void {
  it('quotes a fee for each level, a slower one never higher, none zero', async () => {
    const { slow, average, fast } = await current().sending.network.feeQuotes();
    expect(slow).toBeGreaterThan(0n);
    expect(average).toBeGreaterThanOrEqual(slow);
    expect(fast).toBeGreaterThanOrEqual(average);
    // Whatever a node estimates, an ordinary payment does not cost a coin.
    const feeCoin = coinOf(current().harness.coin.feeCoin as CoinCode);
    expect(fast).toBeLessThan(amountOf('1', feeCoin));
  });

  it('quotes more for more inputs and outputs, or the same where they cost nothing', async () => {
    const { harness, sending } = current();
    const { address } = await harness.payee();
    const shapes = [
      { inputs: 1, outputs: [address] },
      { inputs: 1, outputs: [address, address] },
      { inputs: 5, outputs: [address, address] },
    ];
    const quote = 10_001n;
    const [one = 0n, two = 0n, five = 0n] = shapes.map((shape) =>
      sending.network.feeFor(quote, shape),
    );
    expect(one).toBeGreaterThan(0n);
    if (sending.network.model === 'sequence')
      return expect([one, two, five]).toEqual([quote, quote, quote]);
    expect(two).toBeGreaterThan(one);
    expect(five).toBeGreaterThan(two);
  });
}

function signing(current: CurrentSending): void {
  it('signs a plan to the same bytes every time, also after a restart', async () => {
    const { harness } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    const first = sign(current(), plan);
    const restarted = await harness.openSending();
    const second = restarted.sign(plan, harness.keyOf);
    restarted.network.close();
    expect(second).toEqual(first);
    expect(sign(current(), { ...plan, fee: plan.fee })).toEqual(first);
  });

  it("returns the amounts of a plan's inputs, and nothing for unknown ones", async () => {
    const { harness, sending } = current();
    const { amountsOf } = sending.network;
    const plan = await planPayment(current(), { payee: await harness.payee() });
    if (!('inputs' in plan.origin)) return expect(amountsOf).toBeUndefined();
    const call = defined(amountsOf, 'outputs have amounts');
    expect(await call(plan)).toEqual(plan.origin.inputs.map(({ amount }) => amount));
    const unknown = plan.origin.inputs.map(withoutPlace);
    expect(await call({ ...plan, origin: { inputs: unknown } })).toEqual(unknown.map(() => null));
  });

  it('signs different bytes for another recipient', async () => {
    const { harness } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    const other = withPayee(plan, await harness.newDestination());
    expect(sign(current(), other).txid).not.toBe(sign(current(), plan).txid);
  });
}

function paying(current: CurrentSending): void {
  it('pays the planned amount to the last digit, under the txid that was known before', async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const transfer = sign(current(), plan);
    const start = await chain.tip();
    expect(await sending.network.broadcast(transfer)).toEqual({ kind: 'accepted' });
    expect((await lookUp(chain, transfer.txid, null)).place).toEqual({ kind: 'mempool' });
    await harness.mine(1);
    const block = await chain.tip();
    // The service recognizes its own transaction by its inputs, not by its recipient.
    const [read] = await chain.blocks(block.height, 1);
    const used = 'inputs' in plan.origin ? plan.origin.inputs[0]?.txid : plan.origin.sender;
    const spent = read?.spends.filter(({ txid }) => txid === transfer.txid);
    expect(spent?.map(({ origin }) => origin)).toContain(used);
    expect(await paidAbove(current(), start.height, payee)).toEqual([
      { txid: transfer.txid, amount: paidAmount(harness) },
    ]);
    expect((await lookUp(chain, transfer.txid, block)).place).toEqual({ kind: 'block', block });
    const outcome = await sending.network.outcome(transfer.txid, block);
    expect(outcome.hasFailed).toBe(false);
    const fee = outcome.fee ?? plan.fee;
    expect(fee).toBeGreaterThan(0n);
    expect(fee).toBeLessThanOrEqual(plan.fee);
  });

  it('pays once, however often it is broadcast, before its block and after', async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const transfer = sign(current(), await planPayment(current(), { payee }));
    const { height } = await chain.tip();
    await sending.network.broadcast(transfer);
    // Litecoin Core 0.21 reports a transaction in its mempool as accepted every time.
    expect((await sending.network.broadcast(transfer)).kind).not.toBe('refused');
    await harness.mine(1);
    expect(await sending.network.broadcast(transfer)).toEqual({ kind: 'known' });
    await harness.mine(1);
    expect(await paidAbove(current(), height, payee)).toHaveLength(1);
  });

  it('is continued by a process that has only the stored bytes', async () => {
    const { harness, chain } = current();
    const payee = await harness.payee();
    const transfer = sign(current(), await planPayment(current(), { payee }));
    const { height } = await chain.tip();
    const restarted = await harness.openSending();
    expect(await restarted.network.broadcast(transfer)).toEqual({ kind: 'accepted' });
    restarted.network.close();
    await harness.mine(1);
    expect(await paidAbove(current(), height, payee)).toHaveLength(1);
  });

  it("deducts the payment and the network's fee from the sender, where there are accounts", async () => {
    const { harness, chain, sending } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    if (!('sender' in plan.origin)) return;
    const { sender, number } = plan.origin;
    const before = await sending.network.account(sender);
    expect(before.nextNumber).toBe(number);
    const transfer = sign(current(), plan);
    await sending.network.broadcast(transfer);
    // Pending transfers are not counted: the service knows its own.
    expect(await sending.network.account(sender)).toEqual(before);
    await harness.mine(1);
    const outcome = await sending.network.outcome(transfer.txid, await chain.tip());
    const after = await sending.network.account(sender);
    expect(after.nextNumber).toBe(number + 1);
    const fee = outcome.fee ?? plan.fee;
    const isOwn = harness.coin.feeCoin === harness.coin.code;
    expect(before.spendable - after.spendable).toBe(paidAmount(harness) + (isOwn ? fee : 0n));
    if (!isOwn) expect((before.forFees ?? 0n) - (after.forFees ?? 0n)).toBe(fee);
  });
}

function refusals(current: CurrentSending): void {
  it('rejects a transfer without funds, and says why', async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const [payment] = plan.outputs;
    const { height } = await chain.tip();
    const missing =
      'inputs' in plan.origin
        ? { ...plan, origin: { inputs: plan.origin.inputs.map(withoutPlace) } }
        : {
            ...plan,
            outputs: [
              { ...defined(payment, 'it pays'), amount: amountOf('99000000', harness.coin) },
            ],
          };
    const answer = await sending.network.broadcast(sign(current(), missing));
    expect(answer).toEqual({ kind: 'refused', reason: expect.stringMatching(/\w{3}/) });
    await harness.mine(1);
    expect(await paidAbove(current(), height, payee)).toEqual([]);
  });
}

function usedUp(current: CurrentSending): void {
  it('rejects a transfer whose inputs another one spent, and names that one as the proof', async () => {
    const { harness, chain, sending } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    const other = withPayee(plan, await harness.newDestination());
    const { height } = await chain.tip();
    const winner = sign(current(), plan);
    await sending.network.broadcast(winner);
    expect(await sending.network.spendersOf(other, height)).toEqual([]);
    await harness.mine(1);
    const block = await chain.tip();
    await harness.mine(2);
    expect((await sending.network.broadcast(sign(current(), other))).kind).toBe('refused');
    const proof = [{ index: 0, txid: winner.txid, block }];
    expect(await sending.network.spendersOf(other, height)).toEqual(proof);
    expect(await sending.network.spendersOf(plan, height)).toEqual(proof);
  });
}

function failures(current: CurrentSending): void {
  it('detects that a transfer without funds was mined and paid nothing', async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const [payment] = plan.outputs;
    const { height } = await chain.tip();
    const amount = amountOf('99000000', harness.coin);
    const missing = { ...plan, outputs: [{ ...defined(payment, 'it pays'), amount }] };
    const transfer = sign(current(), missing);
    await sending.network.broadcast(transfer);
    await harness.mine(1);
    const outcome = await sending.network.outcome(transfer.txid, await chain.tip(), missing);
    expect(outcome.hasFailed).toBe(true);
    expect(outcome.fee).toBeGreaterThan(0n);
    expect(await paidAbove(current(), height, payee)).toEqual([]);
  });
}

/** The same output of a transaction that does not exist. */
function withoutPlace<Input extends { txid: string }>(input: Input): Input {
  const { txid } = input;
  return { ...input, txid: txid.slice(0, -1) + (txid.endsWith('0') ? '1' : '0') };
}
