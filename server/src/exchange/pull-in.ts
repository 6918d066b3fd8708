// Quotes of exchanges that end later than any quote does (workers/pull-in.ts): they would hold money, and their price.
import type { App } from '../app.ts';
import type { LateTimes } from '../workers/pull-in.ts';
import { COMMIT_WINDOW } from './exchange-row.ts';

export const lateQuotes: LateTimes = {
  delayMax: COMMIT_WINDOW,
  pullIn: (app: App, { now, beyond, limit }) =>
    app.db.query(
      `update exchange_transfers e set due_at = $1 from (
         select project_id, id from exchange_transfers where due_at > $2
         order by project_id, id limit $3 for update skip locked) late
       where e.project_id = late.project_id and e.id = late.id returning 1`,
      [now, beyond, limit],
    ),
};
