// Monitors the nodes of a coin that has several. A node that is not used, because it is unreachable, lagging or on
// another branch, raises an alert until it recovers. Payments are still found through the other nodes.
import type { App } from '../app.ts';
import type { NodeVerdict } from '../chains/failover/members.ts';
import { SECOND } from '../core/clock.ts';
import { raiseAlert, resolveOpen } from '../ledger/alerts.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';

const EVERY = 10 * SECOND;
const LEASE = 30 * SECOND;
/** Consecutive comparisons that a node must fail, so that a restart or a block in transit raises no alert. */
const FAILURES_MIN = 3;

export function nodesWorker(coin: string, review: () => Promise<readonly NodeVerdict[]>): Worker {
  const failures = new Map<string, number>();
  return recurring({
    name: `nodes-${coin.toLowerCase()}`,
    everyMilliseconds: EVERY,
    leaseMilliseconds: LEASE,
    async run(app) {
      for (const verdict of await review()) await applyVerdict(app, { coin, failures, verdict });
      return false;
    },
  });
}

async function applyVerdict(
  app: App,
  heard: { coin: string; failures: Map<string, number>; verdict: NodeVerdict },
): Promise<void> {
  const { coin, failures, verdict } = heard;
  const alert = { kind: 'node_excluded', subject: `${coin} ${verdict.node}` } as const;
  if (verdict.unfit === null) {
    failures.delete(verdict.node);
    return resolveOpen(app, { kind: alert.kind, subjects: [alert.subject] });
  }
  const count = (failures.get(verdict.node) ?? 0) + 1;
  failures.set(verdict.node, count);
  if (count < FAILURES_MIN) return;
  const { cause, unfit: reason } = verdict;
  await app.db.transaction((tx) => raiseAlert(tx, { ...alert, facts: { cause, reason } }));
}
