// Cuts a flow of money at place after place and checks each time that everything happened exactly once in the end: the
// money, the ledger, the callbacks. Used by crash.test.ts.
import { expect } from 'vitest';
import { auditLedger } from '../../src/ledger/audit.ts';
import { strideOr } from '../support/crash-stride.ts';
import type { CrashFixture, Step } from './crash-fixture.ts';

/** Ends loops that would never complete. */
const CRASHES_MAX = 1000;
const STRIDE = strideOr(31);

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

/** Runs the flow with a cut at each place, and checks after each that it happened exactly once. */
export async function crashEverywhere(
  fixture: CrashFixture,
  make: () => Promise<Flow>,
): Promise<number> {
  let crashes = 0;
  for (const when of ['before', 'after'] as const) {
    for (let at = when === 'before' ? 1 : Math.ceil(STRIDE / 2); ; at += STRIDE) {
      expect(at).toBeLessThan(CRASHES_MAX);
      const flow = await make();
      const balances = await readBalances(fixture);
      const wasInterrupted = await fixture.run(flow.steps, { at, when });
      await check(fixture, flow, { balances, place: `${when} ${at}` });
      if (!wasInterrupted) break;
      crashes += 1;
    }
  }
  // This many places were cut, or would have been.
  return crashes * STRIDE;
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
