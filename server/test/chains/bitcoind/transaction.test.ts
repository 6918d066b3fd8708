// The locations and the funding sources of transactions, from real nodes with and without an index.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../../src/chains/chain.ts';
import { describeWithLitecoind, type Litecoind } from '../../support/litecoind.ts';
import { lookUp } from '../../support/look-up.ts';
import { chainOf, MISSING, spendFrom, spendTaproot, start } from './real-node.ts';

describeWithLitecoind('transactions on a real litecoind', () => {
  let node: Litecoind;
  let chain: Chain;
  beforeAll(async () => {
    node = await start({ blocks: 110 });
    chain = chainOf(node);
  });
  afterAll(async () => {
    await chain?.close();
    await node?.stop();
  });

  describe('the location of a transaction', () => {
    it('is the mempool, then its block, with and without a hint', async () => {
      const txid = await node.pay(await node.address(), '1.25');
      expect((await lookUp(chain, txid, null)).place).toEqual({ kind: 'mempool' });
      await node.mine(2);
      const { height } = await chain.tip();
      const hash = await node.rpc('getblockhash', height - 1);
      const place = { kind: 'block', block: { height: height - 1, hash } };
      expect((await lookUp(chain, txid, { height: height - 1, hash })).place).toEqual(place);
      expect((await lookUp(chain, txid, null)).place).toEqual(place);
    });

    it('is its new block after a reorganization, also with the old hint', async () => {
      const txid = await node.pay(await node.address(), '1.75');
      await node.mine();
      const old = await chain.tip();
      await node.reorganise(1);
      await node.mine();
      const tip = await chain.tip();
      expect((await lookUp(chain, txid, old)).place).toEqual({ kind: 'block', block: tip });
    });

    it('is unknown for a transaction that never existed or was replaced', async () => {
      expect(await lookUp(chain, MISSING, null)).toEqual({
        place: { kind: 'unknown' },
        sources: [],
      });
      const near = { height: 1, hash: MISSING };
      expect((await lookUp(chain, MISSING, near)).place).toEqual({ kind: 'unknown' });
      const txid = await node.pay(await node.address(), '0.75');
      await node.mineOnly([await node.conflictWith(txid)]);
      expect((await lookUp(chain, txid, null)).place).toEqual({ kind: 'unknown' });
    });

    it('is unknown for a transaction in a lost block', async () => {
      const txid = await node.pay(await node.address(), '0.65');
      const conflict = await node.conflictWith(txid);
      await node.mine();
      const old = await chain.tip();
      await node.rpc('invalidateblock', old.hash);
      await node.mineOnly([conflict]);
      await node.mine();
      expect((await lookUp(chain, txid, old)).place).toEqual({ kind: 'unknown' });
    });
  });

  describe('the sources of a transaction', () => {
    it.each(['legacy', 'p2sh-segwit', 'bech32'] as const)('%s', async (type) => {
      const source = await node.address(type);
      const txid = await spendFrom(node, source);
      expect((await lookUp(chain, txid, null)).sources).toEqual([source]);
      const [hash = ''] = await node.mine();
      const near = { height: (await chain.tip()).height, hash };
      const facts = await lookUp(chain, txid, near);
      expect(facts).toEqual({ place: { kind: 'block', block: near }, sources: [source] });
    });

    it('taproot is included while unconfirmed, and omitted later by a node without an index', async () => {
      const { txid, source } = await spendTaproot(node);
      expect((await lookUp(chain, txid, null)).sources).toEqual([source]);
      await node.mine();
      expect((await lookUp(chain, txid, await chain.tip())).sources).toEqual([]);
    });

    it('a coinbase has none', async () => {
      const [hash = ''] = await node.mine();
      const { tx } = await node.rpc('getblock', hash);
      const near = { height: (await chain.tip()).height, hash };
      expect((await lookUp(chain, tx[0], near)).sources).toEqual([]);
    });
  });
});

describeWithLitecoind('a real litecoind with an index', () => {
  let node: Litecoind;
  let chain: Chain;
  beforeAll(async () => {
    node = await start({ extraArguments: ['-txindex=1'] });
    chain = chainOf(node);
  });
  afterAll(async () => {
    await chain?.close();
    await node?.stop();
  });

  it('finds locations without a hint and sources of every type', async () => {
    const { txid, source } = await spendTaproot(node);
    await node.mine();
    const block = await chain.tip();
    await node.mine(2);
    const facts = await lookUp(chain, txid, null);
    expect(facts).toEqual({ place: { kind: 'block', block }, sources: [source] });
  });
});

describeWithLitecoind('a litecoind that accepts replacements', () => {
  it('forgets the replaced payment and shows its replacement', async () => {
    const node = await start({ acceptsReplacements: true });
    const chain = chainOf(node);
    try {
      const address = await node.address();
      const txid = await node.pay(address, '3.0');
      expect((await chain.mempool()).payments.some((payment) => payment.txid === txid)).toBe(true);
      const replacement = await node.rpc('sendrawtransaction', await node.conflictWith(txid), 0);
      expect((await lookUp(chain, txid, null)).place).toEqual({ kind: 'unknown' });
      expect((await chain.mempool()).payments).toMatchObject([{ txid: replacement }]);

      const { txid: bumped } = await node.rpc('bumpfee', await node.pay(address, '0.1'));
      expect((await chain.mempool()).payments.some((payment) => payment.txid === bumped)).toBe(
        true,
      );
    } finally {
      await chain.close();
      await node.stop();
    }
  });
});
