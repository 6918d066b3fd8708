// A simulated network's stored totals of each address match its best chain, whatever happens to its blocks, and a query
// costs the same after any history.
import { afterEach, expect, test } from 'vitest';
import { foundChain } from '../../../src/chains/simulated/found-chain.ts';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { foreignAddress, pay, payMany } from '../../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../../src/chains/simulated/reorganise.ts';
import { release, replace, stick } from '../../../src/chains/simulated/replace.ts';
import { simulatedFamily } from '../../../src/chains/simulated/simulated-transfers.ts';
import { changeSettings, rulesOf } from '../../../src/chains/simulated/simulation.ts';
import { submit } from '../../../src/chains/simulated/submit.ts';
import { accountFacts } from '../../../src/chains/simulated/wallet-view.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { randomInt, seededRandom } from '../../../src/core/random.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { noteStatements } from '../../support/noted-statements.ts';
import { accountsByHistory, storedAccounts } from './account-history.ts';
import { type CoinCode, type SimulationOn, simulationOn } from './simulation-on.ts';

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop();
});

const CODES: readonly CoinCode[] = ['ETH', 'XRP', 'USDT'];
const RICH = 10n ** 18n;
const PAYEE = 77;
/** Below every block that leaves the chain. */
const BURIED = 8;

/** Both networks of a token, with ether for its fees; our address 0 has money. */
async function open(database: TestDatabase, code: CoinCode): Promise<SimulationOn> {
  opened.push(database);
  const simulation = simulationOn(database.db, code);
  const codes = new Set([code, simulation.coin.feeCoin as CoinCode]);
  for (const one of codes) {
    const chain = simulationOn(database.db, one);
    await foundChain(chain, 'tests');
    await pay(chain, { outputs: [{ address: simulation.address(0), amount: RICH }] });
    await mine(chain, { count: BURIED });
  }
  return simulation;
}

interface Transfer {
  readonly sequence: number;
  readonly amount?: bigint;
  readonly fee: bigint;
  readonly tip?: bigint;
  readonly to?: string;
}

function send(simulation: SimulationOn, { sequence, fee, tip, to, amount = 1000n }: Transfer) {
  const { coin } = simulation;
  const address = to ?? foreignAddress(coin, 'receiver', PAYEE);
  const origin = { sender: simulation.address(0), sequence };
  const outputs = [{ address, tag: null, amount }];
  const raw = { coin: coin.code, origin, outputs, fee, ...(tip === undefined ? {} : { tip }) };
  return submit(simulation, encodeTransfer(raw));
}

async function expectStored(simulation: SimulationOn, what: string): Promise<void> {
  const history = await accountsByHistory(simulation, rulesOf(simulation.coin.code).firstSequence);
  const addresses = history.map(({ address }) => address);
  expect(await storedAccounts(simulation, addresses), what).toEqual(history);
}

test.each(CODES)('%s: an address query reads no more after a long history', async (code) => {
  const noted = await noteStatements(await createTestDatabase());
  const simulation = await open(noted.database, code);
  const { network } = simulatedFamily(simulation);
  const call = async () => {
    noted.take();
    await network.account(simulation.address(0));
    const requested = noted.take().filter(({ text }) => text.includes('simulation.'));
    return { pages: sum(requested, 'pages'), visited: sum(requested, 'visited') };
  };
  const address = simulation.address(0);
  let { nextSequence: sequence } = await accountFacts(simulation.db, code, address);
  const live = async (payments: number, transfers: number) => {
    const one = { outputs: [{ address, amount: 5n }] };
    await payMany(simulation, new Array(payments).fill(one));
    for (let n = 0; n < transfers; n++) await send(simulation, { sequence: sequence++, fee: 100n });
    await mine(simulation);
  };
  await live(5, 2);
  for (let round = 0; round < 6; round++) await call();
  const before = await call();
  await live(1500, 60);
  const after = await call();
  expect(after.visited).toBeLessThanOrEqual(before.visited + 2);
  expect(after.pages).toBeLessThanOrEqual(before.pages + 12);
});

function sum<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0);
}

test.each(CODES)('%s: stored totals match the history, whatever happens', async (code) => {
  const simulation = await open(await createTestDatabase(), code);
  const random = seededRandom(`accounts of ${code}`);
  const draw: Draw = (below) => randomInt(random, below);
  const sent: string[] = [];
  const actions = actionsOf(simulation, { draw, sent });
  const played = new Set<string>();
  for (let round = 0; round < 120; round++) {
    const [name, act] = defined(actions[draw(actions.length)], 'an action');
    if (await isTaken(act)) played.add(name);
    await expectStored(simulation, `${round}: ${name}`);
  }
  const { isReplaceable, hasFailures } = rulesOf(code);
  const impossible = [...(isReplaceable ? [] : ['replace']), ...(hasFailures ? [] : ['fail'])];
  const possible = actions.map(([name]) => name).filter((name) => !impossible.includes(name));
  expect([...played].sort()).toEqual(possible.sort());
  const [row] = await simulation.db.query(
    `select bool_or(failure is not null) as "costFeesAlone", bool_or(taken < fee) as "tookLess"
     from simulation.transactions where coin = $1 and block_hash is not null and raw is not null`,
    [code],
  );
  const tookLess = simulation.coin.nodes.family === 'evm' || null;
  expect(row).toEqual({ costFeesAlone: code === 'XRP', tookLess });
});

/** False when the network rejects it at this moment, for example because the mempool is empty. */
async function isTaken(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if ((error as { status?: number }).status !== 422) throw error;
    return false;
  }
}

type Draw = (below: number) => number;

type Action = readonly [name: string, act: () => Promise<unknown>];

function actionsOf(
  simulation: SimulationOn,
  { draw, sent }: { draw: Draw; sent: string[] },
): Action[] {
  const { db, coin } = simulation;
  const address = simulation.address(0);
  const { isReplaceable, hasPartialPayments, normalFee, refusingPayee } = rulesOf(coin.code);
  const recent = () => sent.at(-1 - draw(Math.min(4, sent.length))) ?? 'none';
  const stuck: string[] = [];
  const hold = async (txid: string) => {
    await stick(simulation, txid);
    stuck.push(txid);
  };
  const foreign = async (hasFailed: boolean) => {
    const amount = BigInt(1000 + draw(1000));
    const delivered = hasPartialPayments && draw(2) === 0 ? { delivered: amount / 3n } : {};
    const isStuck = draw(4) === 0;
    sent.push(
      await pay(simulation, { outputs: [{ address, amount, ...delivered }], hasFailed, isStuck }),
    );
  };
  const transfer = async (ahead: number) => {
    const { nextSequence } = await accountFacts(db, coin.code, address);
    const fee = (normalFee * BigInt(100 + draw(900))) / 100n;
    const tip = coin.nodes.family === 'evm' && draw(2) === 0 ? { tip: fee / 2n } : {};
    // Some XRP payments are rejected by their recipient, or would use the reserve: they cost their fee.
    const other = isReplaceable ? address : refusingPayee?.address;
    const to = draw(2) === 0 ? other : undefined;
    const amount = draw(8) === 0 ? RICH - 2_000_000n : BigInt(1 + draw(5000));
    const sequence = Math.max(0, nextSequence + ahead);
    const answer = await send(simulation, { sequence, fee, amount, ...tip, ...(to && { to }) });
    if (answer.kind === 'accepted') sent.push(answer.txid);
  };
  return [
    ['pay', () => foreign(false)],
    ['fail', () => foreign(true)],
    ['send', () => transfer(0)],
    ['send on', () => transfer(0)],
    ['send ahead', () => transfer(1)],
    ['send instead', () => transfer(-1)],
    ['replace', () => replace(simulation, { txid: recent(), amount: 7n })],
    ['stick', () => hold(recent())],
    ['release', () => release(simulation, stuck.shift() ?? 'none')],
    ['mine', () => mine(simulation)],
    ['mine on', () => mine(simulation)],
    ['mine some', () => mine(simulation, { count: 2 })],
    ['fees', () => changeSettings(simulation, { feePercent: 1 + draw(300) })],
    ['reorganise', () => reorganise(simulation, { depth: 1 + draw(4) })],
    ['drop', () => reorganise(simulation, { depth: 1 + draw(2), drop: true })],
  ];
}

test('two processes that pay, send, mine and reorganize two networks concurrently lose nothing', async () => {
  const database = await createTestDatabase();
  const here = await open(database, 'USDT');
  const db = openDatabase(database.connection, createLog('silent'));
  const codes: readonly CoinCode[] = ['USDT', 'ETH', 'USDT', 'ETH'];
  const work = codes.map(async (code, place) => {
    const side = simulationOn(place < 2 ? database.db : db, code);
    for (let round = 1; round <= 12; round++) {
      await pay(side, { outputs: [{ address: side.address(round % 3), amount: 10n }] });
      const { nextSequence } = await accountFacts(side.db, code, side.address(0));
      await send(side, { sequence: nextSequence, fee: 1000n + BigInt(place) });
      if (round % 2 === 0) await mine(side);
      if (round % 5 === 0) await reorganise(side, { depth: 2 });
    }
  });
  await Promise.all(work);
  await db.close();
  for (const code of ['USDT', 'ETH'] as const) {
    const side = simulationOn(database.db, code);
    await expectStored(side, code);
    await mine(side);
    await expectStored(side, code);
  }
  expect((await accountFacts(here.db, 'USDT', here.address(0))).confirmedSequence).toBeGreaterThan(
    5,
  );
});
