// Sums the ledger's completed days and today's completed hours, so that screens only compute the last hour.
import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import { overUntil, projectsWithBooks, sumDays } from '../ledger/day-sums.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

/** The default range of a screen, plus a margin. */
const AHEAD = 32 * DAY;

export const daySumsWorker: Worker = recurring({
  name: 'day-sums',
  everyMilliseconds: HOUR,
  leaseMilliseconds: 10 * MINUTE,
  async run({ db, clock }) {
    const now = new Date(clock.now());
    const today = overUntil(now);
    const from = new Date(today.getTime() - AHEAD);
    const until = new Date(today.getTime() + 2 * DAY);
    for (const projectId of await projectsWithBooks(db))
      await sumDays(db, { projectId, from, until, now });
    return false;
  },
});
