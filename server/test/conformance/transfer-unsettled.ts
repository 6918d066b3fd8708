// The tests of the transfer suite (transfers.ts) for transfers that are not in a block yet, or no longer.
import { expect, it } from 'vitest';
import { lookUp } from '../support/look-up.ts';
import { type CurrentSending, paidAbove, planPayment, sign, withFee } from './transfer-harness.ts';

export function replaced(current: CurrentSending): void {
  it('pays once when a transaction with a higher fee replaces it, or keeps it where there are no replacements', async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const moreExpensive = withFee(plan, plan.fee * 2n);
    const { height } = await chain.tip();
    const [first, second] = [sign(current(), plan), sign(current(), moreExpensive)];
    expect(second.txid).not.toBe(first.txid);
    await sending.network.broadcast(first);
    const answer = await sending.network.broadcast(second);
    const { isReplaceable } = sending.network;
    expect(answer.kind).toBe(isReplaceable ? 'accepted' : 'refused');
    const [winner, loser] = isReplaceable ? [second, first] : [first, second];
    expect((await lookUp(chain, loser.txid, null)).place).toEqual({ kind: 'unknown' });
    await harness.mine(1);
    expect((await paidAbove(current(), height, payee)).map(({ txid }) => txid)).toEqual([
      winner.txid,
    ]);
    const block = await chain.tip();
    expect((await lookUp(chain, loser.txid, block)).place).toEqual({ kind: 'unknown' });
    expect((await sending.network.broadcast(loser)).kind).toBe('refused');
    expect(await sending.network.spendersOf(plan, height)).toEqual([
      { index: 0, txid: winner.txid, block },
    ]);
  });
}

export function stuck(current: CurrentSending): void {
  it('waits in the mempool while no block contains it, and is paid by the one that does', async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const transfer = sign(current(), plan);
    const { height } = await chain.tip();
    await sending.network.broadcast(transfer);
    await harness.mineEmpty(3);
    expect((await chain.tip()).height).toBe(height + 3);
    expect((await lookUp(chain, transfer.txid, null)).place).toEqual({ kind: 'mempool' });
    expect(await sending.network.spendersOf(plan, height)).toEqual([]);
    expect((await sending.network.broadcast(transfer)).kind).not.toBe('refused');
    await harness.mine(1);
    expect(await paidAbove(current(), height, payee)).toHaveLength(1);
  });
}

export function numbersAhead(current: CurrentSending): void {
  it('keeps a transfer with a future nonce until the one before it is there', async () => {
    const { harness, chain, sending } = current();
    const [early, late] = [await harness.payee(), await harness.payee()];
    const plan = await planPayment(current(), { payee: early });
    if (!('sender' in plan.origin)) throw new Error('numbers belong to senders');
    const { sender, number } = plan.origin;
    const [payment] = plan.outputs;
    const next = {
      ...plan,
      origin: { sender, number: number + 1 },
      outputs: payment === undefined ? [] : [{ ...payment, ...late }],
    };
    const { height } = await chain.tip();
    expect(await sending.network.broadcast(sign(current(), next))).toEqual({ kind: 'accepted' });
    await harness.mine(1);
    expect(await paidAbove(current(), height, late)).toEqual([]);
    expect((await sending.network.account(sender)).nextNumber).toBe(number);
    await sending.network.broadcast(sign(current(), plan));
    await harness.mine(1);
    expect(await paidAbove(current(), height, early)).toHaveLength(1);
    expect(await paidAbove(current(), height, late)).toHaveLength(1);
  });
}

export function dropped(current: CurrentSending): void {
  it('accepts the same bytes again when the node has dropped them', async () => {
    const { harness, chain, sending } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const transfer = sign(current(), plan);
    const { height } = await chain.tip();
    await sending.network.broadcast(transfer);
    await harness.drop();
    expect((await lookUp(chain, transfer.txid, null)).place).toEqual({ kind: 'unknown' });
    expect(await sending.network.broadcast(transfer)).toEqual({ kind: 'accepted' });
    await harness.mine(1);
    expect((await paidAbove(current(), height, payee)).map(({ txid }) => txid)).toEqual([
      transfer.txid,
    ]);
  });
}

export function reorganised(current: CurrentSending): void {
  it.each([1, 3])(
    'is paid once after a reorganization of depth %i removed its block',
    async (depth) => {
      const { harness, chain, sending } = current();
      const payee = await harness.payee();
      const plan = await planPayment(current(), { payee });
      const transfer = sign(current(), plan);
      const { height } = await chain.tip();
      await sending.network.broadcast(transfer);
      await harness.mine(depth);
      await harness.reorganise(depth);
      expect(await paidAbove(current(), height, payee)).toEqual([]);
      expect(await sending.network.spendersOf(plan, height)).toEqual([]);
      expect((await sending.network.broadcast(transfer)).kind).not.toBe('refused');
      await harness.mine(1);
      expect((await paidAbove(current(), height, payee)).map(({ txid }) => txid)).toEqual([
        transfer.txid,
      ]);
      const block = await chain.tip();
      expect(await sending.network.spendersOf(plan, height)).toEqual([
        { index: 0, txid: transfer.txid, block },
      ]);
    },
  );
}
