// The part of the conformance suite (chain.ts) for unsettled transactions: the mempool, reorganizations, replacements,
// and a node that is down.
import { expect, it } from 'vitest';
import { ChainUnavailable } from '../../src/chains/chain.ts';
import { defined } from '../../src/core/assert.ts';
import { lookUp } from '../support/look-up.ts';
import {
  type Current,
  depositsOf,
  expectContinuous,
  isTo,
  refOf,
  someAmount,
} from './chain-harness.ts';

export function mempool(current: Current): void {
  it('hints at an unconfirmed payment exactly once, and keeps it out of the blocks', async () => {
    const { harness, chain } = current();
    const { height } = await chain.tip();
    (await chain.mempool()).payments;
    const destination = await harness.newDestination();
    const amount = someAmount(harness, 2n);
    const txid = await harness.pay({ destination, amount });
    const hints = (await chain.mempool()).payments.filter((payment) =>
      isTo(payment, [destination]),
    );
    expect(hints).toMatchObject([{ txid, index: expect.any(Number), ...destination, amount }]);
    expect(
      (await chain.mempool()).payments.filter((payment) => isTo(payment, [destination])),
    ).toEqual([]);
    expect((await lookUp(chain, txid, null)).place).toEqual({ kind: 'mempool' });
    expect(await depositsOf(chain, height, [destination])).toEqual([]);
    await harness.mine(1);
    const [deposit] = await depositsOf(chain, height + 1, [destination]);
    // The identity of a deposit does not change with its confirmation.
    const { spends: _, ...hint } = defined(hints[0], 'a hint');
    expect(deposit).toEqual({ ...hint, height: height + 1 });
  });

  it('hints again through an adapter that was restarted', async () => {
    const { harness, chain } = current();
    (await chain.mempool()).payments;
    const destination = await harness.newDestination();
    const txid = await harness.pay({ destination, amount: someAmount(harness, 1n) });
    (await chain.mempool()).payments;
    const restarted = await harness.open();
    const hints = (await restarted.mempool()).payments.filter((payment) =>
      isTo(payment, [destination]),
    );
    await restarted.close();
    expect(hints.map((hint) => hint.txid)).toEqual([txid]);
    await harness.mine(1);
  });

  it('has no hint left once a block contains the payment', async () => {
    const { harness, chain } = current();
    (await chain.mempool()).payments;
    const destination = await harness.newDestination();
    await harness.pay({ destination, amount: someAmount(harness, 1n) });
    await harness.mine(1);
    const restarted = await harness.open();
    const hints = (await restarted.mempool()).payments.filter((payment) =>
      isTo(payment, [destination]),
    );
    await restarted.close();
    expect(hints).toEqual([]);
  });
}

export function finality(current: Current): void {
  it('reports nothing of a payment before its block', async () => {
    const { harness, chain } = current();
    const { height } = await chain.tip();
    const destination = await harness.newDestination();
    const txid = await harness.pay({ destination, amount: someAmount(harness, 2n) });
    expect((await chain.mempool()).payments).toEqual([]);
    expect(await chain.blocks(height + 1, 10)).toEqual([]);
    expect(await chain.hashAt(height + 1)).toBeNull();
    expect((await lookUp(chain, txid, null)).place).toEqual({ kind: 'mempool' });
    await harness.mine(1);
    expect(await depositsOf(chain, height + 1, [destination])).toHaveLength(1);
  });
}

export function finalBlocks(current: Current): void {
  it('names a final block of the best chain, which follows the tip at a distance', async () => {
    const { harness, chain } = current();
    const call = defined(chain.finalBlock, 'the ability');
    await harness.mine(100);
    const first = defined(await call(), 'so many blocks make one final');
    expect(await chain.hashAt(first.height)).toBe(first.hash);
    expect(first.height).toBeLessThan((await chain.tip()).height);
    await harness.mine(100);
    const later = defined(await call(), 'it stays known');
    expect(later.height).toBeGreaterThan(first.height);
    expect(await chain.hashAt(first.height)).toBe(first.hash);
  });
}

export function reorganisations(current: Current): void {
  it.each([1, 3])('shows the new chain after a reorganization of depth %i', async (depth) => {
    const { harness, chain } = current();
    const fork = await chain.tip();
    const destination = await harness.newDestination();
    const amount = someAmount(harness, 3n);
    const txid = await harness.pay({ destination, amount });
    await harness.mine(depth);
    const stale = await chain.blocks(fork.height + 1, depth);
    const [seen] = await depositsOf(chain, fork.height + 1, [destination]);
    expect(seen?.txid).toBe(txid);

    await harness.reorganise(depth);
    const tip = await chain.tip();
    expect(tip.height).toBe(fork.height + depth + 1);
    expect(await chain.hashAt(fork.height)).toBe(fork.hash);
    for (const block of stale) expect(await chain.hashAt(block.height)).not.toBe(block.hash);
    const fresh = await chain.blocks(fork.height + 1, depth + 2);
    expectContinuous(fork, fresh);
    expect(refOf(fresh.at(-1))).toEqual(tip);
    expect(await depositsOf(chain, fork.height + 1, [destination])).toEqual([]);
    expect((await lookUp(chain, txid, refOf(stale[0]))).place).toEqual({ kind: 'mempool' });

    await harness.mine(1);
    const found = await depositsOf(chain, fork.height + 1, [destination]);
    expect(found).toEqual([{ ...seen, height: tip.height + 1 }]);
    const block = await chain.tip();
    expect((await lookUp(chain, txid, block)).place).toEqual({ kind: 'block', block });
  });
}

export function replacements(current: Current): void {
  it.for([
    ['a smaller one to us', 1n],
    ['one to someone else', 0n],
  ] as const)('forgets an unconfirmed payment that was replaced by %s', async ([_, factor]) => {
    const { harness, chain } = current();
    const { height } = await chain.tip();
    const destination = await harness.newDestination();
    const old = await harness.pay({ destination, amount: someAmount(harness, 5n) });
    (await chain.mempool()).payments;
    const amount = someAmount(harness, factor);
    const txid = await harness.replace(old, amount);
    expect(txid).not.toBe(old);
    expect((await lookUp(chain, old, null)).place).toEqual({ kind: 'unknown' });
    const hints = (await chain.mempool()).payments.filter((payment) =>
      isTo(payment, [destination]),
    );
    const expected = { txid, index: expect.any(Number), ...destination, amount };
    expect(hints).toMatchObject(factor === 0n ? [] : [expected]);
    await harness.mine(1);
    const found = await depositsOf(chain, height + 1, [destination]);
    expect(found).toEqual(factor === 0n ? [] : [{ ...expected, height: height + 1 }]);
    expect((await lookUp(chain, old, await chain.tip())).place).toEqual({ kind: 'unknown' });
  });
}

/** Tokens and ETH report only the named transactions; the others report all of a block. */
export function uses(current: Current): void {
  it("reports an announced payment's inputs like its replacement's, and the block that contains it", async () => {
    const { harness, chain } = current();
    const { height } = await chain.tip();
    await chain.mempool();
    const destination = await harness.newDestination();
    const old = await harness.pay({ destination, amount: someAmount(harness, 5n) });
    const spendsOf = async (txid: string) => {
      const hints = (await chain.mempool()).payments;
      return defined(hints.find((payment) => payment.txid === txid)?.spends, 'what it uses up');
    };
    const before = await spendsOf(old);
    const txid = await harness.replace(old, someAmount(harness, 2n));
    const after = await spendsOf(txid);
    const shared = before.filter((spend) => after.includes(spend));
    expect(shared).not.toEqual([]);
    await harness.mine(1);
    const [block] = await chain.blocks(height + 1, 1);
    const requested = { spends: new Set([...shared, 'nothing:0']), txids: [txid] };
    const spenders = await chain.spendersIn?.(defined(block, 'a block'), requested);
    expect(spenders).toEqual(new Map(shared.map((spend) => [spend, txid])));
    const empty = defined((await chain.blocks(height, 1))[0], 'the block before');
    expect(await chain.spendersIn?.(empty, { ...requested, txids: [] })).toEqual(new Map());
  });
}

export function failures(current: Current): void {
  it('throws ChainUnavailable while the node is down, and continues where it was', async () => {
    const { harness, chain } = current();
    const start = await chain.tip();
    const destination = await harness.newDestination();
    const txid = await harness.pay({ destination, amount: someAmount(harness, 1n) });
    await harness.mine(1);
    const tip = await chain.tip();
    await harness.setDown(true);
    try {
      const questions = [
        () => chain.tip(),
        () => chain.hashAt(tip.height),
        () => chain.blocks(tip.height, 1),
        () => chain.mempool(),
        () => lookUp(chain, txid, tip),
        () => chain.checkNetwork(),
      ];
      for (const call of questions) await expect(call()).rejects.toBeInstanceOf(ChainUnavailable);
    } finally {
      await harness.setDown(false);
    }
    expect(await chain.tip()).toEqual(tip);
    const found = await depositsOf(chain, start.height + 1, [destination]);
    expect(found.map((deposit) => deposit.txid)).toEqual([txid]);
  });
}
