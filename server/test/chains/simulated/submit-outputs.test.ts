// Our transfers on a simulated BTC, LTC or BCH network: what the node accepts, what it rejects, and what happens to a
// transfer afterwards.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChainUnavailable } from '../../../src/chains/chain.ts';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { pay } from '../../../src/chains/simulated/pay.ts';
import { encodeTransfer, type Outpoint } from '../../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../../src/chains/simulated/reorganise.ts';
import { replace, stick } from '../../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../../src/chains/simulated/simulation.ts';
import { submit } from '../../../src/chains/simulated/submit.ts';
import { defined } from '../../../src/core/assert.ts';
import { lookUp } from '../../support/look-up.ts';
import { unspentOutputs } from '../../support/unspent-outputs.ts';
import { openSimulation, type SimulationUnderTest } from './simulation-under-test.ts';

let simulation: SimulationUnderTest;
/** A confirmed output of 100,000 at our address 1. */
let coin1: Outpoint;
beforeEach(async () => {
  simulation = await openSimulation('LTC');
  coin1 = await funded();
});
afterEach(() => simulation.database.drop());

async function funded(amount = 100_000n): Promise<Outpoint> {
  const outputs = [{ address: simulation.address(1), amount }];
  const txid = await pay(simulation, { outputs });
  await mine(simulation);
  return { txid, index: 0 };
}

/** Pays `amount` to address 2 and the rest, minus the fee, back to address 3. */
function transfer(
  inputs: readonly Outpoint[],
  requested: { amount: bigint; fee: bigint; total?: bigint },
) {
  const { amount, fee, total = 100_000n } = requested;
  const outputs = [
    { address: simulation.address(2), tag: null, amount },
    { address: simulation.address(3), tag: null, amount: total - amount - fee },
  ];
  return encodeTransfer({ coin: 'LTC', origin: { inputs }, outputs, fee });
}

async function kindOf(txid: string): Promise<string> {
  return (await lookUp(simulation.chain, txid, null)).place.kind;
}

it('an accepted transfer waits in the mempool, shows its senders, and is mined', async () => {
  const { kind, txid } = await submit(
    simulation,
    transfer([coin1], { amount: 40_000n, fee: 500n }),
  );
  expect(kind).toBe('accepted');
  const facts = await lookUp(simulation.chain, txid, null);
  expect(facts).toEqual({ place: { kind: 'mempool' }, sources: [simulation.address(1)] });
  await mine(simulation);
  expect(await kindOf(txid)).toBe('block');
  const addresses = [1, 2, 3].map(simulation.address);
  const unspent = await unspentOutputs(simulation.db, 'LTC', { addresses, limit: 10 });
  expect(unspent.map(({ amount }) => amount)).toEqual([40_000n, 59_500n]);
});

it('the same bytes are the same transaction, however often and wherever they are', async () => {
  const raw = transfer([coin1], { amount: 40_000n, fee: 500n });
  const [first, second] = await Promise.all([submit(simulation, raw), submit(simulation, raw)]);
  expect([first.kind, second.kind].sort()).toEqual(['accepted', 'known']);
  expect(first.txid).toBe(second.txid);
  await mine(simulation);
  expect(await submit(simulation, raw)).toEqual({ kind: 'known', txid: first.txid });
  const [row] = await simulation.db.query(
    'select count(*) n from simulation.transactions where raw is not null',
  );
  expect(row).toEqual({ n: 1 });
});

it('an output is spent once, by the transfer that is mined', async () => {
  const first = transfer([coin1], { amount: 40_000n, fee: 500n });
  await submit(simulation, first);
  await mine(simulation);
  const second = await submit(simulation, transfer([coin1], { amount: 4_000n, fee: 50_000n }));
  expect(second).toMatchObject({ kind: 'refused', reason: 'bad-txns-inputs-missingorspent' });
});

it('a transfer with a higher fee replaces the unconfirmed one and its descendants', async () => {
  const first = await submit(simulation, transfer([coin1], { amount: 40_000n, fee: 500n }));
  const change = { txid: first.txid, index: 1 };
  const child = await submit(
    simulation,
    transfer([change], { amount: 9_000n, fee: 500n, total: 59_500n }),
  );
  expect(child.kind).toBe('accepted');
  const cheap = await submit(simulation, transfer([coin1], { amount: 40_000n, fee: 1000n }));
  expect(cheap).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^insufficient fee, rejecting replacement/),
  });
  const expensive = await submit(simulation, transfer([coin1], { amount: 40_000n, fee: 1141n }));
  expect(expensive.kind).toBe('accepted');
  await mine(simulation);
  expect(await kindOf(first.txid)).toBe('unknown');
  expect(await kindOf(child.txid)).toBe('unknown');
  expect(await kindOf(expensive.txid)).toBe('block');
});

it("a transfer can't spend what it replaces", async () => {
  const first = await submit(simulation, transfer([coin1], { amount: 40_000n, fee: 500n }));
  const inputs = [coin1, { txid: first.txid, index: 1 }];
  const both = transfer(inputs, { amount: 4_000n, fee: 10_000n, total: 159_500n });
  expect(await submit(simulation, both)).toMatchObject({
    kind: 'refused',
    reason: 'bad-txns-spends-conflicting-tx',
  });
});

it.each<[string, (input: Outpoint) => string]>([
  [
    'bad-txns-inputs-missingorspent',
    (input) => transfer([{ ...input, index: 1 }], { amount: 4_000n, fee: 500n }),
  ],
  [
    'bad-txns-inputs-duplicate',
    (input) => transfer([input, input], { amount: 4_000n, fee: 500n, total: 200_000n }),
  ],
  [
    'bad-txns-in-belowout',
    (input) => transfer([input], { amount: 4_000n, fee: 500n, total: 100_001n }),
  ],
  [
    'the fee is not what the inputs leave over',
    (input) => transfer([input], { amount: 4_000n, fee: 500n, total: 99_999n }),
  ],
  ['min relay fee not met', (input) => transfer([input], { amount: 4_000n, fee: 0n })],
  ['min relay fee not met, 140 < 141', (input) => transfer([input], { amount: 4_000n, fee: 140n })],
  ['dust', (input) => transfer([input], { amount: 2_939n, fee: 500n })],
  ['cannot be decoded', () => 'nothing'],
  [
    'not a LTC transfer',
    (input) => transfer([input], { amount: 4_000n, fee: 500n }).replace('LTC', 'BTC'),
  ],
])('rejects a transfer: %s', async (reason, build) => {
  expect(await submit(simulation, build(coin1))).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(new RegExp(`^${reason}`)),
  });
  expect((await simulation.chain.mempool()).payments).toEqual([]);
});

it('nothing that spends a stuck payment is mined before it', async () => {
  const parent = await pay(simulation, {
    outputs: [{ address: simulation.address(1), amount: 70_000n }],
  });
  const child = await submit(
    simulation,
    transfer([{ txid: parent, index: 0 }], { amount: 4_000n, fee: 500n, total: 70_000n }),
  );
  await stick(simulation, parent);
  await mine(simulation);
  expect(await kindOf(child.txid)).toBe('mempool');
});

it('a transfer vanishes with the unconfirmed payment that it spends', async () => {
  const parent = await pay(simulation, {
    outputs: [{ address: simulation.address(1), amount: 70_000n }],
  });
  const raw = transfer([{ txid: parent, index: 0 }], { amount: 4_000n, fee: 500n, total: 70_000n });
  const { txid } = await submit(simulation, raw);
  await replace(simulation, { txid: parent, amount: 0n });
  expect(await kindOf(txid)).toBe('unknown');
  expect(await submit(simulation, raw)).toMatchObject({ kind: 'refused' });
});

it('a reorganized transfer is mined again, and broadcast again after it was dropped', async () => {
  const raw = transfer([coin1], { amount: 40_000n, fee: 500n });
  const { txid } = await submit(simulation, raw);
  await mine(simulation);
  await reorganise(simulation, { depth: 1 });
  expect(await kindOf(txid)).toBe('mempool');
  await mine(simulation);
  await reorganise(simulation, { depth: 1, drop: true });
  expect(await kindOf(txid)).toBe('unknown');
  expect(await submit(simulation, raw)).toEqual({ kind: 'accepted', txid });
  await mine(simulation);
  expect(await kindOf(txid)).toBe('block');
});

it('only its sender can replace a transfer', async () => {
  const { txid } = await submit(simulation, transfer([coin1], { amount: 40_000n, fee: 500n }));
  await expect(replace(simulation, { txid, amount: 1n })).rejects.toMatchObject({
    code: 'not_foreign',
  });
});

it('an unreachable node accepts nothing', async () => {
  await changeSettings(simulation, { nodeIsDown: true });
  const raw = transfer([coin1], { amount: 40_000n, fee: 500n });
  await expect(submit(simulation, raw)).rejects.toBeInstanceOf(ChainUnavailable);
  await changeSettings(simulation, { nodeIsDown: false });
  expect((await submit(simulation, raw)).kind).toBe('accepted');
});

it('unspent outputs come oldest first, within the limit, with the height of their block', async () => {
  const { height } = await simulation.chain.tip();
  await pay(simulation, { outputs: [{ address: simulation.address(1), amount: 5n }] });
  const addresses = [simulation.address(1)];
  const unspent = await unspentOutputs(simulation.db, 'LTC', { addresses, limit: 10 });
  expect(unspent.map((output) => [output.amount, output.height])).toEqual([
    [100_000n, height],
    [5n, null],
  ]);
  const [oldest] = await unspentOutputs(simulation.db, 'LTC', { addresses, limit: 1 });
  expect(defined(oldest, 'one is there')).toMatchObject(coin1);
});
