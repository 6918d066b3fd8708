// Checks whether a process can work: the database, the clock, each chain and the rates, with a reason for each failure.
// Reported by `/health/ready` and by the doctor.

import type { App } from '../app.ts';
import { watchTaskName } from '../chains/chain.ts';
import { assetCodes } from '../coins/choose.ts';
import type { FindingDetail } from '../contract/finding-details.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { fill } from '../core/texts/fill.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Texts } from '../core/texts/types.ts';
import { describeClock } from '../db/read-clock.ts';
import { quoteNow } from '../rates/rates.ts';

const CHECK_TIMEOUT = 3 * SECOND;
/** A poll of a chain takes milliseconds. A hanging node is queried for half a minute before the poll fails. */
const POLL_LIMIT = 10 * SECOND;
/** Jobs are due every few seconds. */
const WORK_LIMIT = 30 * SECOND;
const NOT_WATCHED = { code: 'chain_not_watched' } as const;

export interface Check {
  readonly ok: boolean;
  readonly reason?: string;
}

/** With structured reasons, for clients that have their own texts. */
export interface ExaminedCheck extends Check {
  readonly detail?: FindingDetail;
}

/** Each component, with a reason when it is unhealthy. */
export async function checkHealth(app: App): Promise<Readonly<Record<string, ExaminedCheck>>> {
  const database = await checkDatabase(app);
  if (!database.ok) return { database };
  const rows = await readPolls(app);
  const chains = checkChains(app, rows);
  const parts = { workers: checkWorkers(rows), ...chains };
  return { database, clock: checkClock(app), ...parts, rates: checkRates(app) };
}

async function checkDatabase(app: App): Promise<ExaminedCheck> {
  const timeout = AbortSignal.timeout(CHECK_TIMEOUT);
  const late = new Promise<ExaminedCheck>((resolve) =>
    timeout.addEventListener('abort', () => resolve(failed({ code: 'database_silent' }))),
  );
  const requested = app.db
    .query('select 1')
    .then((): ExaminedCheck => ({ ok: true }))
    .catch(() => failed({ code: 'database_unreachable' }));
  return Promise.race([requested, late]);
}

const reasons = () => textsOf('api-errors', 'en').health;
type WithReason = Extract<FindingDetail, { readonly code: keyof Texts['api-errors']['health'] }>;

function failed(detail: WithReason, reason = fill(reasons()[detail.code], detail)): ExaminedCheck {
  return { ok: false, reason, detail };
}

interface Watched {
  readonly name: string;
  readonly last_error: string | null;
  readonly failures: number;
  readonly due_at: Date;
  readonly leased_until: Date | null;
  readonly ended_at: Date | null;
}

/** The watchers' stored results, whichever process they run in: the request itself queries no node. */
function readPolls(app: App): Promise<Watched[]> {
  return app.db.query<Watched>(
    'select name, last_error, failures, due_at, leased_until, ended_at from schedules order by name limit 1000',
  );
}

/** Some job has finished within the last seconds or is running: several jobs are due every few seconds. */
function checkWorkers(rows: readonly Watched[]): ExaminedCheck {
  const now = wallNow();
  if (rows.some(({ leased_until }) => leased_until !== null && Number(leased_until) > now))
    return { ok: true };
  const ended = rows.flatMap(({ ended_at }) => (ended_at === null ? [] : [Number(ended_at)]));
  const last = Math.max(...ended);
  if (now - last < WORK_LIMIT) return { ok: true };
  const reason = reasons().no_workers;
  if (ended.length === 0) return failed(NOT_WATCHED, reason);
  return failed({ code: 'no_watcher', seconds: Math.floor((now - last) / SECOND) }, reason);
}

function checkChains(app: App, rows: readonly Watched[]): Record<string, ExaminedCheck> {
  const byName = new Map(rows.map((row) => [row.name, row]));
  return Object.fromEntries(
    [...app.chains.keys()].map((coin) => [
      `chain_${coin}`,
      checkWatcher(byName.get(watchTaskName(coin))),
    ]),
  );
}

/**
 * A watcher has stalled when no poll finishes or starts: one that only compares the node's tip still ends a run every
 * five seconds (deposits/watch.ts).
 */
function checkWatcher(row: Watched | undefined): ExaminedCheck {
  if (row === undefined) return failed(NOT_WATCHED);
  const { failures: count, last_error: message } = row;
  if (message !== null) return failed({ code: 'poll_failures', count, message });
  const ended = row.ended_at === null ? row.due_at : Number(row.ended_at) + SECOND;
  const late = wallNow() - Math.min(Number(row.due_at), Number(ended));
  if (late < POLL_LIMIT) return { ok: true };
  // Due since -infinity: the chain was never polled.
  if (!Number.isFinite(late)) return failed(NOT_WATCHED);
  const isAtIt = row.leased_until !== null && Number(row.leased_until) > wallNow();
  return failed({
    code: isAtIt ? 'node_hangs' : 'no_watcher',
    seconds: Math.floor(late / SECOND),
  });
}

function checkClock({ machineClock }: App): Check {
  if (!machineClock.isWrong) return { ok: true };
  return { ok: false, reason: reasons().clock_wrong({ clock: describeClock(machineClock) }) };
}

/** Assets without a current rate. */
export function assetsWithoutRate(app: App): string[] {
  return assetCodes(app.coins.values()).filter((base) => {
    try {
      quoteNow(app, { base, quote: 'EUR' });
      return false;
    } catch {
      return true;
    }
  });
}

function checkRates(app: App): ExaminedCheck {
  const missing = assetsWithoutRate(app);
  if (missing.length === 0) return { ok: true };
  return failed({ code: 'rates_missing', coins: missing.join(', ') });
}
