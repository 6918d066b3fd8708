// Transfers that their sender can no longer pay for after a reorganization: pending transfers behind a gap don't count,
// a block excludes or fails uncovered ones, and no balance becomes negative.
import { afterEach, expect, it, test } from 'vitest';
import { foundChain } from '../../../src/chains/simulated/found-chain.ts';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { foreignAddress, pay } from '../../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../../src/chains/simulated/reorganise.ts';
import { simulatedChain } from '../../../src/chains/simulated/simulated-chain.ts';
import { simulatedFamily } from '../../../src/chains/simulated/simulated-transfers.ts';
import { rulesOf } from '../../../src/chains/simulated/simulation.ts';
import { submit } from '../../../src/chains/simulated/submit.ts';
import { accountFacts } from '../../../src/chains/simulated/wallet-view.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { lookUp } from '../../support/look-up.ts';
import { accountsByHistory, storedAccounts } from './account-history.ts';
import { type CoinCode, type SimulationOn, simulationOn } from './simulation-on.ts';

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop();
});

const FEE = 100n;

async function open(codes: readonly CoinCode[]): Promise<SimulationOn[]> {
  const database = await createTestDatabase();
  opened.push(database);
  const simulations = codes.map((code) => simulationOn(database.db, code));
  for (const simulation of simulations) await foundChain(simulation, 'tests');
  return simulations;
}

async function openOne(code: CoinCode): Promise<SimulationOn> {
  const [simulation] = await open([code]);
  if (simulation === undefined) throw new Error('one was opened');
  return simulation;
}

async function fund(
  simulation: SimulationOn,
  amount: bigint,
  address = simulation.address(0),
): Promise<void> {
  await pay(simulation, { outputs: [{ address, amount }] });
  await mine(simulation);
}

function send(simulation: SimulationOn, sequence: number, amount: bigint) {
  const { coin } = simulation;
  const outputs = [{ address: foreignAddress(coin, 'receiver', 1), tag: null, amount }];
  const origin = { sender: simulation.address(0), sequence };
  return submit(simulation, encodeTransfer({ coin: coin.code, origin, outputs, fee: FEE }));
}

const facts = (simulation: SimulationOn) =>
  accountFacts(simulation.db, simulation.coin.code, simulation.address(0));

const placeOf = async (simulation: SimulationOn, { txid }: { txid: string }) =>
  (await lookUp(simulatedChain(simulation), txid, null)).place.kind;

async function expectStored(simulation: SimulationOn): Promise<void> {
  const { firstSequence } = rulesOf(simulation.coin.code);
  const history = await accountsByHistory(simulation, firstSequence);
  const addresses = history.map(({ address }) => address);
  expect(await storedAccounts(simulation, addresses)).toEqual(history);
  expect(history.filter(({ balance }) => balance < 0n)).toEqual([]);
}

it('ETH: transactions behind a gap do not count against the balance', async () => {
  const simulation = await openOne('ETH');
  await fund(simulation, 1000n);
  const sweep = await send(simulation, 2, 900n);
  expect(sweep.kind).toBe('accepted');
  expect(await facts(simulation)).toMatchObject({ pending: 0n, nextSequence: 0 });
  const first = await send(simulation, 0, 400n);
  expect(first.kind).toBe('accepted');
  // Replacing a transfer that does not count frees nothing.
  const moreExpensive = encodeTransfer({
    coin: 'ETH',
    fee: FEE * 2n,
    outputs: [],
    origin: { sender: simulation.address(0), sequence: 2 },
  });
  expect((await submit(simulation, moreExpensive)).kind).toBe('accepted');
  expect(await facts(simulation)).toMatchObject({ pending: 500n, nextSequence: 1 });
});

it('ETH: a block excludes what the balance does not cover, and the pool drops it', async () => {
  const simulation = await openOne('ETH');
  await fund(simulation, 1000n);
  const sweep = await send(simulation, 2, 900n);
  const payments = [await send(simulation, 0, 300n), await send(simulation, 1, 300n)];
  expect((await facts(simulation)).pending).toBe(1800n);
  await mine(simulation);
  for (const payment of payments) expect(await placeOf(simulation, payment)).toBe('block');
  expect(await placeOf(simulation, sweep)).toBe('unknown');
  expect(await facts(simulation)).toMatchObject({ balance: 200n, nextSequence: 2 });
  // The money is back, and so is the sweep.
  await fund(simulation, 1000n);
  expect((await send(simulation, 2, 900n)).kind).toBe('accepted');
  await mine(simulation);
  expect(await placeOf(simulation, sweep)).toBe('block');
  await expectStored(simulation);
});

it('ETH: a transfer leaves the pool with the deposit that paid for it', async () => {
  const simulation = await openOne('ETH');
  await fund(simulation, 1000n);
  const payment = await send(simulation, 0, 900n);
  await mine(simulation);
  await reorganise(simulation, { depth: 2 });
  expect(await placeOf(simulation, payment)).toBe('unknown');
  await mine(simulation);
  expect((await send(simulation, 0, 900n)).kind).toBe('accepted');
  await mine(simulation);
  expect(await placeOf(simulation, payment)).toBe('block');
  await expectStored(simulation);
});

it("XRP: a payment that the account can't cover in its ledger costs its fee, until its ledger is gone", async () => {
  const simulation = await openOne('XRP');
  const { reserve } = rulesOf('XRP');
  await fund(simulation, reserve + 1000n);
  await pay(simulation, { outputs: [{ address: simulation.address(0), amount: 5000n }] });
  await mine(simulation);
  const payment = await send(simulation, 1, 4000n);
  await mine(simulation);
  await expectStored(simulation);
  await reorganise(simulation, { depth: 2, drop: true });
  await simulation.db.query(
    `update simulation.transactions set mempool_number = number where txid = $1`,
    [payment.txid],
  );
  await mine(simulation);
  const { network } = simulatedFamily(simulation);
  const outcome = async () => {
    const { place } = await lookUp(simulatedChain(simulation), payment.txid, null);
    if (place.kind !== 'block') throw new Error('it is in a ledger');
    return network.outcome(payment.txid, place.block);
  };
  expect(await outcome()).toMatchObject({ hasFailed: true, lackedFunds: true, fee: FEE });
  expect((await facts(simulation)).balance).toBe(reserve + 1000n - FEE);
  await reorganise(simulation, { depth: 1 });
  await pay(simulation, { outputs: [{ address: simulation.address(0), amount: 5000n }] });
  await simulation.db.query(
    `update simulation.transactions set is_stuck = true where coin = 'XRP' and txid = $1`,
    [payment.txid],
  );
  await mine(simulation);
  await simulation.db.query(`update simulation.transactions set is_stuck = false`);
  await mine(simulation);
  expect(await outcome()).toMatchObject({ hasFailed: false });
  expect((await facts(simulation)).balance).toBe(reserve + 6000n - 4000n - FEE);
  await expectStored(simulation);
});

test("USDT: a transfer above the sender's balance reverts; without ether for its fee it is never mined", async () => {
  const [ether, token] = await open(['ETH', 'USDT']);
  if (ether === undefined || token === undefined) throw new Error('both were opened');
  const sender = token.address(0);
  await fund(ether, 150n, sender);
  await fund(token, 1000n);
  const reverted = await send(token, 0, 5000n);
  expect(reverted).toMatchObject({ kind: 'accepted' });
  await mine(token);
  expect(await placeOf(token, reverted)).toBe('block');
  expect(await facts(token)).toMatchObject({ balance: 1000n, nextSequence: 1 });
  expect((await accountFacts(ether.db, 'ETH', sender)).balance).toBe(50n);
  expect(await send(token, 1, 100n)).toMatchObject({ kind: 'refused' });
  await fund(ether, 100n, sender);
  const paid = await send(token, 1, 100n);
  await reorganise(ether, { depth: 1, drop: true });
  await mine(token);
  expect(await placeOf(token, paid)).toBe('unknown');
  await expectStored(ether);
  await expectStored(token);
});
