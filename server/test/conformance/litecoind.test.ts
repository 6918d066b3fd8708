// The guarantees of both ports for the bitcoind family and a real litecoind; also for two behind one port.
import { describe } from 'vitest';
import { bitcoindChain } from '../../src/chains/bitcoind/bitcoind-chain.ts';
import { bitcoindFamily } from '../../src/chains/bitcoind/bitcoind-transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { externalNodes, openExternalNode } from '../support/external-node.ts';
import { describeWithLitecoind, startLitecoind } from '../support/litecoind.ts';
import { chainConformance } from './chain.ts';
import { coin, litecoindHarness, network } from './litecoind-harness.ts';
import { pairHarness } from './litecoind-pair.ts';
import { ourWallet } from './our-wallet.ts';
import type { TransferHarness } from './transfer-harness.ts';
import { transferConformance } from './transfers.ts';

const log = createLog('silent');
const abilities = { payTogether: true, replace: true, sources: true, setDown: true };
const sending = {
  mineEmpty: true,
  drop: true,
  setDown: true,
  openAt: true,
  queuesNumbers: false,
  isStandard: true,
  limitsChains: true,
  mineTo: true,
};

describeWithLitecoind('a real node', () => {
  chainConformance('litecoind', abilities, makeHarness);
  transferConformance('litecoind', sending, makeHarness);
});

describeWithLitecoind('two real nodes', () => {
  const both = { ...abilities, setDown: false };
  chainConformance('a pair of litecoinds', both, () => pairHarness({ haltsAt: null }));
  chainConformance('a pair that loses one', both, () => pairHarness({ haltsAt: 4 }));
  const withBoth = { ...sending, drop: false, setDown: false, openAt: false };
  transferConformance('a pair that loses one', withBoth, () => pairHarness({ haltsAt: 8 }));
});

// External nodes, named in the environment (docs/nodes.md). Nothing runs without one.
for (const { coin: code, url } of externalNodes) {
  describe(`the ${code} node in the environment`, () => {
    const external = { ...abilities, replace: code !== 'BCH', setDown: false };
    chainConformance(`external ${code}`, external, () => externalHarness(code, url));
    const limitsChains = code !== 'BCH';
    const paying = { ...sending, drop: false, setDown: false, limitsChains };
    transferConformance(`external ${code}`, paying, () => externalHarness(code, url));
  });
}

async function externalHarness(code: 'BTC' | 'LTC' | 'BCH', url: string): Promise<TransferHarness> {
  const its = coinOf(code);
  const node = await openExternalNode(code, url);
  const harness = litecoindHarness(node, (at = {}) => {
    const options = { coin: its, network, url, log, ...at };
    return { chain: bitcoindChain(options), sending: bitcoindFamily(options) };
  });
  return { ...harness, coin: its, ...ourWallet(its, network) };
}

/** Makes 45 spendable coinbase outputs of 50 LTC. */
const BLOCKS = 145;

async function makeHarness(): Promise<TransferHarness> {
  const started = await startLitecoind({
    blocks: BLOCKS,
    acceptsReplacements: true,
    // As on the main network.
    extraArguments: ['-acceptnonstdtxn=0'],
  });
  const node = defined(started, 'litecoind is installed');
  return litecoindHarness(node, (at = {}) => {
    const options = { coin, network, url: node.url, cookieFile: node.cookieFile, log, ...at };
    return { chain: bitcoindChain(options), sending: bitcoindFamily(options) };
  });
}
