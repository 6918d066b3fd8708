// The adapter against a real litecoind on regtest: blocks, mempool, network, and an unavailable node.
import * as btc from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, ChainUnavailable, WrongNetwork } from '../../../src/chains/chain.ts';
import { defined } from '../../../src/core/assert.ts';
import { describeWithLitecoind, type Litecoind } from '../../support/litecoind.ts';
import { lookUp } from '../../support/look-up.ts';
import { chainOf, LITECOIN_REGTEST, MISSING, start } from './real-node.ts';

const COIN = 100_000_000n;

describeWithLitecoind('a real litecoind', () => {
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

  describe('blocks', () => {
    it('tip and hashes match the node, and nothing is above the tip', async () => {
      const tip = await chain.tip();
      expect(tip).toEqual({
        height: await node.rpc('getblockcount'),
        hash: await node.rpc('getbestblockhash'),
      });
      expect(await chain.hashAt(tip.height)).toBe(tip.hash);
      expect(await chain.hashAt(tip.height + 1)).toBeNull();
    });

    it('are read from block 0 to the tip, linked, and end there', async () => {
      const { height } = await chain.tip();
      const blocks = await chain.blocks(0, height + 50);
      expect(blocks).toHaveLength(height + 1);
      expect(blocks[0]?.parentHash).toBe('0'.repeat(64));
      for (const [index, block] of blocks.entries()) {
        expect(block.height).toBe(index);
        if (index > 0) expect(block.parentHash).toBe(blocks[index - 1]?.hash);
      }
      expect(await chain.blocks(height + 1, 10)).toEqual([]);
    });

    it('contain every output to an address once, with its exact amount', async () => {
      const address = await node.address();
      const legacy = await node.address('legacy');
      const nested = await node.address('p2sh-segwit');
      const other = await node.pay(address, '0.00012345');
      const [coin] = await node.rpc('listunspent', 1);
      // Two outputs to one address: the node's own wallet can't create that.
      const tx = new btc.Transaction({ allowUnknownOutputs: true });
      tx.addInput({ txid: coin.txid, index: coin.vout });
      tx.addOutputAddress(address, 2_030_000_000n, LITECOIN_REGTEST);
      tx.addOutputAddress(legacy, 10_000_000n, LITECOIN_REGTEST);
      tx.addOutputAddress(nested, 765_432_101n, LITECOIN_REGTEST);
      tx.addOutput({ script: Uint8Array.of(0x6a, 2, 0, 0xff), amount: 0n });
      tx.addOutputAddress(address, 1234n, LITECOIN_REGTEST);
      const unsigned = Buffer.from(tx.unsignedTx).toString('hex');
      const { hex } = await node.rpc('signrawtransactionwithwallet', unsigned);
      // The rest is the fee: far above the node's limit, which 0 disables.
      const txid = await node.rpc('sendrawtransaction', hex, 0);
      const [hash] = await node.mine();

      const { height } = await chain.tip();
      const [block] = await chain.blocks(height, 5);
      expect(block?.hash).toBe(hash);
      const paid = defined(block, 'the block').payments.filter((payment) => payment.txid === txid);
      expect(paid).toEqual([
        { txid, index: 0, address, tag: null, amount: 2_030_000_000n },
        { txid, index: 1, address: legacy, tag: null, amount: 10_000_000n },
        { txid, index: 2, address: nested, tag: null, amount: 765_432_101n },
        { txid, index: 4, address, tag: null, amount: 1234n },
      ]);
      const small = block?.payments.filter((one) => one.txid === other && one.address === address);
      expect(small).toMatchObject([{ amount: 12_345n }]);
    });

    it('pay what the node reports', async () => {
      const { height } = await chain.tip();
      for (const block of await chain.blocks(height - 5, 6)) {
        const { totalfee, subsidy } = await node.rpc('getblockstats', block.height);
        const { total_out } = await node.rpc('getblockstats', block.height, ['total_out']);
        const sum = block.payments.reduce((total, { amount }) => total + amount, 0n);
        expect(sum).toBe(BigInt(total_out) + BigInt(totalfee) + BigInt(subsidy));
      }
    });
  });

  it('a reorganization shows as another hash, and the new blocks link to the old ones', async () => {
    const address = await node.address();
    const txid = await node.pay(address, '1.5');
    await node.mine(3);
    const { height } = await chain.tip();
    const before = await chain.blocks(height - 3, 4);
    await node.reorganise(3);
    expect(await chain.hashAt(height - 3)).toBe(before[0]?.hash);
    for (const block of before.slice(1)) {
      expect(await chain.hashAt(block.height)).not.toBe(block.hash);
    }
    const after = await chain.blocks(height - 3, 10);
    expect(after).toHaveLength(5);
    expect(after.flatMap(({ payments }) => payments).some((one) => one.txid === txid)).toBe(false);
    const lost = defined(before[1], 'the block that was replaced');
    expect((await lookUp(chain, txid, lost)).place).toEqual({ kind: 'mempool' });
    await node.mine();
  });

  describe('the mempool', () => {
    it('reports each payment once', async () => {
      (await chain.mempool()).payments;
      const address = await node.address();
      const txid = await node.pay(address, '2.5');
      const ours = (await chain.mempool()).payments.filter(
        (payment) => payment.address === address,
      );
      expect(ours).toMatchObject([{ txid, tag: null, amount: (5n * COIN) / 2n }]);
      expect((await chain.mempool()).payments).toEqual([]);
      const second = await node.pay(address, '0.5');
      const more = (await chain.mempool()).payments.filter(
        (payment) => payment.address === address,
      );
      expect(more).toMatchObject([{ txid: second }]);
      await node.mine();
      expect((await chain.mempool()).payments).toEqual([]);
    });
  });

  it('the network is checked by block 0', async () => {
    await expect(chain.checkNetwork()).resolves.toBeUndefined();
    const wrong = [{ network: 'main' }, { code: 'BTC' }, { code: 'BCH' }] as const;
    for (const facts of wrong) {
      const failure = await chainOf(node, facts)
        .checkNetwork()
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(WrongNetwork);
      expect(String(failure)).toContain(
        '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9, which is LTC regtest',
      );
    }
  });
});

describeWithLitecoind('a litecoind that stops', () => {
  it('is unavailable while down and responds again after a restart with a new cookie', async () => {
    const node = await start({ blocks: 3 });
    const chain = chainOf(node);
    try {
      const tip = await chain.tip();
      await node.halt();
      const calls = [
        () => chain.tip(),
        () => chain.hashAt(1),
        () => chain.blocks(1, 2),
        () => chain.mempool(),
        () => lookUp(chain, MISSING, null),
        () => chain.checkNetwork(),
      ];
      for (const call of calls) await expect(call()).rejects.toBeInstanceOf(ChainUnavailable);
      await node.restart();
      expect(await chain.tip()).toEqual(tip);
    } finally {
      await chain.close();
      await node.stop();
    }
  });
});
