// Both ports on a real Ethereum node: an anvil of our own, or the one in ETH_TEST_NODE. The suites of ETH and of a
// token define how they are opened and paid.
import type { Chain } from '../../src/chains/chain.ts';
import { evmFamily } from '../../src/chains/evm/evm-transfers.ts';
import type { Coin, Destination } from '../../src/coins/coin.ts';
import { defined } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import type { Payment } from './chain-harness.ts';
import { ourWallet } from './our-wallet.ts';
import type { TransferHarness } from './transfer-harness.ts';

const network = 'regtest';
const log = createLog('silent');

/** A node that the test did not start is not stopped. */
export const setDown = process.env['ETH_TEST_NODE'] === undefined;

interface Payments {
  /** Pays the coin to an address. Returns the txid. */
  pay(address: string, amount: bigint): Promise<string>;
  replace(txid: string, to: string, amount: bigint): Promise<string>;
}

export interface Opened {
  readonly coin: Coin;
  readonly openChain: (options: Parameters<typeof evmFamily>[0]) => Chain;
  readonly paymentsOn: (node: Anvil) => Promise<Payments>;
  /** Configuration beyond what both share. */
  readonly configured?: { readonly finality: 'finalized' };
  readonly fundFees?: (node: Anvil, address: string) => Promise<void>;
}

export async function anvilHarness(opened: Opened): Promise<TransferHarness> {
  const { coin, openChain, fundFees } = opened;
  const { nodes, network: name } = coin;
  const isEthereum = name === 'ethereum' || nodes.family !== 'evm';
  const node = await startAnvil(isEthereum ? {} : { chainId: nodes.chainIds[network] });
  const payments = await opened.paymentsOn(node);
  const options = { coin, network, url: node.url, log, ...opened.configured } as const;
  const paid = new Map<string, Destination>();
  const wallet = ourWallet(coin, network);
  const pay = async ({ destination, amount }: Payment) => {
    const txid = await payments.pay(destination.address, amount);
    paid.set(txid, destination);
    return txid;
  };
  return {
    coin,
    network,
    open: async () => openChain(options),
    openSending: async () => evmFamily(options),
    openAt(at) {
      const other = { ...options, ...at };
      return { chain: openChain(other), sending: evmFamily(other) };
    },
    ...wallet,
    pay,
    async payMany(wanted) {
      const txids: string[] = [];
      for (const payment of wanted) txids.push(await pay(payment));
      return txids;
    },
    payTogether: () => Promise.reject(new Error('a transfer on Ethereum pays one address')),
    ...(fundFees === undefined ? {} : { fundFees: (address: string) => fundFees(node, address) }),
    mine: (count) => node.mine(count),
    mineEmpty: (count) => node.mineEmpty(count),
    drop: () => node.drop(),
    reorganise: (depth) => node.reorganise(depth),
    async replace(txid, amount) {
      const to = amount === 0n ? await wallet.payee() : defined(paid.get(txid), 'our payment');
      return payments.replace(txid, to.address, amount);
    },
    setDown: (isDown) => (isDown ? node.halt() : node.restart()),
    close: () => node.stop(),
  };
}
