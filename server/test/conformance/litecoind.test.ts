// The guarantees of both ports, over the bitcoind family and a real litecoind; and over two as one.
import { bitcoindChain } from '../../src/chains/bitcoind/bitcoind-chain.ts';
import { bitcoindFamily } from '../../src/chains/bitcoind/bitcoind-transfers.ts';
import { known } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { describeWithLitecoind, startLitecoind } from '../support/litecoind.ts';
import { chainConformance } from './chain.ts';
import { coin, litecoindHarness, network } from './litecoind-harness.ts';
import { pairHarness } from './litecoind-pair.ts';
import type { TransferHarness } from './transfer-harness.ts';
import { transferConformance } from './transfers.ts';

const log = createLog('silent');
const abilities = { payTogether: true, replace: true, sources: true, setDown: true };
const sending = {
  mineEmpty: true,
  forget: true,
  setDown: true,
  openAt: true,
  queuesNumbers: false,
};

describeWithLitecoind('a real node', () => {
  chainConformance('litecoind', abilities, makeHarness);
  transferConformance('litecoind', sending, makeHarness);
});

describeWithLitecoind('two real nodes', () => {
  const both = { ...abilities, setDown: false };
  chainConformance('a pair of litecoinds', both, () => pairHarness({ haltsAt: null }));
  chainConformance('a pair that loses one', both, () => pairHarness({ haltsAt: 4 }));
  const withBoth = { ...sending, forget: false, setDown: false, openAt: false };
  transferConformance('a pair that loses one', withBoth, () => pairHarness({ haltsAt: 8 }));
});

/** Makes 45 spendable coinbase outputs of 50 LTC. */
const BLOCKS = 145;

async function makeHarness(): Promise<TransferHarness> {
  const started = await startLitecoind({ blocks: BLOCKS, acceptsReplacements: true });
  const node = known(started, 'litecoind is installed');
  return litecoindHarness(node, (at = {}) => {
    const options = { coin, network, url: node.url, cookieFile: node.cookieFile, log, ...at };
    return { chain: bitcoindChain(options), sending: bitcoindFamily(options) };
  });
}
