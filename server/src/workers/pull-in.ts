// After the clocks of the machines and of the database were set back, work in progress would wait until they reach
// their old time: for example an hour without payouts and callbacks while health checks pass. Rows whose due time no
// correct clock can have written are made due now. schedule.ts does the same for schedules.
import type { App } from '../app.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

export interface LateTimes {
  /** The longest valid delay. */
  readonly delayMax: number;
  /** Makes rows due at `now` that are due after `beyond`, at most `limit` per call; returns one row for each. */
  pullIn(
    app: App,
    times: { readonly now: Date; readonly beyond: Date; readonly limit: number },
  ): Promise<readonly unknown[]>;
}

/** How much the clocks of machines may differ. */
const CLOCK_SLACK = MINUTE;
const BATCH_MAX = 1000;

export function pullInWorker(kinds: Readonly<Record<string, LateTimes>>): Worker {
  return recurring({
    name: 'late-times',
    everyMilliseconds: 30 * SECOND,
    leaseMilliseconds: MINUTE,
    async run(app) {
      let isMore = false;
      for (const [name, { delayMax, pullIn }] of Object.entries(kinds)) {
        const now = app.clock.now();
        const beyond = new Date(now + delayMax + CLOCK_SLACK);
        const rows = await pullIn(app, { now: new Date(now), beyond, limit: BATCH_MAX });
        if (rows.length > 0)
          app.log.warn({ kind: name, rows: rows.length }, 'due times in the far future corrected');
        isMore ||= rows.length === BATCH_MAX;
      }
      return isMore;
    },
  });
}
