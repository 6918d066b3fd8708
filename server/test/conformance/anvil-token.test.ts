// The guarantees of both ports, for a token contract on a real Ethereum node. The contract returns nothing from a
// transfer, like USDT's.
import { tokenChain } from '../../src/chains/evm/token-chain.ts';
import { defined } from '../../src/core/assert.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { deployToken, TOKEN_ADDRESS } from '../support/erc20.ts';
import { anvilHarness, setDown } from './anvil-harness.ts';
import { chainConformance } from './chain.ts';
import { transferConformance } from './transfers.ts';

const ETHER = 10n ** 18n;

const makeHarness = () =>
  anvilHarness({
    coin: defined(coinOf('USDT').token, 'a token').withContract('regtest', TOKEN_ADDRESS),
    openChain: tokenChain,
    async paymentsOn(node) {
      const token = await deployToken(node, 'silent');
      await node.mine();
      return token;
    },
    async fundFees(node, address) {
      await node.pay(address, ETHER);
    },
  });

chainConformance(
  'a token on anvil',
  { payTogether: false, replace: true, sources: true, setDown },
  makeHarness,
);

const sending = { mineEmpty: true, drop: true, setDown, openAt: true, queuesNumbers: true };
transferConformance('a token on anvil', { ...sending, failsLater: true }, makeHarness);
