// Purges expired data: idempotency responses, used signatures, the request log, and the high-water marks of ended
// processes.
import { DAY, MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { purgeMarks } from '../db/high-water-mark.ts';
import { purgeRequests } from '../requests/store-requests.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { purgeAnswers } from './idempotency-keys.ts';
import { purgeSignatures } from './replay-guard.ts';

const DELETE_MAX = 10_000;
/**
 * Longer than a process can be suspended and resume: a process whose mark is missing would conclude that the database
 * was rolled back.
 */
const MARKS_RETENTION = 60 * DAY;

/** Idempotency responses are kept for 24 hours, a used signature for twice the time that its date is accepted. */
export const cleaningWorker: Worker = recurring({
  name: 'cleaning',
  everyMilliseconds: 10 * MINUTE,
  leaseMilliseconds: MINUTE,
  async run({ db, config }) {
    const before = (age: number) => ({ before: new Date(wallNow() - age), limit: DELETE_MAX });
    const purged = [
      await purgeAnswers(db, before(DAY)),
      await purgeSignatures(db, before(2 * config.dateSkewSeconds * SECOND)),
      await purgeRequests(db, before(config.requestLogDays * DAY)),
      await purgeMarks(db, before(MARKS_RETENTION)),
    ];
    return purged.includes(DELETE_MAX);
  },
});
