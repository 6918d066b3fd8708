// A token transfer is signed only as a call of the token's own contract, whatever a plan says.
import { addr, Transaction } from 'micro-eth-signer';
import { expect, test } from 'vitest';
import { transferSigner } from '../../../src/chains/evm/sign-transfer.ts';
import type { TransferPlan } from '../../../src/chains/transfers.ts';
import { definedCoins } from '../../../src/coins/registry.ts';
import { defined } from '../../../src/core/assert.ts';
import { readPlan, storePlan } from '../../../src/payouts/transfer.ts';

const coin = defined(definedCoins.get('USDT'), 'a definition of USDT');
const sign = transferSigner({ coin, network: 'main' });
/** An arbitrary address. */
const key = new Uint8Array(32).fill(7);
const sender = addr.fromPrivateKey(key).toLowerCase();
const payee = '0x00000000000000000000000000000000000000aa';
const plan: TransferPlan = {
  coin: 'USDT',
  origin: { sender, number: 5 },
  outputs: [{ address: payee, tag: null, amount: 1_234_567n }],
  fee: 65_000n * 20n * 10n ** 9n,
};

const signed = (changes: Partial<TransferPlan> = {}) => {
  const { raw, txid } = sign({ ...plan, ...changes }, () => key);
  return { txid, raw: Transaction.fromHex(raw).raw };
};

test("it calls the contract of the coin's definition, moves no ether, and contains recipient and amount", () => {
  const { raw } = signed();
  expect(raw).toMatchObject({
    chainId: 1n,
    nonce: 5n,
    value: 0n,
    gasLimit: 65_000n,
    maxFeePerGas: 20n * 10n ** 9n,
  });
  expect(raw.to.toLowerCase()).toBe('0xdac17f958d2ee523a2206206994597c13d831ec7');
  // EIP-20: the selector of transfer(address,uint256), and two words.
  expect(raw.data).toBe(
    `0xa9059cbb${payee.slice(2).padStart(64, '0')}${(1_234_567).toString(16).padStart(64, '0')}`,
  );
});

test("the plan's gas limits the usage, and its price is the fee divided by it", () => {
  const { raw } = signed({ gas: 80_000 });
  expect(raw).toMatchObject({ gasLimit: 80_000n, maxFeePerGas: plan.fee / 80_000n });
});

test('a tip is signed as such, and without one the whole price is the tip', () => {
  expect(signed().raw).toMatchObject({ maxPriorityFeePerGas: 20n * 10n ** 9n });
  const { raw } = signed({ tip: 65_000n * 10n ** 9n });
  expect(raw).toMatchObject({ maxFeePerGas: 20n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n });
});

test('a plan stored before tips existed produces the same bytes', () => {
  expect(readPlan(storePlan(plan))).toEqual(plan);
  expect(storePlan(plan)).not.toHaveProperty('tip');
  const tipped = { ...plan, tip: 65_000n * 10n ** 9n };
  expect(readPlan(JSON.parse(JSON.stringify(storePlan(tipped))))).toEqual(tipped);
});

test('the same plan produces the same bytes, another plan different ones', () => {
  expect(signed().txid).toBe(signed().txid);
  expect(signed({ fee: plan.fee + 65_000n }).txid).not.toBe(signed().txid);
});

test('a plan of another coin is not signed', () => {
  expect(() => signed({ coin: 'ETH' })).toThrow(/not one of USDT/);
  expect(() => signed({ coin: 'USDC' })).toThrow(/not one of USDT/);
});

test("another account's key is rejected", () => {
  const other = { origin: { sender: payee, number: 5 } };
  expect(() => signed(other)).toThrow(/the key is not that of/);
});
