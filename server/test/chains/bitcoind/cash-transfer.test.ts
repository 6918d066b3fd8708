// Sending BCH: our signed bytes match the published vectors and the rules of the chain, and the RPC calls are those
// that Bitcoin Cash Node supports.
import { createVirtualMachineBCH, decodeTransactionBCH } from '@bitauth/libauth';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { bitcoindFamily } from '../../../src/chains/bitcoind/bitcoind-transfers.ts';
import { feeOfShape, feeRulesOf } from '../../../src/chains/bitcoind/fee-rules.ts';
import { scriptOf } from '../../../src/chains/bitcoind/script-of.ts';
import { signCashTransfer } from '../../../src/chains/bitcoind/sign-transfer.ts';
import type { PlannedInput, TransferPlan } from '../../../src/chains/transfers.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { coinOf } from '../simulated/simulation-on.ts';
import { type FakeNode, fakeNode, methods } from './fake-node.ts';
import vectors from './vectors/bch-transfers.json' with { type: 'json' };

const coin = coinOf('BCH');

function walletOf(mnemonic: string, path: string) {
  const account = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(path);
  const keyAt = (child: string) =>
    defined(account.derive(`m/${child}`).privateKey, 'a private key');
  return { account, keyAt };
}

function keyFinder(paths: Readonly<Record<string, string>>) {
  const { keyAt } = walletOf(vectors.mnemonic, vectors.path);
  return (address: string) => keyAt(defined(paths[address], `the path of ${address}`));
}

describe('the signed bytes of a BCH transfer', () => {
  it.each(vectors.transfers)("match Trezor's: $name", (vector) => {
    const inputs = vector.inputs.map((input) => ({ ...input, amount: BigInt(input.amount) }));
    const outputs = vector.outputs.map(({ address, amount }) => ({
      address: defined(coin.parseAddress(address, 'main'), address).address,
      tag: null,
      amount: BigInt(amount),
    }));
    const plan = { coin: 'BCH', origin: { inputs }, outputs, fee: BigInt(vector.fee) };
    const paths = Object.fromEntries(vector.inputs.map(({ address, path }) => [address, path]));
    expect(signCashTransfer(plan, keyFinder(paths))).toEqual({
      raw: vector.raw,
      txid: vector.txid,
    });
  });

  it("follow the chain's rules for any number of inputs, and fit the computed fee", () => {
    const vm = createVirtualMachineBCH(true);
    const wallet = walletOf(vectors.mnemonic, vectors.path);
    const { publicExtendedKey } = wallet.account;
    const addressAt = (index: number) => coin.deriveAddress(publicExtendedKey, index, 'main');
    const anyInput = fc.record({
      txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex),
      index: fc.nat(1000),
      place: fc.nat(20),
      amount: fc.bigInt(100_000n, 1_000_000n * 100_000_000n),
    });
    const someInputs = fc.array(anyInput, { minLength: 1, maxLength: 12 });
    const somePayees = fc.array(fc.nat(20), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(someInputs, somePayees, (drawn, payees) => {
        const inputs: PlannedInput[] = drawn.map(({ place, ...input }) => ({
          ...input,
          address: addressAt(place),
        }));
        const plan = planOf(inputs, payees.map(addressAt));
        const paths = new Map(drawn.map(({ place }) => [addressAt(place), `0/${place}`]));
        const { raw } = signCashTransfer(plan, (address) =>
          wallet.keyAt(defined(paths.get(address), address)),
        );
        const transaction = decodeTransactionBCH(hexToBytes(raw));
        if (typeof transaction === 'string') throw new Error(transaction);
        const sourceOutputs = inputs.map(({ address, amount }) => ({
          lockingBytecode: scriptOf(address),
          valueSatoshis: amount,
        }));
        expect(vm.verify({ sourceOutputs, transaction })).toBe(true);
        // One unit per byte, the minimum that nodes relay.
        expect(plan.fee).toBeGreaterThanOrEqual(BigInt(raw.length / 2));
        const moreExpensive = sourceOutputs.map((source) => ({ ...source, valueSatoshis: 1n }));
        expect(vm.verify({ sourceOutputs: moreExpensive, transaction })).not.toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('are rejected for a plan whose fee differs from what the inputs leave', () => {
    const vector = defined(vectors.transfers[0], 'a vector');
    const inputs = vector.inputs.map((input) => ({ ...input, amount: BigInt(input.amount) }));
    const plan = { coin: 'BCH', origin: { inputs }, outputs: [], fee: 1n };
    expect(() => signCashTransfer(plan, () => new Uint8Array(32))).toThrow('instead of 1');
  });
});

/**
 * Everything except a fee of one unit per byte goes to the recipients; the remainder of the division goes to the first.
 */
function planOf(inputs: readonly PlannedInput[], payees: readonly string[]): TransferPlan {
  const feeRules = feeRulesOf('BCH');
  const ordinary = BigInt(feeRules.overhead + feeRules.input + 2 * (9 + feeRules.ownScript));
  const fee = feeOfShape(feeRules, ordinary, { inputs: inputs.length, outputs: payees });
  const total = inputs.reduce((sum, { amount }) => sum + amount, 0n) - fee;
  const share = total / BigInt(payees.length);
  const rest = total - share * BigInt(payees.length);
  const outputs = payees.map((address, n) => ({
    address,
    tag: null,
    amount: n === 0 ? share + rest : share,
  }));
  return { coin: 'BCH', origin: { inputs }, outputs, fee };
}

describe('a Bitcoin Cash Node', () => {
  let node: FakeNode | null = null;
  afterEach(async () => {
    await node?.close();
    node = null;
  });

  async function familyOn(table: Parameters<typeof methods>[0]) {
    node = await fakeNode(methods(table));
    return bitcoindFamily({ coin, network: 'main', url: node.url, log: createLog('silent') });
  }

  it.each([
    ['one unit per byte', 0.00001, 226n],
    ['a busy chain', 0.00012345, 2790n],
    ['less than nodes relay', 0.000001, 226n],
    ['no estimate yet', -1, 226n],
    ['a broken estimate', 3, 22_600n],
    ['a refusal to estimate', { code: -7, message: 'no estimate' }, 226n],
  ])('is queried for its one fee estimate: %s', async (_, rate, quote) => {
    const { network } = await familyOn({
      estimatefee() {
        if (typeof rate === 'number') return rate;
        throw rate;
      },
    });
    expect(await network.feeQuotes()).toEqual({ slow: quote, average: quote, fast: quote });
    network.close();
  });

  it("gets only the bytes, because its second parameter differs from BTC's", async () => {
    const given: unknown[] = [];
    const txid = 'ab'.repeat(32);
    const { network } = await familyOn({
      sendrawtransaction: (...params: never[]) => {
        given.push(params);
        return txid;
      },
    });
    expect(await network.broadcast({ raw: '00', txid })).toEqual({ kind: 'accepted' });
    expect(given).toEqual([['00']]);
    network.close();
  });

  it('keeps the first transaction it saw, so nothing is replaced', async () => {
    const { network } = await familyOn({});
    expect(network.isReplaceable).toBe(false);
    network.close();
  });
});
