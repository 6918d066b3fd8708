// The database may go back in time under a running process: a standby that lost its tail is made the primary, or a
// backup is put back in place. What this process knows to be gone it finds by its own mark (db/high-water-mark.ts);
// then
// everything is in quarantine, since what else is gone only the chains can tell.
import { noteForgotten } from '../../addresses/forgotten-numbers.ts';
import { skipAhead } from '../../addresses/skip-ahead.ts';
import type { App } from '../../app.ts';
import { doubt, newComparison } from '../../chains/comparison.ts';
import { SECOND, wallNow } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { systemRandom } from '../../core/random.ts';
import type { Database } from '../../db/database.ts';
import {
  beginHighWaterMark,
  exchangePlace,
  highWaterMark,
  raiseHighWaterMark,
} from '../../db/high-water-mark.ts';
import { noteStepBack } from '../../db/steps-back.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlarm } from '../../ledger/alarms.ts';
import type { Worker } from '../../workers/worker.ts';
import { isCompared } from './compared.ts';
import { beginQuarantine } from './quarantine.ts';

export const databaseWorker: Worker = {
  name: 'database',
  pollMilliseconds: SECOND,
  async run(app) {
    await app.reactions.databaseDoubted(app);
    return 0;
  },
};

/** Compares what this process remembers with the database; true when that went back, and all is in quarantine. */
export async function detectRollback(app: App): Promise<boolean> {
  const own = app.highWaterMark;
  const { round } = app.comparison;
  const reason = await raiseHighWaterMark(app.db, own, {
    now: new Date(wallNow()),
    compared: () => [...app.transferNetworks.keys()].filter((coin) => isCompared(app, coin)),
  });
  await noticeMove(app);
  if (reason === null) {
    if (app.comparison.trustedRound !== round)
      await app.db.transaction((tx) => noteForgotten(tx, { isDoubted: true }));
    app.comparison.trustedRound = round;
    return false;
  }
  app.log.error({ reason }, 'the database went back in time: all coins are in quarantine');
  forgetChains(app);
  await app.db.transaction(async (tx) => {
    await stepBack(tx, reason);
    await beginHighWaterMark(tx, own, new Date(wallNow()));
  });
  own.mark = 0;
  return true;
}

/**
 * The database is on another server, timeline or name than when a process last looked: after a failover, or started on
 * a copy. Whether a tail was lost nobody can tell, so no address is given out that may have been given out before.
 */
async function noticeMove(app: App): Promise<void> {
  const server = app.highWaterMark.place?.server;
  if (server === undefined || server === app.highWaterMark.checkedServer) return;
  await app.db.transaction(async (tx) => {
    const before = await exchangePlace(tx, server);
    if (before === null || before === server) return;
    tx.log.warn({ before, server }, 'the database moved: addresses skip ahead');
    await skipAhead(tx, { coin: null, isDoubted: true });
    await raiseAlarm(tx, {
      kind: 'database_moved',
      subject: server,
      facts: { before, now: server },
    });
  });
  app.highWaterMark.checkedServer = server;
}

/** Numbered, all coins in quarantine, an alarm raised. Also what a restore begins with (cli/restore-backup.ts). */
export async function stepBack(tx: Tx, reason: string): Promise<void> {
  const id = await noteStepBack(tx, { reason, now: tx.now });
  // Also where the quarantines stand already: it went back once more since.
  await skipAhead(tx, { coin: null, isDoubted: false });
  await beginQuarantines(tx, `the database went back in time: ${reason}`);
  await raiseAlarm(tx, { kind: 'database_went_back', subject: String(id), facts: { reason } });
}

/** Of every coin that can be sent. */
async function beginQuarantines(tx: Tx, reason: string): Promise<void> {
  for (const coin of [...tx.instance.transferNetworks.keys()].sort())
    await beginQuarantine(tx, { coin, reason });
}

type Memory = Pick<App, 'watchedCoins' | 'sendableCoins' | 'comparison' | 'highWaterMark'>;

/** What a process has compared with the chains when it starts, and again whenever a connection breaks. */
export function rememberNothing({
  db,
  clock,
}: Pick<App, 'clock'> & { readonly db: Pick<Database, 'onBreak'> }): Memory {
  const memory: Memory = {
    watchedCoins: new Set(),
    sendableCoins: new Set(),
    comparison: newComparison(),
    highWaterMark: highWaterMark(newId(clock, systemRandom)),
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
