// Undelivered callbacks. The process that makes an attempt counts its result.
import { SECOND } from '../core/clock.ts';
import { madeAt, reading, secondsSince } from './reading.ts';

const COUNTED_MAX = 1000;

/** The first callback of each object; later ones wait for it. */
const PENDING = `
select count(*)::int as n, count(*) filter (where first_failed_at is not null)::int as failed, min(id::text) as oldest
from (select id, first_failed_at from deliveries
  where status = 'pending' and not waits limit ${COUNTED_MAX}) found`;

export const callbacksReading = reading({
  name: 'callbacks',
  everyMilliseconds: 15 * SECOND,
  gauges: {
    chaintill_callbacks_pending: { help: 'Undelivered webhooks, counted up to 1,000' },
    chaintill_callbacks_retried: { help: 'Undelivered webhooks that failed before' },
    chaintill_callbacks_oldest_seconds: { help: 'Age of the oldest undelivered webhook' },
  },
  async read({ db, clock }) {
    const [row] = await db.query<{ n: number; failed: number; oldest: string | null }>(PENDING);
    const { n = 0, failed = 0, oldest = null } = row ?? {};
    const age = oldest === null ? 0 : secondsSince(madeAt(oldest), clock.now());
    return {
      chaintill_callbacks_pending: [{ value: n }],
      chaintill_callbacks_retried: [{ value: failed }],
      chaintill_callbacks_oldest_seconds: [{ value: age }],
    };
  },
});
