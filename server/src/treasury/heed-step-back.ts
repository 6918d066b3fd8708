// The database may go back in time under a running process: a standby that lost its tail is made the primary, or a
// backup is put back in place. What this process knows to be gone it finds by its own mark (db/own-mark.ts); then
// everything is in quarantine, since what else is gone only the chains can tell.
import { skipAhead } from '../addresses/skip-ahead.ts';
import type { App } from '../app.ts';
import { doubt, newComparison } from '../chains/comparison.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { systemRandom } from '../core/random.ts';
import type { Tx } from '../db/database.ts';
import { beginMark, ownMark, raiseMark } from '../db/own-mark.ts';
import { noteStepBack } from '../db/steps-back.ts';
import type { Worker } from '../workers/worker.ts';
import { raiseAlarm } from './journal.ts';
import { beginQuarantine } from './quarantine.ts';

export const databaseWorker: Worker = {
  name: 'database',
  pollMilliseconds: SECOND,
  async run(app) {
    await heedStepBack(app);
    return 0;
  },
};

/** Compares what this process remembers with the database; true when that went back, and all is in quarantine. */
export async function heedStepBack(app: App): Promise<boolean> {
  const own = app.ownMark;
  const reason = await raiseMark(app.db, own, new Date(wallNow()));
  if (reason === null) return false;
  app.log.error({ reason }, 'the database went back in time: all coins are in quarantine');
  forgetChains(app);
  await app.db.transaction(async (tx) => {
    await stepBack(tx, app, reason);
    await beginMark(tx, own, new Date(wallNow()));
  });
  own.mark = 0;
  return true;
}

/** Numbered, all coins in quarantine, an alarm raised. */
async function stepBack(tx: Tx, app: App, reason: string): Promise<void> {
  const id = await noteStepBack(tx, { reason, now: new Date(app.clock.now()) });
  // Also where the quarantines stand already: it went back once more since.
  await skipAhead(tx, app, null);
  await beginQuarantines(tx, app, `the database went back in time: ${reason}`);
  await raiseAlarm(tx, app, { kind: 'database_went_back', subject: String(id), facts: { reason } });
}

/** Of every coin that can be sent. */
async function beginQuarantines(tx: Tx, app: App, reason: string): Promise<void> {
  for (const coin of [...app.transferNetworks.keys()].sort())
    await beginQuarantine(tx, app, { coin, reason });
}

type Memory = Pick<App, 'watchedCoins' | 'sendableCoins' | 'comparison' | 'ownMark'>;

/** What a process has compared with the chains when it starts, and again whenever a connection breaks. */
export function rememberNothing({ db, clock }: Pick<App, 'db' | 'clock'>): Memory {
  const memory: Memory = {
    watchedCoins: new Set(),
    sendableCoins: new Set(),
    comparison: newComparison(),
    ownMark: ownMark(newId(clock, systemRandom)),
  };
  db.onBreak(() => forgetChains(memory));
  return memory;
}

/** Nothing is sent before each chain was read to its tip and compared again. */
function forgetChains(app: Memory): void {
  doubt(app.comparison);
  app.watchedCoins.clear();
  app.sendableCoins.clear();
}
