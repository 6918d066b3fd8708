// The guarantees of both ports over a token whose contract counts finer than the ledger (18 decimals, as on BNB Smart
// Chain), on an anvil under the chain id of that network. Each payment brings a little more than the ledger can say.
import { tokenChain } from '../../src/chains/evm/token-chain.ts';
import { definedCoin } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { deployToken, TOKEN_ADDRESS } from '../support/erc20.ts';
import { anvilHarness, setDown } from './anvil-harness.ts';
import { chainConformance } from './chain.ts';
import { transferConformance } from './transfers.ts';

const ETHER = 10n ** 18n;
/** Of the contract, for one of the ledger. */
const UNIT = 10n ** 12n;
/** Less than a unit, however often it comes in a test. */
const TOO_FINE = 7n;

const makeHarness = () =>
  anvilHarness({
    coin: defined(definedCoin('USDT.bnb_smart_chain').token, 'a token').withContract(
      'regtest',
      TOKEN_ADDRESS,
    ),
    openChain: tokenChain,
    async paymentsOn(node) {
      const token = await deployToken(node, 'standard', { decimals: 18 });
      await node.mine();
      const fine = (amount: bigint) => (amount === 0n ? 0n : amount * UNIT + TOO_FINE);
      return {
        pay: (address, amount) => token.pay(address, fine(amount)),
        replace: (txid, to, amount) => token.replace(txid, to, fine(amount)),
      };
    },
    async fundFees(node, address) {
      await node.pay(address, ETHER);
    },
  });

chainConformance(
  'a token of 18 decimals on anvil',
  { payTogether: false, replace: true, sources: true, setDown },
  makeHarness,
);

const sending = { mineEmpty: true, drop: true, setDown, openAt: true, queuesNumbers: true };
transferConformance(
  'a token of 18 decimals on anvil',
  { ...sending, failsLater: true },
  makeHarness,
);
