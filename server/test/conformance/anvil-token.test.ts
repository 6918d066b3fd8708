// The guarantees of both ports, over a token's contract on a real Ethereum node: an anvil of our own, or the one
// that ETH_TEST_NODE names. The contract answers nothing to a transfer, like USDT's.
import { evmFamily } from '../../src/chains/evm/evm-transfers.ts';
import { tokenChain } from '../../src/chains/evm/token-chain.ts';
import type { Destination } from '../../src/coins/coin.ts';
import { known } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { startAnvil } from '../support/anvil.ts';
import { deployToken, TOKEN_ADDRESS } from '../support/erc20.ts';
import { chainConformance } from './chain.ts';
import type { Payment } from './chain-harness.ts';
import { ourWallet } from './our-wallet.ts';
import type { TransferHarness } from './transfer-harness.ts';
import { transferConformance } from './transfers.ts';

const network = 'regtest';
const coin = known(coinOf('USDT').token, 'a token').withContract(network, TOKEN_ADDRESS);
const log = createLog('silent');
const ETHER = 10n ** 18n;
/** A node that somebody else started is not ours to stop. */
const setDown = process.env['ETH_TEST_NODE'] === undefined;

chainConformance(
  'a token on anvil',
  { payTogether: false, replace: true, sources: true, setDown },
  makeHarness,
);

const sending = { mineEmpty: true, forget: true, setDown, openAt: true, queuesNumbers: true };
transferConformance('a token on anvil', { ...sending, failsLater: true }, makeHarness);

async function makeHarness(): Promise<TransferHarness> {
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
    openSending: async () => evmFamily(options),
    openAt(at) {
      const other = { ...options, ...at };
      return { chain: tokenChain(other), sending: evmFamily(other) };
    },
    ...wallet,
    pay,
    async payMany(payments) {
      const txids: string[] = [];
      for (const payment of payments) txids.push(await pay(payment));
      return txids;
    },
    payTogether: () => Promise.reject(new Error('a transfer of a token pays one address')),
    async fundFees(address) {
      await node.pay(address, ETHER);
    },
    mine: (count) => node.mine(count),
    mineEmpty: (count) => node.mineEmpty(count),
    forget: () => node.forget(),
    reorganise: (depth) => node.reorganise(depth),
    async replace(txid, amount) {
      const to = amount === 0n ? await wallet.payee() : known(paid.get(txid), 'our payment');
      return token.replace(txid, to.address, amount);
    },
    setDown: (isDown) => (isDown ? node.halt() : node.restart()),
    close: () => node.stop(),
  };
}
