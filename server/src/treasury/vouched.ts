// For a command, which is a process that has compared nothing with the chains itself: whether a service that runs on
// this database has, and says so. It says so with its mark (db/own-mark.ts), so a mark that rises while it is looked at
// was raised in this very database, by a process that does not doubt it.
import type { App } from '../app.ts';
import { SECOND, sleep, wallNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';

/** Marks rise every second. */
const WAIT_MAX = 5 * SECOND;
const LOOK_EVERY = SECOND / 4;

/** The round of comparison of this process in which another one vouched. Errors: 503 when nobody does. */
export async function vouchedRound(
  app: App,
  coin: string,
  waitMilliseconds = WAIT_MAX,
): Promise<number> {
  const { round } = app.comparison;
  const before = await marks(app, coin);
  for (const until = wallNow() + waitMilliseconds; wallNow() < until; ) {
    await sleep(LOOK_EVERY);
    for (const [process, mark] of await marks(app, coin)) {
      const was = before.get(process);
      if (was === undefined) before.set(process, mark);
      else if (mark > was) return round;
    }
  }
  throw new AppError({
    code: 'service_unavailable',
    status: 503,
    message: `no running service has compared the ${coin} chain with this database, which may lack what was sent: is one running? look at chaintill doctor, and try again in a minute`,
  });
}

async function marks(app: App, coin: string): Promise<Map<string, number>> {
  const rows = await app.db.query<{ process: string; mark: number }>(
    'select process, mark from process_marks where $1 = any(compared)',
    [coin],
  );
  return new Map(rows.map(({ process, mark }) => [process, mark]));
}
