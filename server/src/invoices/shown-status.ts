// The status of an invoice as people see it: an unpaid invoice is expired from its expiry on, as on its payment page,
// although its status in the API stays `new` for 14 days (wire.md (d)).

import type { Sql } from '../db/database.ts';
import type { Condition } from '../db/newest-page.ts';
import {
  EXPIRY_CHECK_AFTER,
  type InvoiceStatus,
  SAME_CURRENCY_VALIDITY,
} from './store-invoices.ts';

/** The statuses of the API, and how people see an unpaid invoice. */
export type StatusFilter = InvoiceStatus | 'waiting' | 'expired';

/** SQL for unpaid invoices past their expiry that are not `cancelled` yet. */
export const isUnpaidAt = (now: string) =>
  `(status = 'new' and paid_amount = 0 and expires_at <= ${now})`;

export function statusCondition(status: StatusFilter | null, now: Date): Condition {
  if (status === 'waiting') return [now, (place) => `status = 'new' and not ${isUnpaidAt(place)}`];
  if (status === 'expired')
    return [now, (place) => `(status = 'cancelled' or ${isUnpaidAt(place)})`];
  return [status, (place) => `status = ${place}`];
}

interface DayCount {
  readonly day: string;
  readonly count: number;
}

/**
 * Invoices with the API's status `new` that people see as waiting, by day of creation. An invoice that can still be
 * paid is due at its expiry: soon, unless the merchant chose it. A later one waits for an unconfirmed payment.
 */
export function waitingByDay(
  sql: Sql,
  { projectId, now }: { readonly projectId: string | null; readonly now: Date },
): Promise<DayCount[]> {
  const dueUntil = new Date(now.getTime() + SAME_CURRENCY_VALIDITY + EXPIRY_CHECK_AFTER);
  const ours = projectId === null ? '' : 'and project_id = $3';
  return sql.query<DayCount>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
     from (
       select id, created_at from invoices
       where status = 'new' and expires_at > $1 and due_at > $1 and due_at <= $2 ${ours}
       union
       select id, created_at from invoices
       where status = 'new' and expires_in is not null and expires_at > $1 ${ours}
       union
       select i.id, i.created_at from deposits d join invoices i on i.id = d.owner_id
       where (d.status = 'pending' or d.assess_at is not null) and d.owner_type = 'invoice'
         and i.status = 'new' and i.paid_amount > 0 ${ours.replace('project_id', 'i.project_id')}) i
     group by day`,
    [now, dueUntil, ...(projectId === null ? [] : [projectId])],
  );
}
