// Stores the result of an attempt. A message that fails for hours is replaced by a new one with the current state.
import type { App } from '../app.ts';
import type { Tx } from '../db/tx.ts';
import { firstReminder, type NotifiedAlert } from './decide.ts';
import type { Result } from './kinds/kinds.ts';
import { type DueMessage, retryAfter } from './render.ts';

/** About two hours. */
const ATTEMPTS_MAX = 14;

export async function noteMessage(app: App, message: DueMessage, outcome: Result): Promise<void> {
  await app.db.transaction(async (tx) => {
    const failures = await noteDestination(tx, message.destination_id, outcome);
    if (outcome.isTaken) {
      if (await markSent(tx, message)) await noteReported(tx, message);
      return;
    }
    const isOver = message.attempts >= ATTEMPTS_MAX;
    await tx.query(
      `update alert_messages set status = $2, due_at = $3, leased_until = null
       where id = $1 and status = 'pending'`,
      [
        message.id,
        isOver ? 'failed' : 'pending',
        isOver ? null : new Date(tx.now.getTime() + retryAfter(failures)),
      ],
    );
  });
}

/** Returns the number of consecutive failures. */
export async function noteDestination(
  tx: Tx,
  id: string,
  { isTaken, reply }: Result,
): Promise<number> {
  if (isTaken) {
    await tx.query(
      `update alert_destinations set delivered_at = $2, failures = 0, failed_since = null, last_error = null
       where id = $1`,
      [id, tx.now],
    );
    return 0;
  }
  const [row] = await tx.query<{ failures: number }>(
    `update alert_destinations set failures = failures + 1, failed_since = coalesce(failed_since, $2), last_error = $3
     where id = $1 returning failures`,
    [id, tx.now, reply],
  );
  return row?.failures ?? 1;
}

async function markSent(tx: Tx, { id }: DueMessage): Promise<boolean> {
  const marked = await tx.query(
    `update alert_messages set status = 'sent', due_at = null, sent_at = $2, leased_until = null
     where id = $1 and status = 'pending' returning 1`,
    [id, tx.now],
  );
  return marked.length === 1;
}

async function noteReported(tx: Tx, message: DueMessage): Promise<void> {
  const { destination_id: id, content, repeat_minutes: repeatMinutes } = message;
  const { raised, repeated, resolved } = content;
  const first = firstReminder(tx.now.getTime(), repeatMinutes);
  await tx.query(
    `insert into alert_notifications (destination_id, kind, subject, alert_id, notified_at, times, remind_at)
     select distinct on (kind, subject) $1::uuid, kind, subject, alert_id, $5::timestamptz, 1, $6::timestamptz
     from unnest($2::text[], $3::text[], $4::uuid[]) as t(kind, subject, alert_id)
     order by kind, subject, alert_id
     on conflict (destination_id, kind, subject) do update
       set alert_id = excluded.alert_id, notified_at = excluded.notified_at, times = 1, remind_at = excluded.remind_at`,
    [
      id,
      ...keysOf(raised),
      raised.map(({ alert_id }) => alert_id),
      tx.now,
      first === null ? null : new Date(first),
    ],
  );
  await tx.query(
    `update alert_notifications t set notified_at = $4, times = t.times + 1,
       remind_at = $4::timestamptz + greatest(make_interval(mins => $5),
         least(make_interval(mins => $5) * power(2, least(t.times, 20)), '1 day'))
     from unnest($2::text[], $3::text[]) as r(kind, subject)
     where t.destination_id = $1 and t.kind = r.kind and t.subject = r.subject`,
    [id, ...keysOf(repeated), tx.now, repeatMinutes],
  );
  await tx.query(
    `delete from alert_notifications t using unnest($2::text[], $3::text[]) as r(kind, subject)
     where t.destination_id = $1 and t.kind = r.kind and t.subject = r.subject`,
    [id, ...keysOf(resolved)],
  );
}

function keysOf(alerts: readonly NotifiedAlert[]): readonly [string[], string[]] {
  return [alerts.map(({ kind }) => kind), alerts.map(({ subject }) => subject)];
}
