// Kills the sending process at place after place, each time with new withdrawals. In the end the chain has one payment
// for each, and the wallet's rows match the chain. Used by the crash tests.
import { expect } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { CoinWallet } from '../../src/payouts/coin-wallet.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork, type Worker } from '../../src/workers/worker.ts';
import { Crash, type CrashPlan } from '../flows/interrupted-database.ts';
import { strideOr } from '../support/crash-stride.ts';
import type { CoinWalletWorld } from './coin-wallet-world.ts';
import type { Mortal, mortalByCall } from './mortal.ts';
import { walletFindings } from './wallet-findings.ts';

/** Ends loops that would never complete. */
const CRASHES_MAX = 1000;

type Act = () => Promise<unknown>;

export interface Flow {
  /** In the wallet before the withdrawal is created. */
  readonly funded?: (fixture: CoinWalletWorld) => Promise<void>;
  /** The amount of the withdrawal; 0.001 by default. */
  readonly amount?: string;
  /** The network fee paid, if not that of the quiet network: the budget of a more expensive transfer. */
  readonly networkFee?: string;
  /** Workers of the process in addition to the sender. */
  readonly workers?: (coinWallet: CoinWallet) => readonly Worker[];
  /** What happens before the process that will die starts. */
  readonly given: (fixture: CoinWalletWorld, coin: string) => readonly Act[];
  /** What happens in the world between two runs of the sender. */
  readonly acts: (fixture: CoinWalletWorld, coin: string) => readonly Act[];
}

export const mineOne =
  (fixture: CoinWalletWorld, coin: string, count = 1): Act =>
  () =>
    mine(fixture.world.simulation(coin), { count });

const undo =
  (fixture: CoinWalletWorld, coin: string, drop: boolean): Act =>
  () =>
    reorganise(fixture.world.simulation(coin), { depth: 1, drop });

export const flows: Readonly<Record<string, Flow>> = {
  'sent and confirmed': { given: () => [], acts: (fixture, coin) => [mineOne(fixture, coin)] },
  'taken back by a reorganisation and confirmed again': {
    given: (fixture, coin) => [mineOne(fixture, coin)],
    acts: (fixture, coin) => [undo(fixture, coin, false), mineOne(fixture, coin)],
  },
  'dropped by a reorganisation, broadcast again and confirmed': {
    given: (fixture, coin) => [mineOne(fixture, coin)],
    acts: (fixture, coin) => [undo(fixture, coin, true), mineOne(fixture, coin)],
  },
  'stuck and replaced': {
    given: (fixture, coin) => [() => stickLast(fixture, coin)],
    acts: (fixture, coin) => [mineOne(fixture, coin, 25), mineOne(fixture, coin)],
  },
};

/** Its node refuses replacements: a second transaction that spends its change brings it into a block. */
export const bumpFlow = 'stuck and bumped';
const bumped: Flow = {
  given: (fixture, coin) => [
    () => changeSettings(fixture.world.simulation(coin), { refusesReplacements: true }),
    () => stickLast(fixture, coin),
  ],
  acts: (fixture, coin) => [
    mineOne(fixture, coin, 25),
    mineOne(fixture, coin),
    mineOne(fixture, coin),
  ],
};

export async function stickLast(fixture: CoinWalletWorld, coin: string): Promise<void> {
  const [row] = await fixture.world.app.db.query<{ txid: string }>(
    `select txid from transfers where coin = $1 order by created_at desc, id desc limit 1`,
    [coin],
  );
  await stick(fixture.world.simulation(coin), defined(row, 'it was sent').txid);
}

export interface CrashRequest {
  readonly coin: string;
  /** A name of `flows`, or one of its own. */
  readonly flow: string | Flow;
  readonly mortal: typeof mortalByCall;
  readonly when: readonly CrashPlan['when'][];
  /** Withdrawals that are sent at the same time. */
  readonly withdrawals: number;
  /** Dies only at every n-th place. */
  readonly stride?: number;
}

/** The number of places that were cut. */
export async function crashSendingEverywhere(
  fixture: CoinWalletWorld,
  requested: CrashRequest,
): Promise<number> {
  // There are few calls: every eleventh is cut, before and after. Of the many statements, fewer are.
  const stride = strideOr(requested.stride ?? (requested.when.length > 1 ? 11 : 61));
  let crashes = 0;
  for (const when of requested.when) {
    for (let at = 1; ; at += stride) {
      expect(at).toBeLessThan(CRASHES_MAX);
      if (!(await runOnce(fixture, requested, { at, when }))) break;
      crashes += 1;
    }
  }
  expect(await auditLedger(fixture.world.app.db)).toEqual([]);
  expect(await walletFindings(fixture, requested.coin)).toEqual([]);
  // This many places were cut, or would have been.
  return crashes * stride;
}

let strangers = 0;

interface Made {
  readonly id: string;
  readonly address: string;
  readonly amount: string;
}

async function withdrawSome(
  fixture: CoinWalletWorld,
  requested: CrashRequest,
  flow: Flow,
): Promise<Made[]> {
  const { coin, withdrawals } = requested;
  const { amount = '0.001', networkFee } = flow;
  const made: Made[] = [];
  for (let n = 0; n < withdrawals; n++) {
    strangers += 1;
    const address = foreignAddress(fixture.coinWallet(coin).coin, 'crash', strangers);
    const paid = { coin, amount, address, ...(networkFee && { networkFee }) };
    made.push({ address, amount, id: await fixture.withdraw(paid) });
  }
  return made;
}

function flowOf({ flow }: CrashRequest): Flow {
  if (typeof flow !== 'string') return flow;
  return flow === bumpFlow ? bumped : defined(flows[flow], 'a flow');
}

/** True when the process died. */
async function runOnce(
  fixture: CoinWalletWorld,
  requested: CrashRequest,
  plan: CrashPlan,
): Promise<boolean> {
  const { coin } = requested;
  const flow = flowOf(requested);
  await flow.funded?.(fixture);
  const made = await withdrawSome(fixture, requested, flow);
  for (const act of flow.given(fixture, coin)) {
    await fixture.settle(coin);
    await act();
    await fixture.settle(coin);
  }
  const mortal = requested.mortal(fixture.world.app, fixture.coinWallet(coin), plan);
  const workersOf = (coinWallet: CoinWallet) => [
    ...(flow.workers?.(coinWallet) ?? []),
    senderWorker(coinWallet),
  ];
  const instance = { coin, mortal, workers: workersOf(mortal.coinWallet) };
  const next = { coin, workers: workersOf(fixture.coinWallet(coin)) };
  for (const act of [async () => undefined, ...flow.acts(fixture, coin)]) {
    await act();
    if (!(await drain(instance))) await goOn(fixture, next);
  }
  // One more block, for transactions that were only broadcast after the restart.
  for (let round = 0; round < 2; round++) {
    await goOn(fixture, next);
    await mine(fixture.world.simulation(coin));
    await fixture.settle(coin);
  }
  for (const one of made)
    await expectPaidOnce(fixture, coin, { ...one, where: `${plan.when} ${plan.at}` });
  return mortal.isDead();
}

async function expectPaidOnce(
  fixture: CoinWalletWorld,
  coin: string,
  { id, address, amount, where }: Made & { readonly where: string },
): Promise<void> {
  expect({ where, ...(await fixture.withdrawal(id)) }).toMatchObject({
    where,
    status: 'completed',
  });
  expect({ where, ...(await fixture.paidTo(coin, address)) }).toEqual({
    where,
    payments: 1,
    amount: amountOf(amount, fixture.coinWallet(coin).coin),
  });
  // A replacement is reported with its txid, so the merchant may receive `sent` more than once.
  const reported = [...new Set(await fixture.reported(id))];
  expect({ where, reported }).toEqual({ where, reported: ['processing', 'sent', 'completed'] });
}

/** A process: its workers live as long as it does, and check the wallet when they start. */
interface Instance {
  readonly coin: string;
  readonly workers: readonly Worker[];
}

/** Runs only the sender, so that every place to die is one of its own. False when it is dead. */
async function drain({
  mortal,
  workers,
}: Instance & { readonly mortal: Mortal }): Promise<boolean> {
  if (mortal.isDead()) return false;
  try {
    await runDueWork(mortal.app, workers);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  return !mortal.isDead();
}

/** Another process, after the claims of a dead one have expired. */
async function goOn(fixture: CoinWalletWorld, { coin, workers }: Instance): Promise<void> {
  const { app, clock } = fixture.world;
  clock.advance(MINUTE);
  // Leases follow the machine's clock.
  await app.db.query('update schedules set leased_until = null');
  await makeAllDue(app);
  await runDueWork(app, workers);
  await fixture.settle(coin);
}
