// Blocks read per second from a real Ethereum node (anvil) while catching up: blocks full of payments and of contract
// payments, by their traces.
import { evmChain } from '../../server/src/chains/evm/evm-chain.ts';
import eth from '../../server/src/coins/definitions/eth.ts';
import { createLog } from '../../server/src/core/log.ts';
import { AT, dataFor, setContracts } from '../../server/test/chains/evm/contracts.ts';
import { type Anvil, startAnvil } from '../../server/test/support/anvil.ts';
import { startChild } from '../child.ts';
import { openFixture } from '../fixture.ts';
import { measureShare } from './ingest-share.ts';
import type { Suite } from './suite.ts';

/** Half are plain payments, half go through a contract that pays twice: 1,500 calls. */
const TRANSACTIONS = 600;
const BLOCKS = 25;
const ROUNDS = 8;

export const ingestAnvilSuite: Suite = {
  name: 'ingest-anvil',
  title: 'Ethereum blocks read per second',
  async run(options) {
    const node = await startAnvil();
    const tracer = await startChild<{ port: number }>('trace-node.ts', {
      env: { NODE_URL: node.url },
    });
    const fixture = await openFixture();
    try {
      const heights = await fillBlocks(node, options.isQuick ? TRANSACTIONS / 4 : TRANSACTIONS);
      const url = `http://127.0.0.1:${tracer.ready.port}`;
      const log = createLog('error');
      return await measureShare(fixture, options, {
        coin: eth,
        node: 'anvil',
        openChain: () => evmChain({ coin: eth, network: 'regtest', url, log }),
        url,
        bodies: heights.map(bodyFor),
        rounds: ROUNDS,
        note: 'Of the 1,500 calls in a block, 1,200 transfer ether to an address, far more than on the real network.',
        addressSql: `'0x' || md5(n::text) || substr(md5(n::text || 'x'), 1, 8)`,
      });
    } finally {
      await fixture.close();
      await tracer.stop();
      await node.stop();
    }
  },
};

/** How a block is fetched: its header contains its position, its traces its payments. Neither has both. */
function bodyFor(height: number): string {
  const number = `0x${height.toString(16)}`;
  return JSON.stringify([
    { jsonrpc: '2.0', id: 0, method: 'eth_getBlockByNumber', params: [number, false] },
    { jsonrpc: '2.0', id: 1, method: 'trace_block', params: [number] },
  ]);
}

/** Heights of blocks with that many transactions. */
async function fillBlocks(node: Anvil, count: number): Promise<number[]> {
  await setContracts(node);
  const heights: number[] = [];
  for (let block = 0; block < BLOCKS; block++) {
    for (let n = 0; n < count; n++) {
      const payee = `0x${(10n ** 30n + BigInt(block * count + n)).toString(16).padStart(40, '0')}`;
      if (n % 2 === 0) await node.pay(payee, 1000n);
      else await node.pay(AT.nester, 1000n, dataFor(payee));
    }
    await node.mine();
    const { number, transactions } = await node.rpc('eth_getBlockByNumber', 'latest', false);
    if (transactions.length !== count) throw new Error(`only ${transactions.length} were mined`);
    heights.push(Number(number));
  }
  return heights;
}
