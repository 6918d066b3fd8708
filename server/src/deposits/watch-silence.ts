// Raises an alert for a chain that has not been polled successfully for a while, until it recovers. Polls fail while
// the chain's node, or all of its nodes, do not respond. The schedule stores the time of the last poll, whichever
// process made it. A chain whose nodes respond but have no new block also raises an alert (tip-age.ts).
import type { App } from '../app.ts';
import { MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { raiseAlert, resolveOpen } from '../ledger/alerts.ts';
import { readFailing } from '../workers/failing.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { behindTheirNetwork } from './tip-age.ts';
import { watchTaskName } from './watch.ts';

const EVERY = 15 * SECOND;
const LEASE = MINUTE;
/** Long enough that a node's restart raises no alert. */
const SILENT_AFTER = 2 * MINUTE;

export const silenceWorker: Worker = recurring({
  name: 'silent-nodes',
  everyMilliseconds: EVERY,
  leaseMilliseconds: LEASE,
  async run(app) {
    const answering = await watchSilence(app);
    await watchAges(
      app,
      answering.filter((coin) => app.config.nodes.has(coin)),
    );
    return false;
  },
});

/** Returns the coins whose nodes respond. */
async function watchSilence(app: App): Promise<readonly string[]> {
  const coins = [...app.chains.keys()];
  const failing = await readFailing(app.db, coins.map(watchTaskName));
  const answering = coins.filter((coin) => !failing.has(watchTaskName(coin)));
  await resolveOpen(app, { kind: 'node_unreachable', subjects: answering });
  for (const coin of coins) {
    const polls = failing.get(watchTaskName(coin));
    if (polls === undefined || polls.since > wallNow() - SILENT_AFTER) continue;
    const facts = { reason: polls.error };
    await app.db.transaction((tx) =>
      raiseAlert(tx, { kind: 'node_unreachable', subject: coin, facts }),
    );
  }
  return answering;
}

/** The state of the other coins is unknown, so their alerts stay open. */
export async function watchAges(app: App, answering: readonly string[]): Promise<void> {
  const behind = await behindTheirNetwork(app, answering);
  const aged = new Set(behind.map(({ coin }) => coin));
  const moving = answering.filter((coin) => !aged.has(coin));
  await resolveOpen(app, { kind: 'node_behind', subjects: moving });
  for (const { coin, height, at } of behind) {
    const facts = { height, block_at: at.toISOString() };
    await app.db.transaction((tx) => raiseAlert(tx, { kind: 'node_behind', subject: coin, facts }));
  }
}
