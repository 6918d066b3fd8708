// The operator's view of jobs and of the rows in their queues.
import type { OutputOf } from '../contract/operator/operation.ts';
import { wallNow } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import type { OperatorApp } from './operator.ts';
import { timeOrNull } from './present.ts';
import type { runningOperations } from './running/contract.ts';

type Shown = OutputOf<(typeof runningOperations)['workers.list']>;

export interface TaskRow {
  readonly name: string;
  readonly ended_at: Date | null;
  readonly due_at: Date | null;
  readonly leased_until: Date | null;
  readonly failures: number;
  readonly last_error: string | null;
  readonly last_milliseconds: number | null;
}

/** All of them: kinds of jobs times coins. */
export function readTasks(sql: Sql): Promise<TaskRow[]> {
  return sql.query<TaskRow>(
    `select name, ended_at, case when isfinite(due_at) then due_at end as due_at, leased_until, failures, last_error,
       last_milliseconds
     from schedules order by name limit 1000`,
  );
}

const COUNTED_MAX = 1000;
const SLICE = 10_000;

/** The due times of waiting rows by queue, in an order that an index provides. */
const queues: Readonly<Record<string, string>> = {
  invoices: 'select due_at from invoices where due_at is not null',
  'channel payments': 'select due_at from channel_payments where due_at is not null',
  subscriptions: 'select due_at from subscriptions where due_at is not null',
  mails: 'select due_at from mails where due_at is not null',
  'exchange quotes': 'select due_at from exchange_transfers where due_at is not null',
  'withdrawal quotes': `select expires_at as due_at from coin_withdrawals where status = 'new'`,
  payouts: `select due_at from payouts where status = 'waiting'`,
  transfers: 'select due_at from transfers where due_at is not null',
  callbacks: `select next_attempt_at as due_at from deliveries where status = 'pending' and not waits`,
};

export async function listWorkers(app: OperatorApp): Promise<Shown> {
  const now = wallNow();
  const tasks = await readTasks(app.db);
  const counted = [];
  for (const [name, times] of Object.entries(queues)) {
    const [row] = await app.db.query<{ due: number; oldest: Date | null }>(
      `select count(*)::int as due, min(due_at) as oldest from (
         select due_at from (${times} limit ${SLICE}) waiting where due_at <= $1 limit ${COUNTED_MAX}) found`,
      [new Date(app.clock.now())],
    );
    counted.push({ name, due: row?.due ?? 0, oldest_due_at: timeOrNull(row?.oldest ?? null) });
  }
  return {
    recurring: tasks.map((task) => ({
      name: task.name,
      running: task.leased_until !== null && Number(task.leased_until) > now,
      ended_at: timeOrNull(task.ended_at),
      due_at: timeOrNull(task.due_at),
      failures: task.failures,
      last_error: task.last_error,
      milliseconds: task.ended_at === null ? null : task.last_milliseconds,
    })),
    queues: counted,
  };
}
