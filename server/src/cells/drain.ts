// Waits until whoever began to write before a project was closed is done: what is written later sees that it is closed
// (migration 0150). Such a statement had its number when it asked, so those that run now are all that there can be.
import type { App } from '../app.ts';
import { SECOND, sleep, steadyNow } from '../core/clock.ts';

const LOOKS_EVERY = SECOND / 10;
/** Longer than a request or a step of a worker may take. */
const LIMIT = 60 * SECOND;

/** False: something writes for longer than that. */
export async function drained(app: App, limit = LIMIT): Promise<boolean> {
  const [row] = await app.db.query<{ until: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as until',
  );
  for (const giveUpAt = steadyNow() + limit; ; ) {
    const [now] = await app.db.query<{ over: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as over',
      [row?.until],
    );
    if (now?.over === true) return true;
    if (steadyNow() > giveUpAt) return false;
    await sleep(LOOKS_EVERY);
  }
}
