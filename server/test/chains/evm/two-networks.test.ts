// Two networks with the same keys (anvils with two chain ids): the same address and nonce on both cause no confusion.
// What is signed for one is rejected by the other, and each reports only its own transactions.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WrongNetwork } from '../../../src/chains/chain.ts';
import { evmChain } from '../../../src/chains/evm/evm-chain.ts';
import { evmFamily } from '../../../src/chains/evm/evm-transfers.ts';
import type { SendingFamily, TransferPlan } from '../../../src/chains/transfers.ts';
import type { Coin } from '../../../src/coins/coin.ts';
import { definedCoin } from '../../../src/coins/registry.ts';
import { createLog } from '../../../src/core/log.ts';
import { ourWallet } from '../../conformance/our-wallet.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';

const network = 'regtest';
const log = createLog('silent');
const ETHER = 10n ** 18n;
const FEE = 21_000n * 100n * 10n ** 9n;

interface Side {
  readonly coin: Coin;
  readonly node: Anvil;
  readonly sending: SendingFamily;
}

let ethereum: Side;
let polygon: Side;
const wallet = ourWallet(definedCoin('ETH'), network);
let sender: string;

async function open(code: string, chainId?: number): Promise<Side> {
  const coin = definedCoin(code);
  const node = await startAnvil(chainId === undefined ? {} : { chainId });
  return { coin, node, sending: evmFamily({ coin, network, url: node.url, log }) };
}

beforeAll(async () => {
  ethereum = await open('ETH');
  polygon = await open('POL', 31_338);
  sender = (await wallet.newDestination()).address;
  for (const { node } of [ethereum, polygon]) {
    await node.pay(sender, ETHER);
    await node.mine();
  }
});
afterAll(async () => {
  for (const { node, sending } of [ethereum, polygon]) {
    sending.network.close();
    await node.stop();
  }
});

/** Identical except for the coin. */
async function plans(number: number): Promise<readonly [TransferPlan, TransferPlan]> {
  const { address } = await wallet.payee();
  const planOf = ({ coin }: Side): TransferPlan => ({
    coin: coin.code,
    origin: { sender, number },
    outputs: [{ address, tag: null, amount: 1_000n }],
    fee: FEE,
  });
  return [planOf(ethereum), planOf(polygon)];
}

test('a node of the other network is rejected by name', async () => {
  const { coin } = polygon;
  const chain = evmChain({ coin, network, url: ethereum.node.url, log });
  await expect(chain.checkNetwork()).rejects.toThrow(WrongNetwork);
  await expect(chain.checkNetwork()).rejects.toThrow('chain id 31337, which is ETH regtest');
  await chain.close();
});

test('each network has its own nonce for the same address', async () => {
  const [onEthereum, onPolygon] = await plans(0);
  const [first, second] = [
    ethereum.sending.sign(onEthereum, wallet.keyOf),
    polygon.sending.sign(onPolygon, wallet.keyOf),
  ];
  expect(first.txid).not.toBe(second.txid);
  expect(await ethereum.sending.network.broadcast(first)).toEqual({ kind: 'accepted' });
  await ethereum.node.mine();
  // The other network has no trace of it.
  const account = (side: Side) => side.sending.network.account(sender);
  expect(await account(ethereum)).toMatchObject({ nextNumber: 1 });
  expect(await account(polygon)).toMatchObject({ nextNumber: 0, spendable: ETHER });
  expect(await polygon.sending.network.spendersOf(onPolygon, 0)).toEqual([]);
  expect(await polygon.sending.network.broadcast(second)).toEqual({ kind: 'accepted' });
  await polygon.node.mine();
  expect(await account(polygon)).toMatchObject({ nextNumber: 1 });
  expect(await ethereum.sending.network.spendersOf(onEthereum, 0)).toMatchObject([
    { txid: first.txid },
  ]);
  expect(await polygon.sending.network.spendersOf(onPolygon, 0)).toMatchObject([
    { txid: second.txid },
  ]);
});

test('a transaction signed for one network is rejected by the other, whose nonce stays free', async () => {
  const [onEthereum, onPolygon] = await plans(1);
  const signed = ethereum.sending.sign(onEthereum, wallet.keyOf);
  expect(await polygon.sending.network.broadcast(signed)).toMatchObject({ kind: 'refused' });
  await polygon.node.mine();
  expect(await polygon.sending.network.account(sender)).toMatchObject({ nextNumber: 1 });
  expect(await polygon.sending.network.spendersOf(onPolygon, 0)).toEqual([]);
  expect(await ethereum.sending.network.broadcast(signed)).toEqual({ kind: 'accepted' });
});

test('a plan of one network is not signed by the other', async () => {
  const [onEthereum, onPolygon] = await plans(2);
  expect(() => polygon.sending.sign(onEthereum, wallet.keyOf)).toThrow('a plan of ETH');
  expect(() => ethereum.sending.sign(onPolygon, wallet.keyOf)).toThrow('a plan of POL');
});
