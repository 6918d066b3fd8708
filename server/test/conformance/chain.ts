// The guarantees of every implementation of the Chain port, simulated or real. A new family provides a harness for its
// node and runs the suite unchanged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../src/chains/chain.ts';
import type { Destination } from '../../src/coins/coin.ts';
import { lookUp } from '../support/look-up.ts';
import {
  type ChainAbilities,
  type ChainHarness,
  type Current,
  depositsOf,
  expectContinuous,
  isAnsweredOnlyNear,
  refOf,
  someAmount,
} from './chain-harness.ts';
import {
  failures,
  finalBlocks,
  finality,
  mempool,
  reorganisations,
  replacements,
  uses,
} from './unsettled.ts';

/** Runs the suite with one harness; every test uses its own destinations. */
export function chainConformance(
  name: string,
  abilities: ChainAbilities,
  makeHarness: () => Promise<ChainHarness>,
): void {
  describe(`${name} as a Chain`, () => {
    let made: { harness: ChainHarness; chain: Chain } | null = null;
    const current = () => {
      if (made === null) throw new Error('the harness was not made');
      return made;
    };
    beforeAll(async () => {
      const harness = await makeHarness();
      made = { harness, chain: await harness.open() };
    });
    afterAll(async () => {
      await made?.chain.close();
      await made?.harness.close();
    });
    continuity(current);
    deposits(current);
    if (abilities.payTogether) severalOutputs(current);
    if (abilities.sources) senders(current);
    if (!abilities.isFinal) mempool(current);
    if (!abilities.isFinal) reorganisations(current);
    if (abilities.isFinal) finality(current);
    if (abilities.finalBlock) finalBlocks(current);
    if (abilities.replace) replacements(current);
    if (abilities.replace) uses(current);
    if (abilities.setDown) failures(current);
  });
}

function continuity(current: Current): void {
  it('serves the coin and the network it is configured for', async () => {
    const { harness, chain } = current();
    expect(chain.coin).toBe(harness.coin.code);
    await expect(chain.checkNetwork()).resolves.toBeUndefined();
  });

  it('moves its tip by one for each block', async () => {
    const { harness, chain } = current();
    const before = await chain.tip();
    await harness.mine(3);
    const after = await chain.tip();
    expect(after.height).toBe(before.height + 3);
    expect(await chain.hashAt(after.height)).toBe(after.hash);
    expect(await chain.hashAt(before.height)).toBe(before.hash);
  });

  it('has nothing above its tip', async () => {
    const { chain } = current();
    const { height } = await chain.tip();
    expect(await chain.hashAt(height + 1)).toBeNull();
    expect(await chain.blocks(height + 1, 10)).toEqual([]);
  });

  it('returns blocks oldest first, within the limit, each on its parent', async () => {
    const { harness, chain } = current();
    const start = await chain.tip();
    await harness.mine(5);
    const three = await chain.blocks(start.height + 1, 3);
    expect(three.map((block) => block.height - start.height)).toEqual([1, 2, 3]);
    const rest = await chain.blocks(start.height + 4, 10);
    expect(rest.map((block) => block.height - start.height)).toEqual([4, 5]);
    const all = [...three, ...rest];
    expectContinuous(start, all);
    expect(refOf(all.at(-1))).toEqual(await chain.tip());
    for (const block of all) expect(await chain.hashAt(block.height)).toBe(block.hash);
  });

  it('returns block times in whole milliseconds that do not run backwards by hours', async () => {
    const { harness, chain } = current();
    await harness.mine(2);
    const { height } = await chain.tip();
    const [older, newer] = await chain.blocks(height - 1, 2);
    expect(Number.isSafeInteger(newer?.time)).toBe(true);
    // A parent on Bitcoin may be two hours ahead of the clock (chain.h, MAX_FUTURE_BLOCK_TIME).
    expect((newer?.time ?? 0) - (older?.time ?? 0)).toBeGreaterThan(-2 * 3_600_000);
    expect(newer?.time).toBeGreaterThan(Date.UTC(2009, 0, 3));
  });
}

function deposits(current: Current): void {
  it('reports a deposit once, in the block that contains it', async () => {
    const { harness, chain } = current();
    const { height } = await chain.tip();
    const destination = await harness.newDestination();
    const amount = someAmount(harness, 1n);
    const txid = await harness.pay({ destination, amount });
    await harness.mine(3);
    const found = await depositsOf(chain, height + 1, [destination]);
    expect(found).toEqual([
      { txid, index: expect.any(Number), ...destination, amount, height: height + 1 },
    ]);
  });

  it('locates a transaction in its block, with and without a hint', async () => {
    const { harness, chain } = current();
    const destination = await harness.newDestination();
    const txid = await harness.pay({ destination, amount: someAmount(harness, 1n) });
    await harness.mine(1);
    const block = await chain.tip();
    await harness.mine(2);
    const place = { kind: 'block', block };
    expect((await lookUp(chain, txid, block)).place).toEqual(place);
    if (!(await isAnsweredOnlyNear(chain, txid))) {
      expect((await lookUp(chain, txid, null)).place).toEqual(place);
    }
  });

  it('shows what a transaction pays once a block contains it', async () => {
    const { harness, chain } = current();
    const destination = await harness.newDestination();
    const amount = someAmount(harness, 3n);
    const txid = await harness.pay({ destination, amount });
    const waiting = await chain.inspect(txid);
    expect(waiting.place).toEqual({ kind: 'mempool' });
    const own = { txid, ...destination, amount };
    expect(waiting.ordinaryFee ?? 0n).toBeGreaterThan(chain.isFinal ? -1n : 0n);
    if (waiting.payments !== null)
      expect(waiting.payments).toContainEqual(expect.objectContaining(own));
    await harness.mine(1);
    const block = await chain.tip();
    const [paid] = await depositsOf(chain, block.height, [destination]);
    const { payments, ...mined } = await chain.inspect(txid);
    expect(mined).toEqual({ place: { kind: 'block', block }, ordinaryFee: null, isComplete: true });
    expect(payments).toContainEqual({ ...own, index: paid?.index });
  });

  it('shows nothing of a transaction that was never created', async () => {
    const { harness, chain } = current();
    const destination = await harness.newDestination();
    const txid = await harness.pay({ destination, amount: someAmount(harness, 1n) });
    const other = txid.slice(0, -1) + (txid.endsWith('0') ? '1' : '0');
    expect(await chain.inspect(other)).toMatchObject({ place: { kind: 'unknown' }, payments: [] });
  });

  it('reports each payment of a full block once', async () => {
    const { harness, chain } = current();
    const { height } = await chain.tip();
    const destinations: Destination[] = [];
    for (let place = 0; place < 12; place++) destinations.push(await harness.newDestination());
    const payments = destinations.map((destination, place) => ({
      destination,
      amount: someAmount(harness, BigInt(place + 1)),
    }));
    const txids = await harness.payMany(payments);
    await harness.mine(1);
    const found = await depositsOf(chain, height + 1, destinations);
    const expected = payments.map(({ destination, amount }, place) => ({
      txid: txids[place],
      index: expect.any(Number),
      ...destination,
      amount,
      height: height + 1,
    }));
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  it("doesn't know a transaction that was never created", async () => {
    const { harness, chain } = current();
    const destination = await harness.newDestination();
    const txid = await harness.pay({ destination, amount: someAmount(harness, 1n) });
    const other = txid.slice(0, -1) + (txid.endsWith('0') ? '1' : '0');
    expect(await lookUp(chain, other, null)).toEqual({
      place: { kind: 'unknown' },
      sources: [],
    });
  });

  it('returns several transactions in the requested order, whichever of them it knows', async () => {
    const { harness, chain } = current();
    const destination = await harness.newDestination();
    const mined = await harness.pay({ destination, amount: someAmount(harness, 1n) });
    await harness.mine(1);
    const near = await chain.tip();
    const waiting = await harness.pay({ destination, amount: someAmount(harness, 2n) });
    const missing = mined.slice(0, -1) + (mined.endsWith('0') ? '1' : '0');
    const facts = await chain.transactions([
      { txid: waiting, near: null },
      { txid: missing, near },
      { txid: mined, near },
      { txid: waiting, near },
    ]);
    expect(facts.map(({ place }) => place)).toEqual([
      { kind: 'mempool' },
      { kind: 'unknown' },
      { kind: 'block', block: near },
      { kind: 'mempool' },
    ]);
    expect(facts[2]?.sources).toEqual((await lookUp(chain, mined, near)).sources);
    expect(await chain.transactions([])).toEqual([]);
  });

  it('loses nothing when the adapter is restarted between two blocks', async () => {
    const { harness } = current();
    const destination = await harness.newDestination();
    const amount = someAmount(harness, 1n);
    const first = await harness.open();
    const start = await first.tip();
    const before = await harness.pay({ destination, amount });
    await harness.mine(1);
    const seen = await depositsOf(first, start.height + 1, [destination]);
    await first.close();
    const after = await harness.pay({ destination, amount });
    await harness.mine(1);
    const second = await harness.open();
    const rest = await depositsOf(second, start.height + 2, [destination]);
    await second.close();
    expect([...seen, ...rest].map((deposit) => deposit.txid)).toEqual([before, after]);
  });
}

function severalOutputs(current: Current): void {
  it('reports each output of a transaction, also two to one address', async () => {
    const { harness, chain } = current();
    const { height } = await chain.tip();
    const [twice, once] = [await harness.newDestination(), await harness.newDestination()];
    const amounts = [1n, 2n, 3n].map((factor) => someAmount(harness, factor));
    const destinations = [twice, once, twice];
    const payments = amounts.map((amount, place) => ({
      amount,
      destination: destinations[place] ?? once,
    }));
    const txid = await harness.payTogether(payments);
    await harness.mine(1);
    const found = await depositsOf(chain, height + 1, [twice, once]);
    expect(found.map((deposit) => deposit.txid)).toEqual([txid, txid, txid]);
    expect(new Set(found.map((deposit) => deposit.index)).size).toBe(3);
    const paid = (deposit: { address: string; amount: bigint }) =>
      `${deposit.address} ${deposit.amount}`;
    expect(found.map(paid).sort()).toEqual(
      payments.map(({ destination, amount }) => paid({ ...destination, amount })).sort(),
    );
  });
}

function senders(current: Current): void {
  it('returns the senders as canonical addresses, without repeats', async () => {
    const { harness, chain } = current();
    const destination = await harness.newDestination();
    const txid = await harness.pay({ destination, amount: someAmount(harness, 1n) });
    await harness.mine(1);
    const { sources } = await lookUp(chain, txid, await chain.tip());
    expect(sources.length).toBeGreaterThan(0);
    expect(new Set(sources).size).toBe(sources.length);
    for (const source of sources) {
      expect(harness.coin.parseAddress(source, harness.network)?.address).toBe(source);
      expect(source).not.toBe(destination.address);
    }
  });
}
