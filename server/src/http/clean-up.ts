// Deletes expired rows in small statements. The folder that owns a table defines when its rows expire.
import { MINUTE, wallNow } from '../core/clock.ts';
import { expiredMarks } from '../db/high-water-mark.ts';
import { expiredRequests } from '../requests/store-requests.ts';
import { expiredSignatures } from '../requests/used-signatures.ts';
import { expiredShopDeliveries } from '../shops/webhooks.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { expiredKeys } from './idempotency-keys.ts';

const DELETE_MAX = 10_000;

const EXPIRIES = [
  expiredKeys,
  expiredSignatures,
  expiredRequests,
  expiredMarks,
  expiredShopDeliveries,
];

export const cleanUpWorker: Worker = recurring({
  name: 'cleaning',
  everyMilliseconds: 10 * MINUTE,
  leaseMilliseconds: MINUTE,
  async run({ db, config }) {
    let isMoreLeft = false;
    for (const { age, statement } of EXPIRIES) {
      const before = new Date(wallNow() - age(config));
      const deleted = await db.query(statement, [before, DELETE_MAX]);
      isMoreLeft ||= deleted.length === DELETE_MAX;
    }
    return isMoreLeft;
  },
});
