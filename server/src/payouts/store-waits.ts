// SQL of payouts that wait for a transfer: why, and when to look again.
import type { PayeeCode } from '../chains/payee-refusals.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { Wait, WaitReason } from '../withdrawals/wait-reasons.ts';

interface Named {
  readonly projectId: string;
  /** Of the withdrawal. */
  readonly id: string;
}

interface Noted {
  readonly wait: Wait;
  readonly dueAt: Date;
}

/** False when it waits no more. `refusal`: why the network would not pay the recipient. */
export async function noteWait(
  sql: Sql,
  { projectId, id, wait, dueAt, refusal = null }: Named & Noted & { refusal?: PayeeCode | null },
): Promise<boolean> {
  const noted = await sql.query(
    `update payouts set wait_reason = $3, said = $4, due_at = $5, refusal = $6
     where project_id = $1 and withdrawal_id = $2 and status = 'waiting' returning 1`,
    [projectId, id, wait.reason, wait.said, dueAt, refusal],
  );
  return noted.length > 0;
}

/** The same of many, without those that another process works on. */
export async function noteWaits(
  sql: Sql,
  { withdrawals, wait, dueAt }: Noted & { withdrawals: readonly Named[] },
): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = $3, said = $4, refusal = null, due_at = $5
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where (project_id, withdrawal_id) in (select * from unnest($1::uuid[], $2::uuid[])) and status = 'waiting'
       order by project_id, withdrawal_id for update skip locked)`,
    [
      withdrawals.map(({ projectId }) => projectId),
      withdrawals.map(({ id }) => id),
      ...[wait.reason, wait.said, dueAt],
    ],
  );
}

/** The same of a coin's that are due, of some projects, as many as one run takes. */
export async function noteWaitsOfProjects(
  sql: Sql,
  noted: Noted & { coin: string; projectIds: readonly string[]; now: Date; limit: number },
): Promise<void> {
  const { coin, projectIds, wait, dueAt, now, limit } = noted;
  await sql.query(
    `update payouts set wait_reason = $3, said = $4, refusal = null, due_at = $5
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where coin = $1 and status = 'waiting' and due_at <= $6 and project_id = any($2::uuid[])
       order by due_at, project_id, withdrawal_id limit $7 for update skip locked)`,
    [coin, projectIds, wait.reason, wait.said, dueAt, now, limit],
  );
}

/**
 * All that wait for a coin show it; when they are looked at again stays. One that another process works on is told with
 * the next look.
 */
export async function noteWaitOfCoin(
  sql: Sql,
  { coin, reason }: { coin: string; reason: WaitReason },
): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = $2, said = null, refusal = null
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where coin = $1 and status = 'waiting' and wait_reason is distinct from $2
       order by project_id, withdrawal_id for update skip locked)`,
    [coin, reason],
  );
}

/** Nothing is in its way any more. */
export async function endWait(sql: Sql, { projectId, id }: Named): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = null, said = null, refusal = null
     where project_id = $1 and withdrawal_id = $2 and status = 'waiting'`,
    [projectId, id],
  );
}

/** Those of a project that waited for this are due at once. */
export async function endWaitsOfProject(
  sql: Sql,
  { projectId, reason, now }: { projectId: string; reason: WaitReason; now: Date },
): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = null, said = null, refusal = null, due_at = $3
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where project_id = $1 and status = 'waiting' and wait_reason = $2
       order by project_id, withdrawal_id for update)`,
    [projectId, reason, now],
  );
}

/** Those of a coin that waited for this are due at once. */
export async function endWaitsOfCoin(
  sql: Sql,
  { coin, reason, now }: { coin: string; reason: WaitReason; now: Date },
): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = null, said = null, refusal = null, due_at = $3
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where coin = $1 and status = 'waiting' and wait_reason = $2
       order by project_id, withdrawal_id for update)`,
    [coin, reason, now],
  );
}

/**
 * Whoever waits for something is due now, but for one that another process works on: that one is planned by it, or put
 * off for half a minute at most. Who wakes them holds other locks, and waits for nobody.
 */
export async function wakeWaits(
  sql: Sql,
  { coins, now }: { coins: readonly string[]; now: Date },
): Promise<void> {
  await sql.query(
    `update payouts set due_at = $2
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where coin = any($1::text[]) and status = 'waiting' and wait_reason is not null and due_at > $2
       order by project_id, withdrawal_id for update skip locked)`,
    [coins, now],
  );
}

/** Whether one of the coin's waits for this. */
export async function isWaitedFor(
  sql: Sql,
  { coin, reason }: { coin: string; reason: WaitReason },
): Promise<boolean> {
  const waiting = await sql.query(
    `select 1 from payouts
     where coin = $1 and status = 'waiting'
       and wait_reason = $2 limit 1`,
    [coin, reason],
  );
  return waiting.length > 0;
}

/** Of one that is failed, why it is now. */
export async function noteFailure(
  tx: Tx,
  { projectId, id, wait }: Named & { wait: Wait },
): Promise<void> {
  await tx.query(
    `update payouts set wait_reason = $3, said = $4, refusal = null
     where project_id = $1 and withdrawal_id = $2 and status = 'failed'`,
    [projectId, id, wait.reason, wait.said],
  );
}
