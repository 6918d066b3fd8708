// Exactly once, whatever dies when: sending is cut at every statement, after every commit, and before and
// after every call to the node and the signer; then another process goes on. In the end the chain holds one
// payment for each withdrawal, and the wallet's rows say what the chain says.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/foreign-address.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { stick } from '../../src/chains/simulated/stick.ts';
import { known } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { senderWorker } from '../../src/treasury/sender.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { Cut, type CutPlan } from '../flows/cut-database.ts';
import { type Mortal, mortalByCall, mortalByStatement } from './mortal.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';
import { walletFindings } from './wallet-findings.ts';

/** An end to loops that never run through. */
const CUTS_MAX = 500;

let ground: TreasuryWorld;
beforeAll(async () => {
  ground = await openTreasuryWorld();
  for (const code of ['BTC', 'ETH', 'XRP']) await ground.fund(code, ['5', '5', '5']);
});
afterAll(() => ground.close());

type Act = () => Promise<unknown>;

interface Flow {
  /** What has happened before the process that will die starts. */
  readonly given: (coin: string) => readonly Act[];
  /** What happens in the world between two runs of the sender. */
  readonly acts: (coin: string) => readonly Act[];
}

const mineOne = (coin: string) => () => mine(ground.world.simulation(coin));
const drop = (coin: string) => () =>
  reorganise(ground.world.simulation(coin), { depth: 1, drop: true });
const takeBack = (coin: string) => () => reorganise(ground.world.simulation(coin), { depth: 1 });

const flows: Readonly<Record<string, Flow>> = {
  'sent and confirmed': { given: () => [], acts: (coin) => [mineOne(coin)] },
  'taken back by a reorganisation and confirmed again': {
    given: (coin) => [mineOne(coin)],
    acts: (coin) => [takeBack(coin), mineOne(coin)],
  },
  'dropped by a reorganisation, broadcast again and confirmed': {
    given: (coin) => [mineOne(coin)],
    acts: (coin) => [drop(coin), mineOne(coin)],
  },
  'stuck and replaced': {
    given: (coin) => [() => stickLast(coin)],
    acts: (coin) => [() => mine(ground.world.simulation(coin), { count: 25 }), mineOne(coin)],
  },
};

async function stickLast(coin: string): Promise<void> {
  const [row] = await ground.world.app.db.query<{ txid: string }>(
    `select txid from transfers where coin = $1 order by created_at desc, id desc limit 1`,
    [coin],
  );
  await stick(ground.world.simulation(coin), known(row, 'it was sent').txid);
}

/** The coins of one model differ in numbers alone; the odd flows run on one coin of each. */
const cases = [
  ...['BTC', 'ETH', 'XRP'].map((coin) => [coin, 'sent and confirmed'] as const),
  ...['BTC', 'ETH'].flatMap((coin) =>
    Object.keys(flows)
      .slice(1)
      .map((flow) => [coin, flow] as const),
  ),
];

test.each(cases)(
  '%s %s: one payment, whichever statement is the last',
  async (coin, flow) => {
    // Cut after a statement is cut before the next one.
    const wish = { flow, mortal: mortalByStatement, when: ['before'] } as const;
    expect(await cutEverywhere(coin, wish)).toBeGreaterThan(20);
  },
  180_000,
);

test.each(cases)(
  '%s %s: one payment, whichever call is the last',
  async (coin, flow) => {
    const wish = { flow, mortal: mortalByCall, when: ['before', 'after'] } as const;
    expect(await cutEverywhere(coin, wish)).toBeGreaterThan(5);
  },
  180_000,
);

interface Wish {
  readonly flow: string;
  readonly mortal: typeof mortalByCall;
  readonly when: readonly CutPlan['when'][];
}

async function cutEverywhere(coin: string, wish: Wish): Promise<number> {
  let cuts = 0;
  for (const when of wish.when) {
    for (let at = 1; ; at++) {
      expect(at).toBeLessThan(CUTS_MAX);
      if (!(await runOnce(coin, wish, { at, when }))) break;
      cuts += 1;
    }
  }
  expect(await auditLedger(ground.world.app.db)).toEqual([]);
  expect(await walletFindings(ground, coin)).toEqual([]);
  return cuts;
}

let strangers = 0;

/** True when the process died. */
async function runOnce(coin: string, wish: Wish, plan: CutPlan): Promise<boolean> {
  const treasury = ground.treasury(coin);
  strangers += 1;
  const address = foreignAddress(treasury.coin, 'crash', strangers);
  const id = await ground.withdraw({ coin, amount: '0.001', address });
  const flow = known(flows[wish.flow], 'a flow');
  for (const act of flow.given(coin)) {
    await ground.settle(coin);
    await act();
    await ground.settle(coin);
  }
  const mortal = wish.mortal(ground.world.app, treasury, plan);
  for (const act of [async () => undefined, ...flow.acts(coin)]) {
    await act();
    await drain(coin, mortal);
  }
  // The last block once more for what was only broadcast after the restart.
  for (let round = 0; round < 2; round++) {
    ground.world.clock.advance(MINUTE);
    await ground.settle(coin);
    await mine(ground.world.simulation(coin));
    await ground.settle(coin);
  }
  const where = `${plan.when} ${plan.at}`;
  expect({ where, ...(await ground.withdrawal(id)) }).toMatchObject({ where, status: 'completed' });
  expect({ where, ...(await ground.paidTo(coin, address)) }).toEqual({
    where,
    payments: 1,
    amount: amountOf('0.001', treasury.coin),
  });
  // A replacement is told with its txid: the merchant may hear of `sent` more than once.
  const told = [...new Set(await ground.told(id))];
  expect({ where, told }).toEqual({ where, told: ['processing', 'sent', 'completed'] });
  return mortal.isDead();
}

/** The sender alone, so that each place to die is one of its own; a dead one is followed by another. */
async function drain(coin: string, mortal: Mortal): Promise<void> {
  try {
    if (!mortal.isDead()) {
      await runDueWork(mortal.app, [senderWorker(mortal.treasury)]);
      return;
    }
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
  }
  // As long as the claims of a dead process last.
  ground.world.clock.advance(MINUTE);
  await ground.settle(coin);
}
