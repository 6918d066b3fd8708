// Deletes rows of which only the recent ones are needed, in small statements.

import { DAY, MINUTE, SECOND, wallNow } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

const DELETE_MAX = 10_000;

interface Expiry {
  readonly age: (config: Config) => number;
  readonly statement: string;
}

const EXPIRIES: readonly Expiry[] = [
  {
    age: () => DAY,
    statement: `delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at < $1 limit ${DELETE_MAX})) returning 1`,
  },
  {
    // Twice the time in which their dates are accepted.
    age: ({ dateSkewSeconds }) => 2 * dateSkewSeconds * SECOND,
    statement: `delete from used_signatures where ctid = any(array(
      select ctid from used_signatures where used_at < $1 limit ${DELETE_MAX})) returning 1`,
  },
  {
    age: ({ requestLogDays }) => requestLogDays * DAY,
    statement: `delete from request_log where ctid = any(array(
      select ctid from request_log where at < $1 limit ${DELETE_MAX})) returning 1`,
  },
  {
    // A suspended process must find its mark when it resumes: otherwise the database looks rolled back.
    age: () => 60 * DAY,
    statement: `delete from process_marks where ctid = any(array(
      select ctid from process_marks where marked_at < $1 limit ${DELETE_MAX})) returning 1`,
  },
];

export const cleanUpWorker: Worker = recurring({
  name: 'cleaning',
  everyMilliseconds: 10 * MINUTE,
  leaseMilliseconds: MINUTE,
  async run({ db, config }) {
    let isMoreLeft = false;
    for (const { age, statement } of EXPIRIES) {
      const deleted = await db.query(statement, [new Date(wallNow() - age(config))]);
      isMoreLeft ||= deleted.length === DELETE_MAX;
    }
    return isMoreLeft;
  },
});
