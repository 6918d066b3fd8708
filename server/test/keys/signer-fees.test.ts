// The fees that a signer allows: per transfer, by the paid amount, and per day; and what does not count twice.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signSimulated } from '../../src/chains/simulated/simulated-transfers.ts';
import type { TransferPlan } from '../../src/chains/transfers.ts';
import { DAY } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { type FeeLimits, feeLimitsOf } from '../../src/keys/fee-limits.ts';
import { inProcessSigner } from '../../src/keys/in-process-signer.ts';
import { type Intent, intentKeyOf, sealIntent } from '../../src/keys/intent.ts';
import { accountKeys, createMnemonic, openMaster } from '../../src/keys/seed.ts';
import type { Signer, SigningRequest } from '../../src/keys/signer.ts';
import { filesOf } from '../../src/keys/signer-folder.ts';
import { socketSigner } from '../../src/keys/socket-signer.ts';
import { type CoinCode, coinOf } from '../chains/simulated/simulation-on.ts';
import { createTestSigner, rememberedHeads, type TestSigner } from '../support/signer.ts';

const intentKey = intentKeyOf(new Uint8Array(32).fill(1));
/** As in support/signer.ts. */
const mnemonic = createMnemonic(new Uint8Array(32).fill(9));
const master = await openMaster(mnemonic, 'test');
const PAYEE = {
  LTC: 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
  ETH: `0x${'0'.repeat(38)}aa`,
} as const;

const addressOf = (code: CoinCode) =>
  coinOf(code).deriveAddress(
    accountKeys(master, coinOf(code), 'test').extendedPublicKey,
    0,
    'test',
  );
const units = (code: CoinCode, text: string) => amountOf(text, coinOf(code));

const FEE_ABOVE_LIMIT = { refusal: { code: 'fee_above_limit' } } as const;

interface Requested {
  readonly amount: string;
  readonly fee: string;
  /** The network fee that the merchant allegedly paid. */
  readonly networkFee?: string;
  readonly n?: number;
}

/** A payment in ether with the nonce `n`, or in litecoin that spends output `n`. */
function payment(code: 'ETH' | 'LTC', { amount, fee, networkFee = fee, n = 0 }: Requested) {
  const intent: Intent = {
    projectId: 'project',
    id: `0199aaaa-0000-7000-8000-00000000000${n}`,
    coin: code,
    address: PAYEE[code],
    tag: null,
    amount: units(code, amount),
    networkFee: units(code, networkFee),
  };
  const [paid, cost] = [units(code, amount), units(code, fee)];
  const input = { txid: 'ab'.repeat(32), index: n, address: addressOf(code), amount: paid + cost };
  const plan: TransferPlan = {
    coin: code,
    origin: code === 'ETH' ? { sender: addressOf(code), number: n } : { inputs: [input] },
    outputs: [{ address: PAYEE[code], tag: null, amount: paid }],
    fee: cost,
  };
  const intents = [{ ...intent, seal: sealIntent(intentKey, intent) }];
  return { plan, intents, indexes: new Map([[addressOf(code), 0]]) };
}

/** A transfer to ourselves; only the fee leaves. */
function sweep(fee: string, n = 0): SigningRequest {
  const requested = payment('ETH', { amount: '1', fee, n });
  const outputs = [{ address: addressOf('ETH'), tag: null, amount: units('ETH', '1') }];
  return { ...requested, intents: [], plan: { ...requested.plan, outputs } };
}

interface Kind {
  open(limits: { fee_per_day: string }): Promise<Signer>;
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

function apart(): Kind {
  let made: TestSigner | null = null;
  return {
    async open(limits) {
      made = await createTestSigner();
      const most = { per_transfer: '1000', per_day: '1000', ...limits };
      made.configure({ limits: { LTC: most, ETH: most } });
      made.allow({ LTC: [PAYEE.LTC], ETH: [PAYEE.ETH] });
      await made.start();
      const heads = rememberedHeads();
      const signer = socketSigner({ path: made.socket, intentKey, heads });
      await signer.hello();
      return signer;
    },
    advance: (milliseconds) => made?.advance(milliseconds),
    close: async () => made?.close(),
  };
}

function inProcess(): Kind {
  let now = 1_800_000_000_000;
  return {
    async open(limits) {
      const codes = ['LTC', 'ETH'] as const;
      const fees = new Map<string, FeeLimits>(
        codes.map((code) => [code, feeLimitsOf(code, coinOf(code), limits)]),
      );
      return inProcessSigner({
        coins: new Map(codes.map((code) => [code, coinOf(code)])),
        network: 'test',
        intentKey,
        fees,
        amountsOf: async () => [],
        now: () => now,
        families: new Map(codes.map((code) => [code, signSimulated])),
        openMnemonic: async () => mnemonic,
      });
    },
    advance(milliseconds) {
      now += milliseconds;
    },
    close: async () => undefined,
  };
}

describe.each([
  ['in the process', inProcess],
  ['apart', apart],
])('a signer %s', (_where, make) => {
  let kind: Kind;
  beforeEach(() => {
    kind = make();
  });
  afterEach(() => kind.close());
  const plenty = { fee_per_day: '5' };

  test("rejects a fee of 9 ETH for a payment of 1 wei, whatever the merchant's fee", async () => {
    const signer = await kind.open(plenty);
    const requested = { amount: '0.00000001', fee: '9', networkFee: '3' };
    await expect(signer.sign(payment('ETH', requested))).rejects.toMatchObject(FEE_ABOVE_LIMIT);
    await signer.sign(payment('ETH', { ...requested, fee: '0.001' }));
  });

  test('rejects a fee of 0.498 LTC that bypasses its list of addresses', async () => {
    const signer = await kind.open(plenty);
    const requested = { amount: '0.002', fee: '0.498', networkFee: '0.2' };
    await expect(signer.sign(payment('LTC', requested))).rejects.toMatchObject(FEE_ABOVE_LIMIT);
  });

  test('allows a share of the payment, and a small fee in any case', async () => {
    const signer = await kind.open(plenty);
    const pay = (amount: string, fee: string, n: number) =>
      signer.sign(payment('ETH', { amount, fee, n }));
    // 5 % of 0.5 is 0.025; up to 0.02 is always allowed.
    await pay('0.5', '0.025', 0);
    await expect(pay('0.5', '0.0251', 1)).rejects.toMatchObject(FEE_ABOVE_LIMIT);
    await pay('0.01', '0.02', 2);
    await expect(pay('0.01', '0.0201', 3)).rejects.toMatchObject(FEE_ABOVE_LIMIT);
    await expect(pay('900', '0.0501', 4)).rejects.toMatchObject(FEE_ABOVE_LIMIT);
  });

  test('allows its limit within a day, including sweeps and refills, and again a day later', async () => {
    const signer = await kind.open({ fee_per_day: '0.1' });
    await signer.sign(sweep('0.04', 0));
    await signer.sign(sweep('0.04', 1));
    await expect(signer.sign(sweep('0.04', 2))).rejects.toMatchObject({
      refusal: { code: 'fees_above_daily_limit', fees: '0.12 ETH', limit: '0.1 ETH' },
    });
    await signer.sign(sweep('0.02', 2));
    kind.advance(DAY + 1000);
    await signer.sign(sweep('0.04', 3));
  });

  test('reports the rest of the daily limit, and the whole limit a day later', async () => {
    const signer = await kind.open({ fee_per_day: '0.1' });
    const left = async () => {
      const budgets = (await signer.budgets?.()) ?? [];
      return budgets.find(({ coin, budget }) => coin === 'ETH' && budget === 'fees');
    };
    const limit = units('ETH', '0.1');
    expect(await left()).toMatchObject({ left: 1, used: 0n, limit });
    await signer.sign(sweep('0.04', 0));
    await signer.sign(sweep('0.05', 1));
    const perTransfer = units('ETH', '0.05');
    expect(await left()).toMatchObject({ left: 0.1, used: units('ETH', '0.09'), perTransfer });
    kind.advance(DAY + 1000);
    expect(await left()).toMatchObject({ left: 1, used: 0n, limit });
  });

  test('counts nothing for rejected or repeated requests, and only the increase for a replacement', async () => {
    const signer = await kind.open({ fee_per_day: '0.1' });
    const first = await signer.sign(sweep('0.02'));
    for (let n = 0; n < 30; n++) {
      expect(await signer.sign(sweep('0.02'))).toEqual(first);
      await expect(signer.sign(sweep('4'))).rejects.toMatchObject(FEE_ABOVE_LIMIT);
    }
    await signer.sign(sweep('0.03'));
    await signer.sign(sweep('0.05'));
    await signer.sign(sweep('0.05', 1));
    await expect(signer.sign(sweep('0.001', 2))).rejects.toMatchObject({
      refusal: { code: 'fees_above_daily_limit' },
    });
  });

  test('fills a nonce with a zero payment to ourselves only', async () => {
    const signer = await kind.open(plenty);
    const filler = sweep('0.001');
    const nothing = (address: string) => ({
      ...filler,
      plan: { ...filler.plan, outputs: [{ address, tag: null, amount: 0n }] },
    });
    await signer.sign(nothing(addressOf('ETH')));
    await expect(signer.sign(nothing(PAYEE.ETH))).rejects.toMatchObject({
      refusal: { code: 'unrequested_output' },
    });
  });
});

test('a separate signer writes nothing into its journal for what it signed before', async () => {
  const made = await createTestSigner();
  await made.start();
  const heads = rememberedHeads();
  const signer = socketSigner({ path: made.socket, intentKey, heads });
  await signer.hello();
  const requested = payment('LTC', { amount: '1', fee: '0.001' });
  const first = await signer.sign(requested);
  const before = readFileSync(filesOf(made.folder).journal, 'utf8');
  for (let n = 0; n < 3; n++) expect(await signer.sign(requested)).toEqual(first);
  await expect(signer.sign(payment('LTC', { amount: '1', fee: '0.2' }))).rejects.toThrow();
  expect(readFileSync(filesOf(made.folder).journal, 'utf8')).toBe(before);
  await made.close();
});
