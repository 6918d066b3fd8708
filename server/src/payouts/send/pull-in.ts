// Finds due times later than any rule would set (workers/pull-in.ts). `infinity` stays: those are only followed.
import type { App } from '../../app.ts';
import { MINUTE } from '../../core/clock.ts';
import type { LateTimes } from '../../workers/pull-in.ts';

/** The longest delay, after a rejection by a node (advance.ts). After one by the signer, it is 5 minutes. */
const DELAY_MAX = 10 * MINUTE;

export const latePayouts: LateTimes = {
  delayMax: DELAY_MAX,
  pullIn: (app: App, { now, beyond, limit }) =>
    app.db.query(
      `update payouts p set due_at = $1 from (
         select project_id, withdrawal_id from payouts
         where coin = any($4::text[]) and status = 'waiting' and due_at > $2
         order by project_id, withdrawal_id limit $3 for update skip locked) late
       where p.project_id = late.project_id and p.withdrawal_id = late.withdrawal_id returning 1`,
      [now, beyond, limit, [...app.coins.keys()]],
    ),
};

export const lateTransfers: LateTimes = {
  delayMax: DELAY_MAX,
  pullIn: (app: App, { now, beyond, limit }) =>
    app.db.query(
      `update transfers t set due_at = $1 from (
         select coin, id from transfers where coin = any($4::text[]) and due_at > $2 and due_at < 'infinity'
         order by coin, id limit $3 for update skip locked) late
       where t.coin = late.coin and t.id = late.id returning 1`,
      [now, beyond, limit, [...app.coins.keys()]],
    ),
};
