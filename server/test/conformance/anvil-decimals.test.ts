// The guarantees of both ports for a token with more decimals than the ledger (18, as on BNB Smart Chain), on an anvil
// with that network's chain id. Each payment is slightly more than the ledger can represent.
import { tokenChain } from '../../src/chains/evm/token-chain.ts';
import { definedCoin } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { deployToken, TOKEN_ADDRESS } from '../support/erc20.ts';
import { anvilHarness, setDown } from './anvil-harness.ts';
import { chainConformance } from './chain.ts';
import { transferConformance } from './transfers.ts';

const ETHER = 10n ** 18n;
/** The contract's units per unit of the ledger. */
const UNIT = 10n ** 12n;
/** Less than one unit of the ledger, however many payments a test adds up. */
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
