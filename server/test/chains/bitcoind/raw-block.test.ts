// Blocks parsed from their bytes match the node's own output; bytes of another block than requested are rejected.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputsOf, outputsOf, rawBlock } from '../../../src/chains/bitcoind/raw-block.ts';
import { bitcoindNodes } from '../../../src/coins/registry.ts';
import { defined } from '../../../src/core/assert.ts';
import { amountOf } from '../../../src/core/money.ts';
import { expectRefusal } from '../../conformance/refusal-texts.ts';
import { prematureSpend } from '../../conformance/transfer-standard.ts';
import { describeWithLitecoind, type Litecoind } from '../../support/litecoind.ts';
import { coinOf } from '../simulated/simulation-on.ts';
import { chainOf, spendFrom, spendTaproot, start } from './real-node.ts';

const { blocks: BITCOIN } = bitcoindNodes('BTC');
const { blocks: MERGE_MINED } = bitcoindNodes('DOGE');

const GENESIS_COINBASE = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
/** Block 0 of Bitcoin. */
const GENESIS_HASH = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const GENESIS = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e' +
    '67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c01010000000100000000000000000000' +
    '00000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f' +
    '4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f75742066' +
    '6f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a6' +
    '7962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  'hex',
);

/** With the version bit set for that, which changes its hash. */
function merged(work: Buffer): { bytes: Buffer; hash: string } {
  const header = Buffer.from(GENESIS.subarray(0, 80));
  header.writeUInt32LE(0x0062_0102);
  const bytes = Buffer.concat([header, work, GENESIS.subarray(80)]);
  const digest = createHash('sha256').update(createHash('sha256').update(header).digest()).digest();
  return { bytes, hash: digest.reverse().toString('hex') };
}

describe('a merge-mined block', () => {
  const coinbase = GENESIS.subarray(81);
  const branch = (length: number) =>
    Buffer.concat([Buffer.from([length]), Buffer.alloc(32 * length, 7), Buffer.alloc(4)]);
  const work = Buffer.concat([
    coinbase,
    Buffer.alloc(32, 9),
    branch(3),
    branch(0),
    Buffer.alloc(80),
  ]);

  it("has the transactions after the other chain's proof", () => {
    const { bytes, hash } = merged(work);
    const { transactions } = rawBlock(bytes, hash, MERGE_MINED);
    expect(transactions).toMatchObject([{ txid: GENESIS_COINBASE, madeBy: 'coinbase' }]);
  });

  it('is read normally on a chain without merged mining, where the bit has no meaning', () => {
    const { bytes, hash } = merged(Buffer.alloc(0));
    expect(rawBlock(bytes, hash, BITCOIN).transactions).toMatchObject([{ txid: GENESIS_COINBASE }]);
  });

  it('is rejected with a truncated proof', () => {
    const { bytes, hash } = merged(work.subarray(0, -1));
    expect(() => rawBlock(bytes, hash, MERGE_MINED)).toThrow(RangeError);
  });
});

describe('block 0 of Bitcoin', () => {
  it('is read from its bytes', () => {
    const block = rawBlock(GENESIS, GENESIS_HASH, BITCOIN);
    expect(block).toMatchObject({ parentHash: '0'.repeat(64), time: 1_231_006_505 });
    const coinbase = defined(block.transactions[0], 'the coinbase');
    expect(block.transactions).toHaveLength(1);
    expect(coinbase.txid).toBe(GENESIS_COINBASE);
    expect(outputsOf(block, coinbase)).toMatchObject([{ amount: 5_000_000_000n }]);
  });

  it('is not read with any byte changed', () => {
    fc.assert(
      fc.property(fc.nat(GENESIS.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(GENESIS);
        changed.writeUInt8(changed.readUInt8(at) ^ by, at);
        expect(() => rawBlock(changed, GENESIS_HASH, BITCOIN)).toThrow(RangeError);
      }),
      { numRuns: 500 },
    );
  });

  it('is not read if truncated anywhere, or as another block', () => {
    for (let length = 0; length < GENESIS.length; length++) {
      expect(() => rawBlock(GENESIS.subarray(0, length), GENESIS_HASH, BITCOIN)).toThrow(
        RangeError,
      );
    }
    expect(() => rawBlock(GENESIS, '00'.repeat(32), BITCOIN)).toThrow(
      'the header does not have the hash of this block',
    );
  });
});

const coin = coinOf('LTC');

interface Shown {
  readonly txid: string;
  readonly vin: { readonly txid?: string; readonly vout?: number; readonly ismweb?: boolean }[];
  readonly vout: {
    readonly value: number;
    readonly ismweb?: boolean;
    readonly scriptPubKey: { readonly hex: string };
  }[];
}

/** Everything that we read from a block, next to the node's own output. */
async function expectAsShown(node: Litecoind, hash: string): Promise<readonly Shown[]> {
  const shown = await node.rpc('getblock', hash, 2);
  const bytes = Buffer.from(await node.rpc('getblock', hash, 0), 'hex');
  const block = rawBlock(bytes, hash, bitcoindNodes('LTC').blocks);
  expect(block).toMatchObject({ parentHash: shown.previousblockhash, time: shown.time });
  const read = block.transactions.map((transaction) => ({
    txid: transaction.txid,
    inputs: inputsOf(block, transaction).map(({ txid, index }) => `${txid}:${index}`),
    outputs: outputsOf(block, transaction).map(({ amount, script }) => [
      amount,
      Buffer.from(script).toString('hex'),
    ]),
  }));
  const reported = (shown.tx as Shown[]).map(({ txid, vin, vout }) => ({
    txid,
    inputs: vin
      .filter(({ ismweb }) => ismweb !== true)
      .map((input) => `${input.txid ?? '0'.repeat(64)}:${input.vout ?? 0xffffffff}`),
    outputs: vout
      .filter(({ ismweb }) => ismweb !== true)
      .map(({ value, scriptPubKey }) => [amountOf(value.toFixed(8), coin), scriptPubKey.hex]),
  }));
  expect(read).toEqual(reported);
  return shown.tx;
}

describeWithLitecoind('blocks of a real litecoind', () => {
  let node: Litecoind;
  beforeAll(async () => {
    node = await start();
  });
  afterAll(() => node?.stop());

  it('are read as the node shows them, whatever their kinds of transactions', async () => {
    for (const kind of ['legacy', 'p2sh-segwit', 'bech32'] as const) {
      await spendFrom(node, await node.address(kind));
    }
    await spendTaproot(node);
    for (let n = 0; n < 5; n++) await node.pay(await node.address('legacy'), `0.0${n + 1}`);
    const [hash = ''] = await node.mine();
    expect(await expectAsShown(node, hash)).toHaveLength(7);
  });

  it('are read with more than 252 outputs in one transaction', async () => {
    const outputs = Array.from({ length: 300 }, (_, n) => {
      const script = Uint8Array.of(0, 20, n & 0xff, n >> 8, ...Buffer.alloc(18));
      return [coin.addressOfScript?.(script, 'regtest'), (n + 1) / 1000];
    });
    await node.rpc('sendmany', '', Object.fromEntries(outputs));
    const [hash = ''] = await node.mine();
    await expectAsShown(node, hash);
  });
});

/** Litecoin's extension block becomes active here; its first block needs a payment into it. */
const EXTENSION_HEIGHT = 432;
const BY_DEFAULT = '-vbparams=mweb:1601450001:9223372036854775807';

/** Signed; pays everything except a fee to another address of the node's wallet. */
async function spendingOf(node: Litecoind, output: { txid: string; index: number }) {
  const { txid, index: vout } = output;
  const raw = await node.rpc('createrawtransaction', [{ txid, vout }], {
    [await node.address()]: 18,
  });
  const { hex } = await node.rpc('signrawtransactionwithwallet', raw);
  return hex;
}

async function answerTo(node: Litecoind, hex: string): Promise<string> {
  try {
    // The fee is intentionally above the node's safety limit.
    await node.rpc('sendrawtransaction', hex, 0);
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*?(?=bad-txns)/s, '') : String(error);
  }
}

describeWithLitecoind('blocks of a litecoind with an extension block', () => {
  it('are read without it, and payments out of it are payments', async () => {
    const node = await start({ blocks: EXTENSION_HEIGHT - 1, extraArguments: [BY_DEFAULT] });
    const chain = chainOf(node);
    try {
      const inside = await node.rpc('getnewaddress', '', 'mweb');
      await node.rpc('sendtoaddress', inside, 5);
      const [first = ''] = await node.mine();
      await expectAsShown(node, first);
      await node.rpc('sendtoaddress', inside, 20);
      const [second = ''] = await node.mine();
      await expectAsShown(node, second);
      // A payment out of it: the wallet has nothing else to spend.
      const others: { txid: string; vout?: number }[] = await node.rpc('listunspent');
      const locked = others.flatMap(({ txid, vout }) => (vout === undefined ? [] : { txid, vout }));
      await node.rpc('lockunspent', false, locked);
      const outside = await node.address();
      await node.rpc('sendtoaddress', outside, 19);
      const [third = ''] = await node.mine();
      await expectAsShown(node, third);
      const blocks = await chain.blocks(EXTENSION_HEIGHT, 20);
      const paid = blocks.flatMap(({ payments }) => payments);
      const [pegOut, ...more] = paid.filter(({ address }) => address === outside);
      expect(more).toEqual([]);
      // Spendable after 6 confirmations; a coinbase after 100.
      expect(pegOut).toMatchObject({ amount: 1_900_000_000n, maturity: 6 });
      expect(new Set(paid.map(({ maturity }) => maturity))).toEqual(new Set([6, 100]));
      const spending = await spendingOf(node, defined(pegOut, 'a payment out of it'));
      expectRefusal({ coin }, await answerTo(node, spending), prematureSpend('pegout'));
      await node.mine(4);
      expectRefusal({ coin }, await answerTo(node, spending), prematureSpend('pegout'));
      await node.mine();
      expect(await answerTo(node, spending)).toBe('accepted');
    } finally {
      await chain.close();
      await node.stop();
    }
  });
});
