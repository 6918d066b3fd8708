// The data fees of rollups: quoted as an upper bound, reserved when a transfer is signed, and posted as charged. On
// anvils with the chain ids of Base and Arbitrum One, with the price contract where there is one.
import { Transaction } from 'micro-eth-signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evmFamily } from '../../../src/chains/evm/evm-transfers.ts';
import { feeIn } from '../../../src/chains/evm/token-questions.ts';
import type { SendingFamily, TransferPlan } from '../../../src/chains/transfers.ts';
import { definedCoin } from '../../../src/coins/registry.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { ourWallet } from '../../conformance/our-wallet.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';

const network = 'regtest';
const log = createLog('silent');
const ETHER = 10n ** 18n;
/** docs.base.org, "Network fees". */
const ORACLE = '0x420000000000000000000000000000000000000F';

let base: { node: Anvil; sending: SendingFamily };
let arbitrum: { node: Anvil; sending: SendingFamily };
const wallet = ourWallet(definedCoin('ETH'), network);

async function open(code: string, chainId: number) {
  const node = await startAnvil({ chainId });
  return { node, sending: evmFamily({ coin: definedCoin(code), network, url: node.url, log }) };
}

beforeAll(async () => {
  base = await open('ETH.base', 31_339);
  arbitrum = await open('ETH.arbitrum', 31_340);
});
afterAll(async () => {
  for (const { node, sending } of [base, arbitrum]) {
    sending.network.close();
    await node.stop();
  }
});

/** Returns a number for any call, but rejects calls with less data than a transaction. */
async function priceData(wei: bigint): Promise<void> {
  const number = wei.toString(16).padStart(64, '0');
  // PUSH32 number, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN
  await base.node.setCode(ORACLE, `7f${number}60005260206000f3`);
  await base.node.mine();
}

test('without the contract for the data price there is no quote', async () => {
  await expect(base.sending.network.feeQuotes()).rejects.toThrow('fee for data');
});

/** Per transaction; four times this stays below the signer's limit for a transfer (chains/most-quote.ts). */
const PRICE = 5n * 10n ** 13n;

test('if data costs more than gas, a quote is twice the maximum data cost', async () => {
  await priceData(PRICE);
  const { slow, average, fast } = await base.sending.network.feeQuotes();
  expect({ slow, average, fast }).toEqual({
    slow: (25n * PRICE) / 10n,
    average: 3n * PRICE,
    fast: 4n * PRICE,
  });
});

test('if it costs less, a quote is twice the maximum gas cost', async () => {
  await priceData(1n);
  const { average } = await base.sending.network.feeQuotes();
  const { gasPrice } = await base.node
    .rpc('eth_feeHistory', '0x1', 'latest', [50])
    .then(async () => ({ gasPrice: BigInt(await base.node.rpc('eth_gasPrice')) }));
  expect(average % 2n).toBe(0n);
  expect(average).toBeGreaterThan(0n);
  expect(average).toBeLessThan(2n * 21_000n * 4n * gasPrice);
});

test('half of a fee is offered for gas, so that the rest covers the data', async () => {
  const { address: sender } = await wallet.newDestination();
  const { address } = await wallet.payee();
  const fee = 2n * 21_000n * 50n * 10n ** 9n;
  const plan: TransferPlan = {
    coin: 'ETH.base',
    origin: { sender, number: 0 },
    outputs: [{ address, tag: null, amount: ETHER - fee }],
    fee,
  };
  const signed = base.sending.sign(plan, wallet.keyOf);
  const { raw } = Transaction.fromHex(signed.raw);
  expect(raw).toMatchObject({
    chainId: 31_339n,
    gasLimit: 21_000n,
    value: ETHER - fee,
    maxFeePerGas: 50n * 10n ** 9n,
    maxPriorityFeePerGas: 50n * 10n ** 9n,
  });
  // A sweep of the full balance: the network's fee is covered.
  await base.node.pay(sender, ETHER);
  await base.node.mine();
  expect(await base.sending.network.broadcast(signed)).toEqual({ kind: 'accepted' });
  await base.node.mine();
  const left = await base.sending.network.account(sender);
  expect(left.spendable).toBeGreaterThanOrEqual(fee / 2n);
});

test("the data fee is part of a transfer's cost", () => {
  const receipt = {
    transactionHash: `0x${'1'.repeat(64)}`,
    blockHash: `0x${'2'.repeat(64)}`,
    status: '0x1' as const,
    gasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
  };
  expect(feeIn(receipt)).toBe(21_000n * 10n ** 9n);
  expect(feeIn({ ...receipt, l1Fee: '0x64' })).toBe(21_000n * 10n ** 9n + 100n);
});

test('if data is part of the gas, a payment can use more than on Ethereum, and pays what it uses', async () => {
  const { network: sending, ...family } = arbitrum.sending;
  const { address: sender } = await wallet.newDestination();
  const { address } = await wallet.payee();
  const gasFor = defined(sending.gasFor, 'it is asked');
  const payment = { sender, address, tag: null, amount: 1n };
  expect(await gasFor(payment)).toBe(60_000);
  const { average: fee } = await sending.feeQuotes();
  const plan: TransferPlan = {
    coin: 'ETH.arbitrum',
    origin: { sender, number: 0 },
    outputs: [payment],
    fee,
  };
  const signed = family.sign(plan, wallet.keyOf);
  expect(Transaction.fromHex(signed.raw).raw.gasLimit).toBe(60_000n);
  await arbitrum.node.pay(sender, ETHER);
  await arbitrum.node.mine();
  expect(await sending.broadcast(signed)).toEqual({ kind: 'accepted' });
  await arbitrum.node.mine();
  const receipt = await arbitrum.node.rpc('eth_getTransactionReceipt', signed.txid);
  const block = { height: Number(receipt.blockNumber), hash: receipt.blockHash };
  const outcome = await sending.outcome(signed.txid, block);
  expect(outcome.fee).toBe(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice));
  expect(defined(outcome.fee, 'a fee')).toBeLessThan(fee);
});
