// A signature of BTC, LTC or BCH covers only the amount of its own input. Two requests with different amounts for the
// same inputs, combined, would burn the difference. So a signer accepts one amount per output, permanently, and in the
// service's process the node's amount first.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createVirtualMachineBCH,
  decodeTransactionBCH,
  encodeTransactionBCH,
  hexToBin,
} from '@bitauth/libauth';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { Transaction } from '@scure/btc-signer';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bitcoindFamily } from '../../src/chains/bitcoind/bitcoind-transfers.ts';
import { readRawTransaction } from '../../src/chains/bitcoind/raw-block.ts';
import { scriptOf } from '../../src/chains/bitcoind/script-of.ts';
import { signTransferOf } from '../../src/chains/families.ts';
import type { PlannedInput, SignTransfer, TransferPlan } from '../../src/chains/transfers.ts';
import { addSignerCommands } from '../../src/cli/signer.ts';
import { bitcoindNodes } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { feeLimitsOf } from '../../src/keys/fee-limits.ts';
import { type AmountsOf, inProcessSigner } from '../../src/keys/in-process-signer.ts';
import { intentKeyOf } from '../../src/keys/intent.ts';
import { accountKeys, createMnemonic, openMaster } from '../../src/keys/seed.ts';
import type { Signer, SigningRequest } from '../../src/keys/signer.ts';
import { socketSigner } from '../../src/keys/socket-signer.ts';
import { walletKeys } from '../../src/keys/wallet-keys.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { describeWithLitecoind, type Litecoind, startLitecoind } from '../support/litecoind.ts';
import { createTestSigner, rememberedHeads, type TestSigner } from '../support/signer.ts';

type Code = 'BTC' | 'LTC' | 'BCH' | 'DOGE';
const log = createLog('silent');
const heads = rememberedHeads();
const intentKey = intentKeyOf(new Uint8Array(32).fill(1));
/** As in support/signer.ts. */
const mnemonic = createMnemonic(new Uint8Array(32).fill(9));
const master = await openMaster(mnemonic, 'regtest');
const FULL = 50_000_000n;
const FEE = 20_000n;

const signOf = (code: Code): SignTransfer =>
  defined(signTransferOf({ coin: coinOf(code), network: 'regtest', log }), `${code} is signed`);
const addressOf = (code: Code, index: number) =>
  coinOf(code).deriveAddress(
    accountKeys(master, coinOf(code), 'regtest').extendedPublicKey,
    index,
    'regtest',
  );

const keyOfSeed = (address: string): Uint8Array => {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic));
  const account = root.derive(coinOf('LTC').accountPath('regtest'));
  const n = [0, 1].find((index) => addressOf('LTC', index) === address);
  return defined(
    account.deriveChild(0).deriveChild(defined(n, 'ours')).privateKey,
    'a private key',
  );
};

/** Two inputs of half a coin each. One is declared with almost nothing. */
function lie(code: Code, inputs: readonly PlannedInput[], which: 0 | 1) {
  const said = inputs.map((input, n) => ({ ...input, amount: n === which ? 2n * FEE : FULL }));
  const plan: TransferPlan = {
    coin: code,
    origin: { inputs: said },
    fee: FEE,
    outputs: [{ address: addressOf(code, 7), tag: null, amount: FULL + FEE }],
  };
  const indexes = new Map([...inputs.map(({ address }, n) => [address, n] as const)]);
  return { plan, intents: [], indexes: indexes.set(addressOf(code, 7), 7) };
}

function truth(code: Code, inputs: readonly PlannedInput[]) {
  const { plan, ...rest } = lie(code, inputs, 0);
  const output = { address: addressOf(code, 7), tag: null, amount: 2n * FULL - FEE };
  return { ...rest, plan: { ...plan, origin: { inputs }, outputs: [output] } };
}

const inputsOf = (code: Code, txids: readonly [string, string]): readonly PlannedInput[] =>
  txids.map((txid, n) => ({ txid, index: 0, address: addressOf(code, n), amount: FULL }));
const SOME = ['aa'.repeat(32), 'bb'.repeat(32)] as const;

function inProcess(code: Code, amountsOf: AmountsOf): Signer {
  return inProcessSigner({
    coins: new Map([[code, coinOf(code)]]),
    network: 'regtest',
    intentKey,
    amountsOf,
    fees: new Map([[code, feeLimitsOf(code, coinOf(code))]]),
    now: () => 0,
    families: new Map([[code, signOf(code)]]),
    openMnemonic: async () => mnemonic,
  });
}
const knowsNothing: AmountsOf = async ({ origin }) =>
  'inputs' in origin ? origin.inputs.map(() => null) : [];

test('if signatures do not cover amounts, only confirmed or own amounts are signed', async () => {
  const blind = inProcess('DOGE', knowsNothing);
  const honest = truth('DOGE', inputsOf('DOGE', SOME));
  await expect(blind.sign(honest)).rejects.toMatchObject({
    refusal: { code: 'amount_unproven', outpoint: `${'aa'.repeat(32)}:0` },
  });
  let answers: (bigint | null)[] = [FULL, FULL];
  const signer = inProcess('DOGE', async () => answers);
  const { txid } = await signer.sign(honest);
  // The node has dropped it, but the signer knows its outputs.
  answers = [null];
  const input = { txid, index: 0, address: addressOf('DOGE', 7), amount: 2n * FULL - FEE };
  const output = { address: addressOf('DOGE', 8), tag: null, amount: 2n * FULL - 2n * FEE };
  const next = { coin: 'DOGE', origin: { inputs: [input] }, outputs: [output], fee: FEE };
  const indexes = new Map([7, 8].map((n) => [addressOf('DOGE', n), n] as const));
  await signer.sign({ plan: next, intents: [], indexes });
});

describe.each(['BTC', 'LTC', 'BCH'] as const)('of %s', (code) => {
  test('the signer in the process rejects an amount that its node does not confirm', async () => {
    const signer = inProcess(code, async () => [FULL, FULL]);
    await expect(signer.sign(lie(code, inputsOf(code, SOME), 0))).rejects.toMatchObject({
      refusal: { code: 'amount_mismatch', confirmed: `0.5 ${code}`, stated: `0.0004 ${code}` },
    });
    await signer.sign(truth(code, inputsOf(code, SOME)));
  });

  test('without information from its node, the first amount counts', async () => {
    const signer = inProcess(code, knowsNothing);
    await signer.sign(lie(code, inputsOf(code, SOME), 0));
    await expect(signer.sign(lie(code, inputsOf(code, SOME), 1))).rejects.toMatchObject({
      refusal: { code: 'amount_changed', known: `0.0004 ${code}` },
    });
    await signer.sign(lie(code, inputsOf(code, SOME), 0));
  });

  test('it recognizes outputs that it signed itself', async () => {
    const signer = inProcess(code, knowsNothing);
    const first = truth(code, inputsOf(code, SOME));
    const { txid } = await signer.sign(first);
    const change = { txid, index: 0, address: addressOf(code, 7), amount: 2n * FULL };
    const spend = (amount: bigint) => ({
      plan: {
        coin: code,
        origin: { inputs: [{ ...change, amount }] },
        fee: FEE,
        outputs: [{ address: addressOf(code, 8), tag: null, amount: amount - FEE }],
      },
      intents: [],
      indexes: new Map([7, 8].map((n) => [addressOf(code, n), n])),
    });
    await expect(signer.sign(spend(2n * FULL))).rejects.toMatchObject({
      refusal: { code: 'amount_changed' },
    });
    await signer.sign(spend(2n * FULL - FEE));
  });
});

describe('the separate signer', () => {
  let signer: TestSigner;
  beforeAll(async () => {
    signer = await createTestSigner({
      mode: 'live',
      network: 'regtest',
      signTransferOf: ({ coin, network }) => signTransferOf({ coin, network, log }),
    });
    await signer.start();
  });
  afterAll(() => signer.close());
  const service = async () => {
    const socket = socketSigner({ path: signer.socket, intentKey, heads });
    await socket.hello();
    return socket;
  };

  test.each(['BTC', 'LTC', 'BCH'] as const)(
    'keeps the first amount of an output of %s permanently, over a restart',
    async (code) => {
      const request = lie(code, inputsOf(code, SOME), 0);
      const first = await (await service()).sign(request);
      await signer.stop();
      await signer.start();
      await expect(
        (await service()).sign(lie(code, inputsOf(code, SOME), 1)),
      ).rejects.toMatchObject({
        refusal: { code: 'amount_changed', known: `0.0004 ${code}` },
      });
      await expect((await service()).sign(truth(code, inputsOf(code, SOME)))).rejects.toMatchObject(
        {
          refusal: { code: 'amount_changed', known: `0.0004 ${code}` },
        },
      );
      expect(await (await service()).sign(request)).toEqual(first);
      expect(readFileSync(join(signer.folder, 'journal'), 'utf8')).toContain(`"${SOME[0]}:0"`);
    },
  );
});

test('a false first amount is corrected by the transaction itself', async () => {
  const raw = signOf('LTC')(truth('LTC', inputsOf('LTC', SOME)).plan, keyOfSeed);
  const source = readRawTransaction(raw.raw, bitcoindNodes('LTC').blocks);
  expect(source.txid).toBe(raw.txid);
  const real = defined(source.outputs[0], 'one output').amount;
  const spent = { txid: source.txid, index: 0, address: addressOf('LTC', 7) };
  const spend = (amount: bigint): SigningRequest => ({
    plan: {
      coin: 'LTC',
      origin: { inputs: [{ ...spent, amount }] },
      fee: FEE,
      outputs: [{ address: addressOf('LTC', 8), tag: null, amount: amount - FEE }],
    },
    intents: [],
    indexes: new Map([7, 8].map((n) => [addressOf('LTC', n), n])),
  });
  const signer = await createTestSigner({
    mode: 'live',
    network: 'regtest',
    signTransferOf: ({ coin, network }) => signTransferOf({ coin, network, log }),
  });
  try {
    await signer.start();
    const socket = socketSigner({ path: signer.socket, intentKey, heads: rememberedHeads() });
    await socket.hello();
    await socket.sign(spend(real / 2n));
    await expect(socket.sign(spend(real))).rejects.toMatchObject({
      refusal: { code: 'amount_changed' },
    });
    await signer.stop();
    const file = join(signer.folder, '..', 'transaction.hex');
    writeFileSync(file, `${raw.raw}\n`);
    const cli = new Command();
    addSignerCommands(cli);
    const words = ['signer', 'verify-amounts', 'ltc', file, '--folder', signer.folder];
    await cli.parseAsync(words, { from: 'user' });
    await signer.start();
    await socket.sign(spend(real));
    await expect(socket.sign(spend(real / 2n))).rejects.toMatchObject({
      refusal: { code: 'amount_changed' },
    });
  } finally {
    await signer.close();
  }
});

test('two signatures of BCH over different amounts are both valid in one transaction', () => {
  const keys = walletKeys({
    coins: new Map([['BCH', coinOf('BCH')]]),
    network: 'regtest',
    families: new Map([['BCH', signOf('BCH')]]),
    openMnemonic: async () => mnemonic,
  });
  const inputs = inputsOf('BCH', SOME);
  return Promise.all([keys.sign(lie('BCH', inputs, 0)), keys.sign(lie('BCH', inputs, 1))]).then(
    ([one, two]) => {
      const [a, b] = [one, two].map(({ raw }) => decoded(raw));
      const joined = {
        ...defined(a, 'a'),
        inputs: [defined(b?.inputs[0], 'said in full there'), defined(a?.inputs[1], 'and here')],
      };
      const sourceOutputs = inputs.map(({ address, amount }) => ({
        lockingBytecode: scriptOf(address),
        valueSatoshis: amount,
      }));
      const vm = createVirtualMachineBCH();
      expect(vm.verify({ sourceOutputs, transaction: joined })).toBe(true);
      expect(vm.verify({ sourceOutputs, transaction: defined(a, 'a') })).not.toBe(true);
      // Almost half a coin goes to the miner, although each plan named a fee of 20,000.
      const paid = joined.outputs.reduce((sum, output) => sum + output.valueSatoshis, 0n);
      expect(2n * FULL - paid).toBe(FULL - FEE);
      expect(encodeTransactionBCH(joined).length).toBeGreaterThan(300);
    },
  );
});

function decoded(raw: string) {
  const transaction = decodeTransactionBCH(hexToBin(raw));
  if (typeof transaction === 'string') throw new Error(transaction);
  return transaction;
}

describeWithLitecoind('on litecoind', () => {
  let node: Litecoind;
  let inputs: readonly PlannedInput[];
  beforeAll(async () => {
    node = defined(await startLitecoind({ blocks: 120 }), 'litecoind is installed');
    const addresses = [addressOf('LTC', 0), addressOf('LTC', 1)];
    inputs = await Promise.all(
      addresses.map(async (address) => {
        const txid = await node.pay(address, '0.5');
        const { vout } = await node.rpc('getrawtransaction', txid, true);
        const index = vout.findIndex((output: { value: number }) => output.value === 0.5);
        return { txid, index, address, amount: FULL };
      }),
    );
    await node.mine(1);
  });
  afterAll(() => node.stop());

  const family = () =>
    bitcoindFamily({
      coin: coinOf('LTC'),
      network: 'regtest',
      url: node.url,
      cookieFile: node.cookieFile,
      log,
    });

  test('the node would accept both halves combined, and the signer does not sign both', async () => {
    const keys = walletKeys({
      coins: new Map([['LTC', coinOf('LTC')]]),
      network: 'regtest',
      families: new Map([['LTC', signOf('LTC')]]),
      openMnemonic: async () => mnemonic,
    });
    const one = await keys.sign(lie('LTC', inputs, 0));
    const two = await keys.sign(lie('LTC', inputs, 1));
    const joined = Transaction.fromRaw(Buffer.from(one.raw, 'hex'));
    const other = Transaction.fromRaw(Buffer.from(two.raw, 'hex'));
    const { finalScriptWitness } = other.getInput(0);
    joined.updateInput(0, { ...(finalScriptWitness && { finalScriptWitness }) }, true);
    const [verdict] = await node.rpc('testmempoolaccept', [joined.hex], 0);
    expect(verdict).toMatchObject({ allowed: true });

    const { network } = family();
    const signer = inProcess('LTC', defined(network.amountsOf, 'it knows its outputs'));
    for (const which of [0, 1] as const)
      await expect(signer.sign(lie('LTC', inputs, which))).rejects.toMatchObject({
        refusal: { code: 'amount_mismatch', confirmed: '0.5 LTC' },
      });
    const { raw } = await signer.sign(truth('LTC', inputs));
    expect((await node.rpc('testmempoolaccept', [raw], 0))[0]).toMatchObject({ allowed: true });
    network.close();
  });

  test('the node reports amounts of outputs in blocks and mempool, and none of spent ones', async () => {
    const { network } = family();
    const send = defined(network.amountsOf, 'it knows its outputs');
    const { plan } = truth('LTC', inputs);
    expect(await send(plan)).toEqual([FULL, FULL]);
    const txid = await node.pay(addressOf('LTC', 2), '0.25');
    const { vout } = await node.rpc('getrawtransaction', txid, true);
    const index = vout.findIndex((output: { value: number }) => output.value === 0.25);
    const waiting = { txid, index, address: addressOf('LTC', 2), amount: 1n };
    const nothing = { ...waiting, txid: 'ee'.repeat(32) };
    expect(await send({ ...plan, origin: { inputs: [waiting, nothing] } })).toEqual([
      25_000_000n,
      null,
    ]);
    network.close();
  });
});
