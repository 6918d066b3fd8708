// SQL of withdrawals that wait for a transfer: why, and when to look again. The treasury finds the reasons out; that
// they are stored, and where, is said here.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { Wait, WaitReason } from './wait-reasons.ts';

/** SQL. A completed one is due only when its transfer died in a reorganisation (await-transfer.ts). */
export const AWAITS_TRANSFER = `status in ('pending', 'completed')`;

interface Named {
  readonly projectId: string;
  readonly id: string;
}

interface Noted {
  readonly wait: Wait;
  readonly dueAt: Date;
}

/** False when it waits no more. */
export async function noteWait(sql: Sql, facts: Named & Noted): Promise<boolean> {
  const { projectId, id, wait, dueAt } = facts;
  const noted = await sql.query(
    `update coin_withdrawals set wait_reason = $3, failure = $4, due_at = $5
     where project_id = $1 and id = $2 and ${AWAITS_TRANSFER} returning 1`,
    [projectId, id, wait.reason, wait.said, dueAt],
  );
  return noted.length > 0;
}

/** The same of many, without those that another process works on. */
export async function noteWaits(
  sql: Sql,
  facts: Noted & { withdrawals: readonly Named[] },
): Promise<void> {
  const { withdrawals, wait, dueAt } = facts;
  await sql.query(
    `update coin_withdrawals set wait_reason = $3, failure = $4, due_at = $5
     where (project_id, id) in (
       select project_id, id from coin_withdrawals
       where (project_id, id) in (select * from unnest($1::uuid[], $2::uuid[])) and ${AWAITS_TRANSFER}
       order by project_id, id for update skip locked)`,
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
  facts: Noted & { coin: string; projectIds: readonly string[]; now: Date; limit: number },
): Promise<void> {
  const { coin, projectIds, wait, dueAt, now, limit } = facts;
  await sql.query(
    `update coin_withdrawals set wait_reason = $3, failure = $4, due_at = $5
     where (project_id, id) in (
       select project_id, id from coin_withdrawals
       where received_currency = $1 and ${AWAITS_TRANSFER} and due_at <= $6 and project_id = any($2::uuid[])
       order by due_at, project_id, id limit $7 for update skip locked)`,
    [coin, projectIds, wait.reason, wait.said, dueAt, now, limit],
  );
}

/** All that wait for a coin show it; when they are looked at again stays. */
export async function noteWaitOfCoin(
  sql: Sql,
  { coin, reason }: { coin: string; reason: WaitReason },
): Promise<void> {
  await sql.query(
    `update coin_withdrawals set wait_reason = $2, failure = null
     where received_currency = $1 and status = 'pending' and wait_reason is distinct from $2`,
    [coin, reason],
  );
}

/** Nothing is in its way any more. */
export async function endWait(sql: Sql, { projectId, id }: Named): Promise<void> {
  await sql.query(
    `update coin_withdrawals set wait_reason = null, failure = null
     where project_id = $1 and id = $2 and ${AWAITS_TRANSFER}`,
    [projectId, id],
  );
}

/** Those of a project that waited for this are due at once. */
export async function endWaitsOfProject(
  sql: Sql,
  { projectId, reason, now }: { projectId: string; reason: WaitReason; now: Date },
): Promise<void> {
  await sql.query(
    `update coin_withdrawals set wait_reason = null, failure = null, due_at = $3
     where project_id = $1 and ${AWAITS_TRANSFER} and wait_reason = $2 and due_at is not null`,
    [projectId, reason, now],
  );
}

/** Those of a coin that waited for this are due at once. */
export async function endWaitsOfCoin(
  sql: Sql,
  { coin, reason, now }: { coin: string; reason: WaitReason; now: Date },
): Promise<void> {
  await sql.query(
    `update coin_withdrawals set wait_reason = null, failure = null, due_at = $3
     where received_currency = $1 and status = 'pending' and wait_reason = $2`,
    [coin, reason, now],
  );
}

/** Whoever waits for something is due now. */
export async function wakeWaits(
  sql: Sql,
  { coins, now }: { coins: readonly string[]; now: Date },
): Promise<void> {
  await sql.query(
    `update coin_withdrawals set due_at = $2
     where received_currency = any($1::text[]) and ${AWAITS_TRANSFER} and wait_reason is not null
       and due_at > $2`,
    [coins, now],
  );
}

/** Whether one of the coin's waits for this. */
export async function isWaitedFor(
  sql: Sql,
  { coin, reason }: { coin: string; reason: WaitReason },
): Promise<boolean> {
  const waiting = await sql.query(
    `select 1 from coin_withdrawals
     where received_currency = $1 and ${AWAITS_TRANSFER} and due_at is not null
       and wait_reason = $2 limit 1`,
    [coin, reason],
  );
  return waiting.length > 0;
}

/**
 * It has lost its transfer and is due for another one. Not so one that a person has accepted as paid by a transaction
 * found on the chain: what it lost was its older transfer.
 */
export async function noteTransferLost(
  tx: Tx,
  facts: Named & { wait: Wait | null; dueAt: Date },
): Promise<void> {
  const { projectId, id, wait, dueAt } = facts;
  await tx.query(
    `update coin_withdrawals set transfer_id = null, wait_reason = $3, failure = $4, due_at = $5
     where project_id = $1 and id = $2 and ${AWAITS_TRANSFER}
       and not exists (select 1 from unknown_spends u where u.coin = received_currency and u.kind = 'payment'
         and u.subject = coin_withdrawals.id::text and u.txid = coin_withdrawals.txid and u.accepted_at is not null)`,
    [projectId, id, wait?.reason ?? null, wait?.said ?? null, dueAt],
  );
}

/** A completed one that lost its transfer has another one, and stays completed. */
export async function noteTransfer(
  tx: Tx,
  { projectId, id, transferId }: Named & { transferId: string },
): Promise<void> {
  await tx.query(
    `update coin_withdrawals set transfer_id = $3, wait_reason = null, failure = null, due_at = null
     where project_id = $1 and id = $2 and status = 'completed'`,
    [projectId, id, transferId],
  );
}

/** A completed one was paid by another transfer than was noted; false when by this one. */
export async function noteTransferChanged(
  tx: Tx,
  facts: Named & { transferId: string; txid: string | null },
): Promise<boolean> {
  const changed = await tx.query(
    `update coin_withdrawals set transfer_id = $3, txid = $4
     where project_id = $1 and id = $2 and status = 'completed'
       and transfer_id is distinct from $3::uuid returning 1`,
    [facts.projectId, facts.id, facts.transferId, facts.txid],
  );
  return changed.length > 0;
}

/** A transfer has taken the place of another one. */
export async function noteTransferReplaced(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.query('update coin_withdrawals set transfer_id = $2 where transfer_id = $1', [from, to]);
}

/** Paid by a transaction found on the chain: what it was to get in place of a lost transfer it has. */
export async function notePaid(
  tx: Tx,
  { projectId, id, txid }: Named & { txid: string },
): Promise<void> {
  await tx.query(
    `update coin_withdrawals set txid = $3, transfer_id = null, due_at = null, wait_reason = null, failure = null
     where project_id = $1 and id = $2`,
    [projectId, id, txid],
  );
}

/** Of one that is failed, why it is now. */
export async function noteFailure(tx: Tx, facts: Named & { wait: Wait }): Promise<void> {
  const { projectId, id, wait } = facts;
  await tx.query(
    `update coin_withdrawals set wait_reason = $3, failure = $4
     where project_id = $1 and id = $2 and status = 'failed'`,
    [projectId, id, wait.reason, wait.said],
  );
}
