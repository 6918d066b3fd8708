// A chain that cannot be looked at for a while is an alarm until it can again. Looks fail while its node, or each of
// several, does not answer; whichever process looked, the schedule says since when. So is one whose nodes answer and
// have no new block (tip-age.ts).
import type { App } from '../app.ts';
import { MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { raiseAlarm, resolveOpen } from '../ledger/alarms.ts';
import { readFailing } from '../workers/failing.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { behindTheirNetwork } from './tip-age.ts';
import { watchTaskName } from './watch.ts';

const EVERY = 15 * SECOND;
const LEASE = MINUTE;
/** A restart of a node wakes nobody. */
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

/** Those that answer. */
async function watchSilence(app: App): Promise<readonly string[]> {
  const coins = [...app.chains.keys()];
  const failing = await readFailing(app.db, coins.map(watchTaskName));
  const answering = coins.filter((coin) => !failing.has(watchTaskName(coin)));
  await resolveOpen(app, { kind: 'node_silent', subjects: answering });
  for (const coin of coins) {
    const looks = failing.get(watchTaskName(coin));
    if (looks === undefined || looks.since > wallNow() - SILENT_AFTER) continue;
    const facts = { reason: looks.error };
    await app.db.transaction((tx) => raiseAlarm(tx, { kind: 'node_silent', subject: coin, facts }));
  }
  return answering;
}

/** Of those that cannot be asked nothing is known: their alarms stand. */
export async function watchAges(app: App, answering: readonly string[]): Promise<void> {
  const behind = await behindTheirNetwork(app, answering);
  const aged = new Set(behind.map(({ coin }) => coin));
  const moving = answering.filter((coin) => !aged.has(coin));
  await resolveOpen(app, { kind: 'node_behind', subjects: moving });
  for (const { coin, height, at } of behind) {
    const facts = { height, block_at: at.toISOString() };
    await app.db.transaction((tx) => raiseAlarm(tx, { kind: 'node_behind', subject: coin, facts }));
  }
}
