// Forgets what has served its time: idempotency answers, used signatures, the log of requests, and the marks of
// processes that are gone.
import { DAY, MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { purgeMarks } from '../db/high-water-mark.ts';
import { purgeRequests } from '../requests/store.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { purgeAnswers } from './idempotency-keys.ts';
import { purgeSignatures } from './replay-guard.ts';

const DELETE_MAX = 10_000;
/** Longer than a process stands still and goes on: one whose mark is gone takes the database for an older one. */
const MARKS_KEPT = 60 * DAY;

/** Idempotency answers live 24 hours; a used signature as long as its date could be accepted, twice over. */
export const cleaningWorker: Worker = recurring({
  name: 'cleaning',
  everyMilliseconds: 10 * MINUTE,
  leaseMilliseconds: MINUTE,
  async run({ db, config }) {
    const before = (age: number) => ({ before: new Date(wallNow() - age), limit: DELETE_MAX });
    const forgotten = [
      await purgeAnswers(db, before(DAY)),
      await purgeSignatures(db, before(2 * config.dateSkewSeconds * SECOND)),
      await purgeRequests(db, before(config.requestLogDays * DAY)),
      await purgeMarks(db, before(MARKS_KEPT)),
    ];
    return forgotten.includes(DELETE_MAX);
  },
});
