// The guarantees of the Chain port, over a token's contract on a real Ethereum node: an anvil of our own, or the one
// that ETH_TEST_NODE names. The contract answers nothing to a transfer, like USDT's.
import { tokenChain } from '../../src/chains/evm/token-chain.ts';
import type { Destination } from '../../src/coins/coin.ts';
import { known } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { startAnvil } from '../support/anvil.ts';
import { deployToken, TOKEN_ADDRESS } from '../support/erc20.ts';
import { chainConformance } from './chain.ts';
import type { ChainHarness, Payment } from './chain-harness.ts';
import { ourWallet } from './our-wallet.ts';

const network = 'regtest';
const coin = known(coinOf('USDT').token, 'a token').withContract(network, TOKEN_ADDRESS);
const log = createLog('silent');
/** A node that somebody else started is not ours to stop. */
const setDown = process.env['ETH_TEST_NODE'] === undefined;

chainConformance(
  'a token on anvil',
  { payTogether: false, replace: true, sources: true, setDown },
  makeHarness,
);

async function makeHarness(): Promise<ChainHarness> {
  const node = await startAnvil();
  const token = await deployToken(node, 'silent');
  await node.mine();
  const options = { coin, network, url: node.url, log } as const;
  const paid = new Map<string, Destination>();
  const wallet = ourWallet(coin, network);
  const pay = async ({ destination, amount }: Payment) => {
    const txid = await token.pay(destination.address, amount);
    paid.set(txid, destination);
    return txid;
  };
  return {
    coin,
    network,
    open: async () => tokenChain(options),
    newDestination: wallet.newDestination,
    pay,
    async payMany(payments) {
      const txids: string[] = [];
      for (const payment of payments) txids.push(await pay(payment));
      return txids;
    },
    payTogether: () => Promise.reject(new Error('a transfer of a token pays one address')),
    mine: (count) => node.mine(count),
    reorganise: (depth) => node.reorganise(depth),
    async replace(txid, amount) {
      const to = amount === 0n ? await wallet.payee() : known(paid.get(txid), 'our payment');
      return token.replace(txid, to.address, amount);
    },
    setDown: (isDown) => (isDown ? node.halt() : node.restart()),
    close: () => node.stop(),
  };
}
