// Detects that the database was rolled back under a running process: a standby that lacked the last transactions became
// the primary, or a backup was restored in place. The process compares its own high-water mark with the database
// (db/high-water-mark.ts). On a mismatch, every coin goes into quarantine, because only the chains can show what else
// is missing.
import { noteUnrecorded } from '../../addresses/reserved-numbers.ts';
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
  noteStepBack,
  raiseHighWaterMark,
} from '../../db/high-water-mark.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import type { Worker } from '../../workers/worker.ts';
import {
  beginQuarantine,
  type QuarantineReason,
  reasonFacts,
  storedReason,
} from '../quarantine.ts';
import { isCompared } from './verified-round.ts';

export const databaseWorker: Worker = {
  name: 'database',
  pollMilliseconds: SECOND,
  async run(app) {
    await app.reactions.databaseDoubted(app);
    return 0;
  },
};

/** Returns true when the database was rolled back; every coin is then in quarantine. */
export async function detectRollback(app: App): Promise<boolean> {
  const own = app.highWaterMark;
  const { round } = app.comparison;
  const code = await raiseHighWaterMark(app.db, own, {
    now: new Date(wallNow()),
    compared: () => [...app.transferNetworks.keys()].filter((coin) => isCompared(app, coin)),
  });
  await noticeMove(app);
  if (code === null) {
    if (app.comparison.trustedRound !== round)
      await app.db.transaction((tx) => noteUnrecorded(tx, { isDoubted: true }));
    app.comparison.trustedRound = round;
    return false;
  }
  app.log.error({ code }, 'database rolled back: all coins are in quarantine');
  clearChains(app);
  await app.db.transaction(async (tx) => {
    await stepBack(tx, { code });
    await beginHighWaterMark(tx, own, new Date(wallNow()));
  });
  own.mark = 0;
  return true;
}

/** After a failover or on a copy, transactions may be lost, so no assigned address is assigned again. */
async function noticeMove(app: App): Promise<void> {
  const server = app.highWaterMark.place?.server;
  if (server === undefined || server === app.highWaterMark.checkedServer) return;
  await app.db.transaction(async (tx) => {
    const before = await exchangePlace(tx, server);
    if (before === null || before === server) return;
    tx.log.warn({ before, server }, 'database moved: address numbers skip ahead');
    await skipAhead(tx, { coin: null, isDoubted: true });
    await raiseAlert(tx, {
      kind: 'database_replaced',
      subject: server,
      facts: { before, now: server },
    });
  });
  app.highWaterMark.checkedServer = server;
}

/** Also the first step of a restore (cli/restore-backup.ts). */
export async function stepBack(tx: Tx, reason: QuarantineReason): Promise<void> {
  const id = await noteStepBack(tx, { ...storedReason(reason), now: tx.now });
  // Also when the coins are already in quarantine, because the database was rolled back again.
  await skipAhead(tx, { coin: null, isDoubted: false });
  await beginQuarantines(tx, reason);
  const facts = reasonFacts(reason);
  await raiseAlert(tx, { kind: 'database_rolled_back', subject: String(id), facts });
}

async function beginQuarantines(tx: Tx, reason: QuarantineReason): Promise<void> {
  for (const coin of [...tx.instance.transferNetworks.keys()].sort())
    await beginQuarantine(tx, { coin, reason });
}

type Memory = Pick<App, 'watchedCoins' | 'sendableCoins' | 'comparison' | 'highWaterMark'>;

/** Clears what a process knows from comparing the chains, when it starts and whenever a connection breaks. */
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
  db.onBreak(() => clearChains(memory));
  return memory;
}

/** Nothing is sent until each chain was read to its tip and compared again. */
function clearChains(app: Memory): void {
  doubt(app.comparison);
  app.watchedCoins.clear();
  app.sendableCoins.clear();
}
