// A token's payments on a real node: only transfers of the configured contract count, and an address's gain is measured
// by its balance, whatever the contract reports.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Block, ChainUnavailable, WrongNetwork } from '../../../src/chains/chain.ts';
import { examineToken } from '../../../src/chains/evm/check-network.ts';
import { BY_CONTRACTS } from '../../../src/chains/evm/payments-of.ts';
import { evmRpc } from '../../../src/chains/evm/rpc.ts';
import { tokenChain } from '../../../src/chains/evm/token-chain.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';
import { deployToken, type TestToken, TOKEN_ADDRESS } from '../../support/erc20.ts';
import { lookUp } from '../../support/look-up.ts';
import { type ProxiedAnswer, type ProxiedCall, startRpcProxy } from '../../support/rpc-proxy.ts';
import { coinOf, ourAddresses } from '../simulated/simulation-on.ts';

const network = 'regtest';
const coin = defined(coinOf('USDT').token, 'a token').withContract(network, TOKEN_ADDRESS);
const addressAt = ourAddresses(coin, network);
const log = createLog('silent');
const DOLLAR = 1_000_000n;

describe('a token on a real node', () => {
  let node: Anvil;
  let token: TestToken;
  let used = 0;
  const newAddress = () => {
    used += 1;
    return addressAt(used);
  };
  const open = (url = node.url) => tokenChain({ coin, network, url, log });

  beforeAll(async () => {
    node = await startAnvil();
    token = await deployToken(node);
    await node.mine();
  });
  beforeEach(() => token.become('standard'));
  afterAll(() => node.stop());

  /** The adapter's view of a new block, through a node with altered responses. */
  async function minedBlock(change?: (call: ProxiedCall, answer: ProxiedAnswer) => ProxiedAnswer) {
    await node.mine();
    const proxy = await startRpcProxy(node.url, change ?? ((_, answer) => answer));
    const chain = open(proxy.url);
    try {
      const { height } = await chain.tip();
      const block: Block = defined((await chain.blocks(height, 1))[0], 'a block');
      const gained = await chain.gained?.(block.payments, block);
      return { block, payments: block.payments, gained };
    } finally {
      await chain.close();
      await proxy.close();
    }
  }

  const paid = (txid: string, address: string, amount: bigint) => ({
    txid,
    index: BY_CONTRACTS,
    address,
    tag: null,
    amount,
  });

  test("a transfer is a payment of the address's actual gain", async () => {
    const address = newAddress();
    const txid = await token.pay(address, 5n * DOLLAR);
    const { payments, gained } = await minedBlock();
    expect(payments).toEqual([paid(txid, address, 5n * DOLLAR)]);
    expect(gained).toEqual(payments);
    expect(await token.balanceOf(address)).toBe(5n * DOLLAR);
  });

  test('a lookalike contract pays no one', async () => {
    const address = newAddress();
    const other = await deployToken(node, 'standard', {
      address: `0x70ce${'0'.repeat(34)}02`,
    });
    await other.pay(address, 5n * DOLLAR);
    expect((await minedBlock()).payments).toEqual([]);
  });

  test('a failed, zero or self transfer pays nothing', async () => {
    const before = await token.balanceOf(node.payer);
    const failing = await token.pay(newAddress(), before + 1n);
    await token.pay(newAddress(), 0n);
    await token.pay(node.payer, DOLLAR);
    const { payments } = await minedBlock();
    expect(payments).toEqual([]);
    expect((await node.rpc('eth_getTransactionReceipt', failing)).status).toBe('0x0');
  });

  test('an amount that a contract keeps was not paid', async () => {
    await token.become('taxed');
    const address = newAddress();
    const txid = await token.pay(address, 100n * DOLLAR);
    const { payments, gained } = await minedBlock();
    expect(payments).toEqual([paid(txid, address, 100n * DOLLAR)]);
    expect(gained).toEqual([paid(txid, address, 99n * DOLLAR)]);
  });

  test('of two payments in one block the later one bears a shortfall', async () => {
    await token.become('taxed');
    const address = newAddress();
    const first = await token.pay(address, 60n * DOLLAR);
    const second = await token.pay(address, 40n * DOLLAR);
    const { gained } = await minedBlock();
    expect(gained).toEqual([
      paid(first, address, 60n * DOLLAR),
      paid(second, address, 39n * DOLLAR),
    ]);
  });

  test('an amount that a contract only announces was not paid', async () => {
    await token.become('lying');
    const address = newAddress();
    await token.pay(address, 5n * DOLLAR);
    const { payments, gained } = await minedBlock();
    expect(payments).toHaveLength(1);
    expect(gained).toEqual([]);
  });

  test('an address that also pays out in the block gained everything that arrived', async () => {
    const address = newAddress();
    await token.pay(address, 7n * DOLLAR);
    await node.mine();
    const txid = await token.pay(address, 5n * DOLLAR);
    await node.rpc('anvil_setBalance', address, '0xde0b6b3a7640000');
    await node.rpc('anvil_impersonateAccount', address);
    await token.payFrom(address, newAddress(), 7n * DOLLAR);
    const { gained } = await minedBlock();
    expect(gained).toContainEqual(paid(txid, address, 5n * DOLLAR));
    expect(await token.balanceOf(address)).toBe(5n * DOLLAR);
  });

  test('a node that no longer has the balances reports it; for a recent block it is queried again', async () => {
    const without =
      (tip: string | null) =>
      (call: ProxiedCall, answer: ProxiedAnswer): ProxiedAnswer => {
        if (call.method === 'eth_blockNumber' && tip !== null) return { id: call.id, result: tip };
        if (call.method !== 'eth_call') return answer;
        return { id: call.id, error: { code: -32000, message: 'missing trie node' } };
      };
    await token.pay(newAddress(), DOLLAR);
    expect((await minedBlock(without('0xffff'))).gained).toBeNull();
    await token.pay(newAddress(), DOLLAR);
    await expect(minedBlock(without(null))).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test('a contract without balances is not trusted', async () => {
    await token.pay(newAddress(), DOLLAR);
    const silent = minedBlock((call, answer) =>
      call.method === 'eth_call' ? { id: call.id, result: '0x' } : answer,
    );
    await expect(silent).rejects.toThrow(ChainUnavailable);
  });

  test('events that the node has not indexed yet are found in the receipts', async () => {
    const address = newAddress();
    const txid = await token.pay(address, DOLLAR);
    const { payments } = await minedBlock((call, answer) =>
      call.method === 'eth_getLogs' ? { id: call.id, result: [] } : answer,
    );
    expect(payments).toEqual([paid(txid, address, DOLLAR)]);
  });

  test('a lagging node without block receipts is queried for each one, and never trusted', async () => {
    const address = newAddress();
    const lagging =
      (...refused: readonly string[]) =>
      (call: ProxiedCall, answer: ProxiedAnswer): ProxiedAnswer => {
        if (call.method === 'eth_getLogs') return { id: call.id, result: [] };
        if (!refused.includes(call.method)) return answer;
        return { id: call.id, error: { code: -32000, message: 'not now' } };
      };
    const txid = await token.pay(address, DOLLAR);
    const { payments } = await minedBlock(lagging('eth_getBlockReceipts'));
    expect(payments).toEqual([paid(txid, address, DOLLAR)]);
    await token.pay(address, DOLLAR);
    const nothing = minedBlock(lagging('eth_getBlockReceipts', 'eth_getTransactionReceipt'));
    await expect(nothing).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test('amounts paid out in an unindexed block are counted', async () => {
    const address = newAddress();
    await token.pay(address, 7n * DOLLAR);
    await node.mine();
    const txid = await token.pay(address, 5n * DOLLAR);
    await node.rpc('anvil_setBalance', address, '0xde0b6b3a7640000');
    await node.rpc('anvil_impersonateAccount', address);
    await token.payFrom(address, newAddress(), 7n * DOLLAR);
    const { gained } = await minedBlock((call, answer) =>
      call.method === 'eth_getLogs' ? { id: call.id, result: [] } : answer,
    );
    expect(gained).toContainEqual(paid(txid, address, 5n * DOLLAR));
  });

  test('events of another block are rejected', async () => {
    await token.pay(newAddress(), DOLLAR);
    const mixed = minedBlock((call, answer) => {
      if (call.method !== 'eth_getLogs') return answer;
      const logs = answer.result as readonly object[];
      const blockHash = `0x${'ab'.repeat(32)}`;
      return { id: call.id, result: logs.map((item) => ({ ...item, blockHash })) };
    });
    await expect(mixed).rejects.toThrow('of another block');
  });

  test('the source of a payment is the token holder, never the contract', async () => {
    const txid = await token.pay(newAddress(), DOLLAR);
    await node.mine();
    const chain = open();
    expect((await lookUp(chain, txid, null)).sources).toEqual([node.payer.toLowerCase()]);
    await chain.close();
  });

  test('a plain ether payment to an address is not a token payment', async () => {
    await node.pay(newAddress(), 10n ** 18n);
    expect((await minedBlock()).payments).toEqual([]);
    await node.pay(newAddress(), 10n ** 18n);
    const chain = open();
    expect((await chain.mempool()).payments).toEqual([]);
    await chain.close();
    await node.mine();
  });

  test('a missing contract, or one with other decimals, is rejected', async () => {
    const at = (contract: string) =>
      tokenChain({
        network,
        url: node.url,
        log,
        coin: defined(coin.token, 'a token').withContract(network, contract),
      });
    await expect(at(`0x${'77'.repeat(20)}`).checkNetwork()).rejects.toThrow(WrongNetwork);
    // PUSH1 18 PUSH0 MSTORE PUSH1 32 PUSH0 RETURN: returns 18 for every call.
    const ether = `0x${'78'.repeat(20)}`;
    await node.setCode(ether, '60125f5260205ff3');
    await expect(at(ether).checkNetwork()).rejects.toThrow('should have 6 decimals');
  });

  test('doctor shows the contract', async () => {
    const rpc = evmRpc({ url: node.url });
    const findings = await examineToken(rpc, { coin, network });
    rpc.close();
    const found = { contract: TOKEN_ADDRESS, symbol: 'USDT', decimals: 6 };
    expect(findings).toMatchObject([
      { check: 'network', ok: true, detail: { network: 'USDT on Ethereum (ERC20) regtest' } },
      { check: 'contract', ok: true, detail: { code: 'node_contract', ...found } },
    ]);
  });
});
