// Payouts that wait: the reason, and one alert per coin. New coins wake them immediately.
import type { PayeeRefusal } from '../chains/transfers.ts';
import type { AlertKind } from '../contract/alert-kinds.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { endAlert, raiseAlert } from '../ledger/alerts.ts';
import type { Wait, WaitReason } from '../withdrawals/reasons.ts';
import { amountText, type PayableWithdrawal, tokensOf } from './coin-wallet.ts';

const RETRY = 30 * SECOND;
/** For coins expected with one of the next blocks, in case they arrive while the withdrawal is being rescheduled. */
const RETRY_SOON = 10 * SECOND;
const DUE_SOON: ReadonlySet<WaitReason> = new Set(['waiting_for_gas', 'consolidating_funds']);

interface Waits {
  readonly coin: string;
  readonly withdrawal: Pick<PayableWithdrawal, 'project_id' | 'id' | 'received_amount'>;
  readonly reason: WaitReason;
  /** Why the network would not pay the recipient. */
  readonly refusal?: PayeeRefusal;
}

/** False when the payout is no longer waiting. The caller holds its lock or its ledger lock. */
export async function rescheduleWaiting(tx: Tx, waits: Waits): Promise<boolean> {
  const { coin, withdrawal, reason, refusal } = waits;
  const retry = DUE_SOON.has(reason) ? RETRY_SOON : RETRY;
  const isNoted = await noteWait(tx, {
    projectId: withdrawal.project_id,
    id: withdrawal.id,
    wait: { reason, detail: refusal ?? null },
    dueAt: new Date(tx.now.getTime() + retry),
  });
  if (!isNoted) return false;
  const sent = defined(tx.instance.coins.get(coin), 'the coin of a withdrawal');
  const about = {
    withdrawal_id: withdrawal.id,
    amount: amountText(withdrawal.received_amount, sent),
  };
  if (reason === 'hot_wallet_low_balance')
    await raiseAlert(tx, { kind: 'hot_wallet_low_balance', subject: coin, facts: about });
  if (reason === 'not_payable')
    await raiseAlert(tx, {
      kind: 'recipient_rejects_payment',
      subject: coin,
      facts: { ...about, ...refusalFacts(refusal) },
    });
  if (reason === 'insufficient_gas')
    await raiseAlert(tx, { kind: 'insufficient_gas', subject: coin, facts: about });
  return true;
}

type Left = Omit<Waits, 'coin'>;

/** Those that wait for the same reason in one statement; the alert names the last of them. */
export async function rescheduleAll(tx: Tx, coin: string, left: readonly Left[]): Promise<void> {
  for (const same of groupBy(left, (one) => JSON.stringify([one.reason, one.refusal])).values()) {
    const [last, ...others] = [...same].reverse();
    if (last === undefined) continue;
    const retry = DUE_SOON.has(last.reason) ? RETRY_SOON : RETRY;
    await noteWaits(tx, {
      withdrawals: others.map(({ withdrawal: { project_id: projectId, id } }) => ({
        projectId,
        id,
      })),
      wait: { reason: last.reason, detail: last.refusal ?? null },
      dueAt: new Date(tx.now.getTime() + retry),
    });
    await rescheduleWaiting(tx, { coin, ...last });
  }
}

function refusalFacts(refusal: PayeeRefusal | undefined): object {
  if (refusal === undefined) return {};
  return 'code' in refusal ? { refusal: refusal.code } : { reason: refusal.message };
}

/** Coins arrived or a fee fell. Includes tokens whose fees are paid in the coin. */
export async function wakeWaiting(tx: Tx, coin: string): Promise<void> {
  const coins = [coin, ...tokensOf(tx.instance, coin)];
  await wakeWaits(tx, { coins, now: tx.now });
}

const SHORTAGES = [
  { reason: 'hot_wallet_low_balance', kind: 'hot_wallet_low_balance' },
  { reason: 'insufficient_gas', kind: 'insufficient_gas' },
  { reason: 'waiting_for_finality', kind: 'waiting_for_finality' },
  { reason: 'not_payable', kind: 'recipient_rejects_payment' },
] as const satisfies readonly { reason: WaitReason; kind: AlertKind }[];

/** Resolves the alerts when no payout waits for coins, for fees or for its recipient any more. */
export async function endShortage(tx: Tx, coin: string): Promise<void> {
  for (const { reason, kind } of SHORTAGES)
    if (!(await isWaitedFor(tx, { coin, reason }))) await endAlert(tx, { kind, subject: coin });
}

// SQL of payouts that wait for a transfer: the reason, and when to check again.

interface Named {
  readonly projectId: string;
  readonly id: string;
}

interface Noted {
  readonly wait: Wait;
  readonly dueAt: Date;
}

/** Returns false when it is no longer waiting. */
export async function noteWait(
  sql: Sql,
  { projectId, id, wait, dueAt }: Named & Noted,
): Promise<boolean> {
  const noted = await sql.query(
    `update payouts set wait_reason = $3, wait_detail = $4, due_at = $5
     where project_id = $1 and withdrawal_id = $2 and status = 'waiting' returning 1`,
    [projectId, id, wait.reason, wait.detail, dueAt],
  );
  return noted.length > 0;
}

/** Skips payouts that another process works on. */
export async function noteWaits(
  sql: Sql,
  { withdrawals, wait, dueAt }: Noted & { withdrawals: readonly Named[] },
): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = $3, wait_detail = $4, due_at = $5
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where (project_id, withdrawal_id) in (select * from unnest($1::uuid[], $2::uuid[])) and status = 'waiting'
       order by project_id, withdrawal_id for update skip locked)`,
    [
      withdrawals.map(({ projectId }) => projectId),
      withdrawals.map(({ id }) => id),
      wait.reason,
      wait.detail,
      dueAt,
    ],
  );
}

/** For the due payouts of a coin and some projects, as many as one run takes. */
export async function noteWaitsOfProjects(
  sql: Sql,
  noted: Noted & { coin: string; projectIds: readonly string[]; now: Date; limit: number },
): Promise<void> {
  const { coin, projectIds, wait, dueAt, now, limit } = noted;
  await sql.query(
    `update payouts set wait_reason = $3, wait_detail = $4, due_at = $5
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where coin = $1 and status = 'waiting' and due_at <= $6 and project_id = any($2::uuid[])
       order by due_at, project_id, withdrawal_id limit $7 for update skip locked)`,
    [coin, projectIds, wait.reason, wait.detail, dueAt, now, limit],
  );
}

/** A payout that another process works on gets the reason at the next poll. */
export async function noteWaitOfCoin(
  sql: Sql,
  { coin, reason }: { coin: string; reason: WaitReason },
): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = $2, wait_detail = null
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where coin = $1 and status = 'waiting' and wait_reason is distinct from $2
       order by project_id, withdrawal_id for update skip locked)`,
    [coin, reason],
  );
}

export async function endWait(sql: Sql, { projectId, id }: Named): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = null, wait_detail = null
     where project_id = $1 and withdrawal_id = $2 and status = 'waiting'`,
    [projectId, id],
  );
}

/** Makes the payouts of a project, or of a coin, that wait for this reason due now. */
export async function endWaits(
  sql: Sql,
  column: 'project_id' | 'coin',
  { value, reason, now }: { value: string; reason: WaitReason; now: Date },
): Promise<void> {
  await sql.query(
    `update payouts set wait_reason = null, wait_detail = null, due_at = $3
     where (project_id, withdrawal_id) in (
       select project_id, withdrawal_id from payouts
       where ${column} = $1 and status = 'waiting' and wait_reason = $2
       order by project_id, withdrawal_id for update)`,
    [value, reason, now],
  );
}

/** Skips payouts that another process works on, because the caller holds other locks and must not block. */
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

export async function noteFailure(
  tx: Tx,
  { projectId, id, wait }: Named & { wait: Wait },
): Promise<void> {
  await tx.query(
    `update payouts set wait_reason = $3, wait_detail = $4
     where project_id = $1 and withdrawal_id = $2 and status = 'failed'`,
    [projectId, id, wait.reason, wait.detail],
  );
}
