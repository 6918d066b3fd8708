// The guarantees of both ports, over the evm family and a real Ethereum node.
import { evmChain } from '../../src/chains/evm/evm-chain.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { anvilHarness, setDown } from './anvil-harness.ts';
import { chainConformance } from './chain.ts';
import { transferConformance } from './transfers.ts';

const makeHarness = () =>
  anvilHarness({
    coin: coinOf('ETH'),
    openChain: evmChain,
    configured: { finality: 'finalized' },
    paymentsOn: async (node) => ({
      pay: (address, amount) => node.pay(address, amount),
      replace: (txid, to, amount) => node.replace(txid, { to, amount }),
    }),
  });

const abilities = { payTogether: false, replace: true, sources: true, setDown, finalBlock: true };
chainConformance('anvil', abilities, makeHarness);
const sending = {
  mineEmpty: true,
  drop: true,
  setDown,
  openAt: true,
  queuesNumbers: true,
  numbers: true,
};
transferConformance('anvil', sending, makeHarness);
