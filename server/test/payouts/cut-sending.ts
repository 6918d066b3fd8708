// Cuts sending at place after place, each time with new withdrawals, and checks what came of it: in the end the
// chain holds one payment for each, and the wallet's rows say what the chain says. Used by the crash tests.
import { expect } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { changeSettings } from '../../src/chains/simulated/settings.ts';
import { stick } from '../../src/chains/simulated/stick.ts';
import { known } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { senderWorker } from '../../src/payouts/send/sender.ts';
import type { Treasury } from '../../src/payouts/send/treasury.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork, type Worker } from '../../src/workers/worker.ts';
import { Cut, type CutPlan } from '../flows/cut-database.ts';
import { strideOr } from '../support/cut-stride.ts';
import type { Mortal, mortalByCall } from './mortal.ts';
import type { TreasuryWorld } from './treasury-world.ts';
import { walletFindings } from './wallet-findings.ts';

/** An end to loops that never run through. */
const CUTS_MAX = 1000;

type Act = () => Promise<unknown>;

export interface Flow {
  /** In the wallet before the withdrawal is made. */
  readonly funded?: (fixture: TreasuryWorld) => Promise<void>;
  /** What is withdrawn; 0.001 by default. */
  readonly amount?: string;
  /** What was paid for the network, when not what the quiet one costs: the budget of a more expensive transfer. */
  readonly networkFee?: string;
  /** What the process does beside sending. */
  readonly workers?: (treasury: Treasury) => readonly Worker[];
  /** What has happened before the process that will die starts. */
  readonly given: (fixture: TreasuryWorld, coin: string) => readonly Act[];
  /** What happens in the world between two runs of the sender. */
  readonly acts: (fixture: TreasuryWorld, coin: string) => readonly Act[];
}

export const mineOne =
  (fixture: TreasuryWorld, coin: string, count = 1): Act =>
  () =>
    mine(fixture.world.simulation(coin), { count });

const undo =
  (fixture: TreasuryWorld, coin: string, drop: boolean): Act =>
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

export async function stickLast(fixture: TreasuryWorld, coin: string): Promise<void> {
  const [row] = await fixture.world.app.db.query<{ txid: string }>(
    `select txid from transfers where coin = $1 order by created_at desc, id desc limit 1`,
    [coin],
  );
  await stick(fixture.world.simulation(coin), known(row, 'it was sent').txid);
}

export interface CutRequest {
  readonly coin: string;
  /** A name of `flows`, or one of its own. */
  readonly flow: string | Flow;
  readonly mortal: typeof mortalByCall;
  readonly when: readonly CutPlan['when'][];
  /** Withdrawals that are sent at the same time. */
  readonly withdrawals: number;
  /** Only every so manieth place is cut. */
  readonly stride?: number;
}

/** How many places were cut. */
export async function cutSendingEverywhere(
  fixture: TreasuryWorld,
  requested: CutRequest,
): Promise<number> {
  // There are few calls: every eleventh is cut, before and after; of the many statements fewer.
  const stride = strideOr(requested.stride ?? (requested.when.length > 1 ? 11 : 61));
  let cuts = 0;
  for (const when of requested.when) {
    for (let at = 1; ; at += stride) {
      expect(at).toBeLessThan(CUTS_MAX);
      if (!(await runOnce(fixture, requested, { at, when }))) break;
      cuts += 1;
    }
  }
  expect(await auditLedger(fixture.world.app.db)).toEqual([]);
  expect(await walletFindings(fixture, requested.coin)).toEqual([]);
  // So many places were cut, or would have been.
  return cuts * stride;
}

let strangers = 0;

interface Made {
  readonly id: string;
  readonly address: string;
  readonly amount: string;
}

async function withdrawSome(
  fixture: TreasuryWorld,
  requested: CutRequest,
  flow: Flow,
): Promise<Made[]> {
  const { coin, withdrawals } = requested;
  const { amount = '0.001', networkFee } = flow;
  const made: Made[] = [];
  for (let n = 0; n < withdrawals; n++) {
    strangers += 1;
    const address = foreignAddress(fixture.treasury(coin).coin, 'crash', strangers);
    const paid = { coin, amount, address, ...(networkFee && { networkFee }) };
    made.push({ address, amount, id: await fixture.withdraw(paid) });
  }
  return made;
}

function flowOf({ flow }: CutRequest): Flow {
  if (typeof flow !== 'string') return flow;
  return flow === bumpFlow ? bumped : known(flows[flow], 'a flow');
}

/** True when the process died. */
async function runOnce(
  fixture: TreasuryWorld,
  requested: CutRequest,
  plan: CutPlan,
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
  const mortal = requested.mortal(fixture.world.app, fixture.treasury(coin), plan);
  const workersOf = (treasury: Treasury) => [
    ...(flow.workers?.(treasury) ?? []),
    senderWorker(treasury),
  ];
  const till = { coin, mortal, workers: workersOf(mortal.treasury) };
  const next = { coin, workers: workersOf(fixture.treasury(coin)) };
  for (const act of [async () => undefined, ...flow.acts(fixture, coin)]) {
    await act();
    if (!(await drain(till))) await goOn(fixture, next);
  }
  // The last block once more for what was only broadcast after the restart.
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
  fixture: TreasuryWorld,
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
    amount: amountOf(amount, fixture.treasury(coin).coin),
  });
  // A replacement is told with its txid: the merchant may hear of `sent` more than once.
  const told = [...new Set(await fixture.told(id))];
  expect({ where, told }).toEqual({ where, told: ['processing', 'sent', 'completed'] });
}

/** A process: its workers live as long as it does, and look at the wallet when they begin. */
interface Till {
  readonly coin: string;
  readonly workers: readonly Worker[];
}

/** The sender alone, so that each place to die is one of its own. False when it is dead. */
async function drain({ mortal, workers }: Till & { readonly mortal: Mortal }): Promise<boolean> {
  if (mortal.isDead()) return false;
  try {
    await runDueWork(mortal.app, workers);
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
  }
  return !mortal.isDead();
}

/** Another process, after as long as the claims of a dead one last. */
async function goOn(fixture: TreasuryWorld, { coin, workers }: Till): Promise<void> {
  const { app, clock } = fixture.world;
  clock.advance(MINUTE);
  // Leases follow the machine's clock.
  await app.db.query('update schedules set leased_until = null');
  await makeAllDue(app);
  await runDueWork(app, workers);
  await fixture.settle(coin);
}
