// Replays recent requests against another policy: what would have been decided differently. It uses the same `decide`;
// windows are summed in memory as the replayed policy would have filled them.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { DAY, HOUR } from '../core/clock.ts';
import { amountOf } from '../core/money.ts';
import { decide } from './decide-withdrawal.ts';
import { type PastAttempt, pastAttempts } from './past-attempts.ts';
import type { Decision, Facts, Policy, Result, Spent, Window } from './policy.ts';
import { policyInForce } from './store-policies.ts';
import { type Scopes, scopesOf, valueIn, windowsOf } from './windows.ts';

export interface Difference {
  readonly at: Date;
  readonly id: string;
  readonly value: bigint;
  readonly coin: string;
  readonly destination: string;
  readonly was: PastAttempt['decision'];
  readonly would: Decision;
}

export interface Replay {
  readonly attempts: number;
  /** The number of each result under the replayed policy. */
  readonly counts: Readonly<Record<Result, number>>;
  /** The first ones, in order. */
  readonly differences: readonly Difference[];
  readonly differing: number;
}

/** Enough to review; the counts cover all of them. */
const DIFFERENCES_MAX = 1000;

/** Withdrawals that have been canceled since then do not count in windows, because nothing was paid. */
export async function replay(
  app: App,
  projectId: string,
  requested: { policy: Policy; days: number },
): Promise<Replay> {
  const { policy, days } = requested;
  const { limitEur } = await policyInForce(app.db, app, projectId);
  const start = app.clock.now() - days * DAY;
  const list = windowsOf(policy);
  const longest = Math.max(0, ...list.map(({ hours }) => hours));
  const rolling = rollingWindows(list);
  const counts = { allow: 0, hold: 0, refuse: 0 };
  const differences: Difference[] = [];
  let differing = 0;
  // Requests before the first day fill the windows of the first day.
  for await (const past of pastAttempts(app, projectId, start - longest * HOUR)) {
    const value = valueThen(app, past, policy);
    const scopes = scopesOf(past);
    const at = past.created_at.getTime();
    const facts = factsOf(app, past, { at, value, limitEur });
    if (at < start) {
      if (past.isCounted) rolling.add({ at, value, scopes });
      continue;
    }
    const { decision } = decide(policy, facts, (window) => rolling.spent(window, { at, scopes }));
    counts[decision.outcome] += 1;
    if (decision.outcome !== 'refuse' && !past.isCancelled) rolling.add({ at, value, scopes });
    if (isSame(past, decision)) continue;
    differing += 1;
    if (differences.length < DIFFERENCES_MAX)
      differences.push(differenceOf(past, { value, decision }));
  }
  const attempts = counts.allow + counts.hold + counts.refuse;
  return { attempts, counts, differences, differing };
}

function isSame({ decision }: PastAttempt, would: Decision): boolean {
  return decision.outcome === would.outcome && decision.approvals === would.approvals;
}

function differenceOf(
  past: PastAttempt,
  { value, decision }: { value: bigint; decision: Decision },
): Difference {
  const { created_at: at, id, coin, destination, decision: was } = past;
  return { at, id, coin, destination, was, value, would: decision };
}

/** The value at that time, in that policy's currency; converted to another currency at current rates. */
function valueThen(app: App, past: PastAttempt, { currency }: Policy): bigint {
  return valueIn(app, { code: past.value_currency, amount: past.value }, currency);
}

function factsOf(
  app: App,
  past: PastAttempt,
  { at, value, limitEur }: { at: number; value: bigint; limitEur: string | null },
): Facts {
  const eur = defined(app.currencies.get('EUR'), 'EUR is registered');
  const valueEur = valueIn(app, { code: past.value_currency, amount: past.value }, eur);
  return {
    ...past,
    ...{ at, value },
    isAboveSetting: limitEur !== null && valueEur > amountOf(limitEur, eur),
  };
}

interface Spending {
  readonly at: number;
  readonly value: bigint;
  readonly scopes: Scopes;
}

interface Queue {
  readonly items: { at: number; value: bigint }[];
  /** The number of entries at the front that have left the window. */
  left: number;
  sum: bigint;
}

/** Rolling windows: each withdrawal enters once and leaves once. */
function rollingWindows(list: readonly Window[]) {
  const queues = new Map<string, Queue>();
  const keyOf = ({ hours, per }: Window, scopes: Scopes) => `${hours} ${per} ${scopes[per]}`;
  return {
    add({ at, value, scopes }: Spending): void {
      for (const window of list) {
        const key = keyOf(window, scopes);
        const queue = queues.get(key) ?? { items: [], left: 0, sum: 0n };
        queues.set(key, queue);
        queue.items.push({ at, value });
        queue.sum += value;
      }
    },
    spent(window: Window, { at, scopes }: { at: number; scopes: Scopes }): Spent {
      const queue = queues.get(keyOf(window, scopes));
      if (queue === undefined) return { sum: 0n, count: 0 };
      for (;;) {
        const oldest = queue.items[queue.left];
        if (oldest === undefined || oldest.at > at - window.hours * HOUR) break;
        queue.sum -= oldest.value;
        queue.left += 1;
      }
      return { sum: queue.sum, count: queue.items.length - queue.left };
    },
  };
}
