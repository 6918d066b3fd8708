// The guarantees of both ports, over the evm family and a real Ethereum node: an anvil of our own, or the one that
// ETH_TEST_NODE names.
import { evmChain } from '../../src/chains/evm/evm-chain.ts';
import { evmFamily } from '../../src/chains/evm/evm-transfers.ts';
import type { Destination } from '../../src/coins/coin.ts';
import { known } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { startAnvil } from '../support/anvil.ts';
import { chainConformance } from './chain.ts';
import type { Payment } from './chain-harness.ts';
import { ourWallet } from './our-wallet.ts';
import type { TransferHarness } from './transfer-harness.ts';
import { transferConformance } from './transfers.ts';

const coin = coinOf('ETH');
const network = 'regtest';
const log = createLog('silent');
/** A node that somebody else started is not ours to stop. */
const setDown = process.env['ETH_TEST_NODE'] === undefined;

const abilities = { payTogether: false, replace: true, sources: true, setDown, finalBlock: true };
chainConformance('anvil', abilities, makeHarness);
const sending = { mineEmpty: true, forget: true, setDown, openAt: true, queuesNumbers: true };
transferConformance('anvil', sending, makeHarness);

async function makeHarness(): Promise<TransferHarness> {
  const node = await startAnvil();
  const options = { coin, network, url: node.url, log, finality: 'finalized' } as const;
  const paid = new Map<string, Destination>();
  const wallet = ourWallet(coin, network);
  const pay = async ({ destination, amount }: Payment) => {
    const txid = await node.pay(destination.address, amount);
    paid.set(txid, destination);
    return txid;
  };
  return {
    coin,
    network,
    open: async () => evmChain(options),
    openSending: async () => evmFamily(options),
    openAt(at) {
      const other = { ...options, ...at };
      return { chain: evmChain(other), sending: evmFamily(other) };
    },
    ...wallet,
    pay,
    async payMany(payments) {
      const txids: string[] = [];
      for (const payment of payments) txids.push(await pay(payment));
      return txids;
    },
    payTogether: () => Promise.reject(new Error('a transfer of ETH pays one address')),
    mine: (count) => node.mine(count),
    mineEmpty: (count) => node.mineEmpty(count),
    forget: () => node.forget(),
    reorganise: (depth) => node.reorganise(depth),
    async replace(txid, amount) {
      const to = amount === 0n ? await wallet.payee() : known(paid.get(txid), 'our payment');
      return node.replace(txid, { to: to.address, amount });
    },
    setDown: (isDown) => (isDown ? node.halt() : node.restart()),
    close: () => node.stop(),
  };
}
