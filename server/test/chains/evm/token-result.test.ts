// Whether a token's transfer paid, by its receipt on a real node. A failure is the proof for crediting back a
// withdrawal, so nothing that may have paid counts as one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlockRef } from '../../../src/chains/chain.ts';
import { ChainUnavailable } from '../../../src/chains/chain.ts';
import { evmFamily } from '../../../src/chains/evm/evm-transfers.ts';
import { tokenChain } from '../../../src/chains/evm/token-chain.ts';
import type { TransferPlan } from '../../../src/chains/transfers.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';
import { deployToken, type TestToken, TOKEN_ADDRESS } from '../../support/erc20.ts';
import { type ProxiedAnswer, startRpcProxy } from '../../support/rpc-proxy.ts';
import { coinOf } from '../simulated/simulation-on.ts';

const network = 'regtest';
const coin = defined(coinOf('USDT').token, 'a token').withContract(network, TOKEN_ADDRESS);
const log = createLog('silent');
const PAYEE = `0x${'ab'.repeat(20)}`;
const PAID = 5_000_000n;

let node: Anvil;
let token: TestToken;
beforeAll(async () => {
  node = await startAnvil();
  token = await deployToken(node);
  await node.mine();
});
afterAll(() => node.stop());

const planOf = (amount: bigint, sender = node.payer): TransferPlan => ({
  coin: 'USDT',
  origin: { sender, number: 0 },
  outputs: [{ address: PAYEE, tag: null, amount }],
  fee: 0n,
});

async function minedPayment(): Promise<{ txid: string; block: BlockRef }> {
  const txid = await token.pay(PAYEE, PAID);
  await node.mine();
  const chain = tokenChain({ coin, network, url: node.url, log });
  const block = await chain.tip();
  await chain.close();
  return { txid, block };
}

/** The result of the plan on a node with another receipt. */
async function resultOf(plan: TransferPlan, change: (receipt: object) => object = (same) => same) {
  const { txid, block } = await minedPayment();
  const proxy = await startRpcProxy(node.url, (call, answer): ProxiedAnswer => {
    if (call.method !== 'eth_getTransactionReceipt') return answer;
    return { id: call.id, result: change(answer.result as object) };
  });
  const sending = evmFamily({ coin, network, url: proxy.url, log });
  try {
    return await sending.network.outcome(txid, block, plan);
  } finally {
    await sending.network.close();
    await proxy.close();
  }
}

test('a contract log that matches the plan means paid', async () => {
  const outcome = await resultOf(planOf(PAID));
  expect(outcome).toEqual({ hasFailed: false, fee: expect.any(BigInt) });
});

test('another amount than planned is not a failure, because something was paid', async () => {
  const outcome = await resultOf(planOf(PAID + 50_000n));
  expect(outcome).toMatchObject({ hasFailed: false, movedOtherwise: true });
});

test('no log of our sender is a failure, whatever the status says', async () => {
  const other = planOf(PAID, `0x${'cd'.repeat(20)}`);
  expect(await resultOf(other)).toMatchObject({ hasFailed: true });
  const silent = await resultOf(planOf(PAID), (receipt) => ({ ...receipt, logs: [] }));
  expect(silent).toMatchObject({ hasFailed: true });
});

test('a receipt without its logs proves nothing', async () => {
  const without = resultOf(planOf(PAID), (receipt) => ({ ...receipt, logs: undefined }));
  await expect(without).rejects.toBeInstanceOf(ChainUnavailable);
});
