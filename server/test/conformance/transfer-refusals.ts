// The tests of the transfer suite (transfers.ts) for rejections where senders number their transfers: the rejected
// nonce, the transfers behind it, and what a node remembers.
import { expect, it } from 'vitest';
import type { TransferPlan } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { voidPlan } from '../../src/payouts/recover/make-void.ts';
import { lookUp } from '../support/look-up.ts';
import {
  type CurrentSending,
  paidAbove,
  planPayment,
  type Sending,
  sign,
  withPayee,
} from './transfer-harness.ts';

/** A small payment by the same sender with its next nonce. */
function behind(plan: TransferPlan, steps = 1): TransferPlan {
  if (!('sender' in plan.origin)) throw new Error('numbers belong to senders');
  const { sender, number } = plan.origin;
  const [payment] = plan.outputs;
  const { amount } = defined(payment, 'it pays');
  const outputs = [{ ...defined(payment, 'it pays'), amount: amount / 10n }];
  return { ...plan, origin: { sender, number: number + steps }, outputs };
}

async function nothingOn({ sending, chain }: Sending, plan: TransferPlan): Promise<TransferPlan> {
  const quote = (await sending.network.feeQuotes()).average;
  const { height } = await chain.tip();
  return defined(voidPlan(sending.network, plan, { quote, height, to: '' }), 'a plan of nothing');
}

export function unusedNumber(current: CurrentSending): void {
  it('pays a transfer behind an unused nonce once that is filled', async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const next = sign(current(), behind(plan));
    const { height } = await chain.tip();
    const early = await sending.network.broadcast(next);
    // Kept by the node, or not rejected for any defect of its own.
    if (early.kind === 'refused') expect(early.waits).toBe(true);
    await harness.mine(1);
    expect(await paidAbove(current(), height, payee)).toEqual([]);
    const nothing = sign(current(), await nothingOn(current(), plan));
    expect(await sending.network.broadcast(nothing)).toEqual({ kind: 'accepted' });
    await sending.network.broadcast(next);
    await harness.mine(1);
    expect((await paidAbove(current(), height, payee)).map(({ txid }) => txid)).toEqual([
      next.txid,
    ]);
    const block = await chain.tip();
    expect(await sending.network.outcome(nothing.txid, block)).toMatchObject({ hasFailed: false });
    expect(await sending.network.spendersOf(plan, height)).toEqual([
      { index: 0, txid: nothing.txid, block },
    ]);
    expect((await sending.network.broadcast(sign(current(), plan))).kind).toBe('refused');
  });
}

export function refusingPayee(current: CurrentSending): void {
  it('detects a recipient that rejects our payments before anything is planned', async () => {
    const { harness, sending } = current();
    const refusalOf = defined(sending.network.refusalOf, 'it can be asked');
    const payee = await defined(harness.refusingPayee, 'there is one')();
    const { address: sender } = await harness.newDestination();
    await harness.pay({
      destination: { address: sender, tag: null },
      amount: amountOf('50', harness.coin),
    });
    await harness.mine(1);
    const amount = amountOf('11', harness.coin);
    expect(await refusalOf({ sender, ...payee, amount })).toEqual({ code: 'not_authorized' });
    const other = await harness.payee();
    expect(await refusalOf({ sender, ...other, tag: 7, amount })).toBeNull();
  });

  it("uses the recipient's rejected nonce, and pays what is behind it", async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    if (!('sender' in plan.origin)) throw new Error('numbers belong to senders');
    const { sender, number } = plan.origin;
    const refusing = await defined(harness.refusingPayee, 'there is one')();
    const transfer = sign(current(), withPayee(plan, refusing));
    const next = sign(current(), behind(plan));
    const { height } = await chain.tip();
    expect(await sending.network.broadcast(transfer)).toEqual({ kind: 'accepted' });
    expect(await sending.network.broadcast(next)).toEqual({ kind: 'accepted' });
    await harness.mine(1);
    const block = await chain.tip();
    expect(await sending.network.outcome(transfer.txid, block)).toEqual({
      hasFailed: true,
      lackedFunds: false,
      fee: plan.fee,
      reason: 'tecNO_PERMISSION',
    });
    expect(await paidAbove(current(), height, refusing)).toEqual([]);
    expect(await paidAbove(current(), height, payee)).toHaveLength(1);
    expect((await sending.network.account(sender)).nextNumber).toBe(number + 2);
  });
}

export function selfPayment(current: CurrentSending): void {
  it('permanently rejects a payment to its own account', async () => {
    const { harness, sending } = current();
    const plan = await planPayment(current(), { payee: await harness.payee() });
    if (!('sender' in plan.origin)) throw new Error('numbers belong to senders');
    const itself = { address: plan.origin.sender, tag: 7 };
    const transfer = sign(current(), withPayee(plan, itself));
    expect(await sending.network.broadcast(transfer)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('temREDUNDANT'),
      isForGood: true,
    });
  });
}

export function nodesMemory(current: CurrentSending): void {
  it('does not mistake a remembered transfer for a pending one, and proves it dead', async () => {
    const { harness, chain, sending } = current();
    const expiry = defined(sending.network.expiry, 'transfers expire');
    const plan = await planPayment(current(), { payee: await harness.payee() });
    const { height } = await chain.tip();
    // Nothing will use the sequence before it, so no ledger contains it.
    const dying = { ...behind(plan), expiresAtHeight: height + 3 };
    const transfer = sign(current(), dying);
    expect((await sending.network.broadcast(transfer)).kind).toBe('refused');
    expect((await lookUp(chain, transfer.txid, null)).place).toEqual({ kind: 'unknown' });
    expect(await expiry.hasPassed(dying)).toBe(false);
    await harness.mine(5);
    expect((await lookUp(chain, transfer.txid, null)).place).toEqual({ kind: 'unknown' });
    expect(await expiry.hasPassed(dying)).toBe(true);
    expect((await sending.network.broadcast(transfer)).kind).toBe('refused');
  });
}

export function expired(current: CurrentSending): void {
  it('drops a pending transfer when its last block is mined without it, and rejects it from then on', async () => {
    const { harness, chain, sending } = current();
    const expiry = defined(sending.network.expiry, 'transfers expire');
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const { height } = await chain.tip();
    const dying = { ...plan, expiresAtHeight: height + 2 };
    const transfer = sign(current(), dying);
    expect(await sending.network.broadcast(transfer)).toEqual({ kind: 'accepted' });
    await harness.mineEmpty(1);
    expect(await expiry.hasPassed(dying)).toBe(false);
    await harness.mineEmpty(1);
    expect((await lookUp(chain, transfer.txid, null)).place).toEqual({ kind: 'unknown' });
    expect(await expiry.hasPassed(dying)).toBe(true);
    expect(await sending.network.broadcast(transfer)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('tefMAX_LEDGER'),
    });
    await harness.mine(1);
    expect(await paidAbove(current(), height, payee)).toEqual([]);
    // The nonce is free for another transfer.
    const again = sign(current(), { ...plan, expiresAtHeight: height + 20 });
    expect(await sending.network.broadcast(again)).toEqual({ kind: 'accepted' });
    await harness.mine(1);
    expect(await paidAbove(current(), height, payee)).toHaveLength(1);
    expect(await expiry.hasPassed(dying)).toBe(false);
  });
}
