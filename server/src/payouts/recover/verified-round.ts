// For a process that has not compared the chains itself (a command, or a service without workers): finds out whether
// another process on this database has. Such a process publishes its comparison with its mark (db/high-water-mark.ts).
// A mark that rises during the check was raised in this same database.
import type { App, Instance } from '../../app.ts';
import { SECOND, sleep, wallNow } from '../../core/clock.ts';
import { apiError } from '../../core/errors.ts';

/** Marks rise every second. */
const WAIT_MAX = 5 * SECOND;
const POLL_EVERY = SECOND / 4;

/** The comparison round of this process in which another process verified the coin. Errors: 503 when none has. */
export async function verifiedRound(
  app: App,
  coin: string,
  waitMilliseconds = WAIT_MAX,
): Promise<number> {
  const round = await findVerified(app, coin, waitMilliseconds);
  if (round !== null) return round;
  throw apiError('service_unavailable.no_service_compared', { coin });
}

/** Like `verifiedRound`, but null when no process has verified the coin. */
export async function findVerified(
  app: App,
  coin: string,
  waitMilliseconds: number,
): Promise<number | null> {
  const { round } = app.comparison;
  const before = await marks(app, coin);
  for (const until = wallNow() + waitMilliseconds; wallNow() < until; ) {
    await sleep(POLL_EVERY);
    for (const [process, mark] of await marks(app, coin)) {
      const was = before.get(process);
      if (was === undefined) before.set(process, mark);
      else if (mark.mark > was.mark && mark.at !== was.at) return round;
    }
  }
  return null;
}

interface Mark {
  readonly mark: number;
  /** When the process published its comparison. The mark also rises when the process signs. */
  readonly at: number;
}

async function marks(app: App, coin: string): Promise<Map<string, Mark>> {
  const rows = await app.db.query<{ process: string; mark: number; marked_at: Date }>(
    'select process, mark, marked_at from process_marks where $1 = any(compared)',
    [coin],
  );
  return new Map(
    rows.map(({ process, mark, marked_at }) => [process, { mark, at: marked_at.getTime() }]),
  );
}

// Whether the chain shows no activity that the database lacks. Checked before refunds; sending requires more.

export function isCompared(instance: Instance, coin: string): boolean {
  const isExamined = instance.comparison.outlooks.get(coin)?.isExamined === true;
  return instance.highWaterMark.mark !== null && instance.watchedCoins.has(coin) && isExamined;
}
