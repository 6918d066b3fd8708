// Finds deposits whose next assessment is scheduled later than any retry delay allows (workers/pull-in.ts).
import type { App } from '../app.ts';
import type { LateTimes } from '../workers/pull-in.ts';
import { ASSESS_DELAY_MAX } from './assess.ts';

export const lateAssessments: LateTimes = {
  delayMax: ASSESS_DELAY_MAX,
  pullIn: (app: App, { now, beyond, limit }) =>
    app.db.query(
      `update deposits d set assess_at = $1 from (
         select id from deposits where coin = any($4::text[]) and assess_at > $2
         order by id limit $3 for update skip locked) late
       where d.id = late.id returning 1`,
      [now, beyond, limit, [...app.coins.keys()]],
    ),
};
