// Cuts a flow of money at each kind of change and checks each time that everything happened exactly once in the end:
// the money, the ledger, the callbacks. Used by crash.test.ts.
import { expect } from 'vitest';
import { auditLedger } from '../../src/ledger/audit.ts';
import { isThorough } from '../support/crash-stride.ts';
import type { CrashFixture, Step } from './crash-fixture.ts';
import type { CrashPlan, InterruptedDatabase } from './interrupted-database.ts';

/** Ends loops that would never complete. */
const CRASHES_MAX = 1000;

export interface Flow {
  readonly steps: readonly Step[];
  /** The object whose callbacks are checked, and their expected contents in order. */
  readonly objectId: () => Promise<string>;
  readonly story: readonly string[];
  /** The same of other objects, read at the end. */
  readonly alsoTold?: () => Promise<readonly (readonly [string, readonly string[]])[]>;
  /** What one run adds to balances, in the smallest unit, by `kind currency`. */
  readonly effect: Readonly<Record<string, bigint>>;
}

/**
 * Runs the flow with cuts, and checks after each that it happened exactly once. Returns how many places it has.
 *
 * A death inside a transaction undoes it, wherever it is: only what was committed before matters. So an ordinary run
 * cuts after the first commit of each kind of change that no earlier flow of the suite had, and before every second
 * one. A thorough run cuts before and after every statement.
 */
export function crashEverywhere(fixture: CrashFixture, make: () => Promise<Flow>): Promise<number> {
  const crash = async (plan: CrashPlan) => {
    const flow = await make();
    const balances = await readBalances(fixture);
    const cut = await fixture.run(flow.steps, plan);
    await check(fixture, flow, { balances, place: `${plan.when} ${plan.at}` });
    return cut;
  };
  return isThorough ? crashAtPlaces(crash) : crashAtChanges(fixture, crash);
}

type CrashAt = (plan: CrashPlan) => Promise<InterruptedDatabase>;

async function crashAtPlaces(crash: CrashAt): Promise<number> {
  let crashes = 0;
  for (const when of ['before', 'after'] as const) {
    for (let at = 1; ; at += 1) {
      expect(at).toBeLessThan(CRASHES_MAX);
      if (!(await crash({ at, when })).isDead()) break;
      crashes += 1;
    }
  }
  return crashes;
}

const cutBefore = new WeakMap<CrashFixture, Set<string>>();

async function crashAtChanges(fixture: CrashFixture, crash: CrashAt): Promise<number> {
  const known = cutBefore.get(fixture) ?? new Set();
  cutBefore.set(fixture, known);
  const whole = await crash({ at: Number.POSITIVE_INFINITY, when: 'before' });
  const added = [...whole.changes()].filter((change) => !known.has(change));
  const plans = added.flatMap((at, n): CrashPlan[] => {
    known.add(at);
    // Whatever dies before its commit is undone: every second one shows it.
    return n % 2 === 0
      ? [
          { at, when: 'before' },
          { at, when: 'after' },
        ]
      : [{ at, when: 'after' }];
  });
  let crashes = 0;
  for (const plan of plans) if ((await crash(plan)).isDead()) crashes += 1;
  // Work that is done in batches is sometimes divided differently.
  expect(crashes).toBeGreaterThanOrEqual(0.7 * plans.length);
  return whole.places();
}

async function check(
  fixture: CrashFixture,
  flow: Flow,
  { balances, place }: { balances: Map<string, bigint>; place: string },
): Promise<void> {
  const after = await readBalances(fixture);
  const effect = Object.fromEntries(
    [...after].map(([key, value]) => [key, value - (balances.get(key) ?? 0n)]),
  );
  const expected = Object.fromEntries(
    [...after.keys()].map((key) => [key, flow.effect[key] ?? 0n]),
  );
  expect(effect, `money when cut ${place}`).toEqual(expected);
  const all = [[await flow.objectId(), flow.story] as const, ...((await flow.alsoTold?.()) ?? [])];
  for (const [objectId, story] of all)
    expect(told(fixture, objectId), `callbacks when cut ${place}`).toEqual(story);
  expect(await auditLedger(fixture.world.app.db), `books when cut ${place}`).toEqual([]);
  const open = await fixture.world.app.db.query(
    `select 1 from deliveries where status <> 'delivered' union all
     select 1 from deposits where assess_at is not null union all
     select 1 from shop_deliveries where status <> 'delivered' union all
     select 1 from checkouts where due_at <= $1`,
    [new Date(fixture.world.app.clock.now())],
  );
  expect(open, `left over when cut ${place}`).toEqual([]);
}

/** Each once: a repeated attempt has the ID of the first. */
function told(fixture: CrashFixture, objectId: string): string[] {
  const mine = fixture.received.filter((item) => item.objectId === objectId);
  const first = mine.filter((item, n) => mine.findIndex((other) => other.id === item.id) === n);
  return first.map(({ line }) => line);
}

async function readBalances(fixture: CrashFixture): Promise<Map<string, bigint>> {
  const rows = await fixture.world.app.db.query<{ name: string; balance: bigint }>(
    `select kind || ' ' || currency as name, balance from ledger_accounts
     where project_id = $1 and currency in ('LTC', 'BTC', 'EUR', 'XRP')`,
    [fixture.project.id],
  );
  return new Map(rows.map((row) => [row.name, row.balance]));
}
