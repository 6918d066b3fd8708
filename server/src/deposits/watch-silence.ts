// A chain that cannot be looked at for a while is an alarm until it can again. Looks fail while its node, or each of
// several, does not answer; whichever process looked, the schedule says since when.
import type { App } from '../app.ts';
import { MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { endAlarms, raiseAlarm } from '../ledger/alarms.ts';
import { readFailing } from '../workers/failing.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
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
    await watchSilence(app);
    return false;
  },
});

async function watchSilence(app: App): Promise<void> {
  const coins = [...app.chains.keys()];
  const failing = await readFailing(app.db, coins.map(watchTaskName));
  const answering = coins.filter((coin) => !failing.has(watchTaskName(coin)));
  await app.db.transaction(async (tx) => {
    await endAlarms(tx, { kind: 'node_silent', subjects: answering });
    for (const coin of coins) {
      const looks = failing.get(watchTaskName(coin));
      if (looks === undefined || looks.since > wallNow() - SILENT_AFTER) continue;
      await raiseAlarm(tx, { kind: 'node_silent', subject: coin, facts: { reason: looks.error } });
    }
  });
}
