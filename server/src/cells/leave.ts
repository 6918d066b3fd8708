// What is left of a project in the cell that it left. Its rows stay; but nothing of them is due here any more, no
// payout is sent from here, and what came in for it is a fact that the other cell is told of (forward.ts). With
// store-rows.ts the one place that writes tables of other folders (decision 153).
import type { Tx } from '../db/tx.ts';
import { finalDepths, isFinal } from '../deposits/final.ts';
import { isNobodys } from '../deposits/nobodys.ts';
import { noteTellings, type Telling } from '../deposits/told.ts';
import { endAlarm } from '../ledger/alarms.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Move } from './moves.ts';

interface Change {
  readonly table: string;
  readonly set: string;
  /** SQL, which rows of the project. */
  readonly where: string;
}

/**
 * Deposits leave the books of this cell, which end, and their facts begin: one that is gone is gone, one in no block,
 * or in one that may be undone, is waited for, whatever was credited. `:copied`: what was credited is in the copy. A
 * reorganisation later is told of.
 */
const DEPOSITS: Change = {
  table: 'deposits',
  set: `owner_type = 'cell', owner_id = coalesce(owner_id, project_id), is_unmatched = false, is_small = false,
    booked_at = null, credited_at = null,
    status = case when status = 'reversed' and block_height is null then 'dropped'
      when status = 'reversed' or status = 'confirmed' and not ${isFinal('deposits', ':depths')} then 'pending'
      else status end,
    confirmations_required = case when status = 'confirmed' and ${isFinal('deposits', ':depths')}
      then confirmations_required
      else greatest(coalesce((:depths::jsonb ->> coin)::int, confirmations_required), maturity) end,
    told = case when credited_at is not null and :copied then 'copied' end`,
  where: `owner_type is distinct from 'cell'`,
};

/** Shown to it, and in no books: nobody's again, who can show it to somebody else. */
const NOBODYS: Change = {
  table: 'deposits',
  set: 'project_id = null, inbox_told_at = null',
  where: isNobodys('deposits'),
};

/** By the condition that an index has, where there is one. */
const NOTHING_IS_DUE: readonly Change[] = [
  {
    table: 'payouts',
    set: `status = 'cancelled', wait_reason = null, said = null, due_at = null`,
    where: `status = 'waiting'`,
  },
  ...['invoices', 'channel_payments', 'exchange_transfers'].map((table) => ({
    ...{ table, set: 'due_at = null', where: 'due_at is not null' },
  })),
  // This one always has a time.
  { table: 'subscriptions', set: `due_at = 'infinity'`, where: `due_at < 'infinity'` },
  // These are sent from there.
  { table: 'mails', set: `status = 'withdrawn', due_at = null`, where: `status = 'pending'` },
  {
    table: 'deliveries',
    set: `status = 'failed', next_attempt_at = null, leased_until = null`,
    where: `status = 'pending'`,
  },
  { table: 'coin_withdrawals', set: 'expires_at = null', where: 'expires_at is not null' },
];

/**
 * In the transaction that ends the move here. `heard`: what the copy has of deposits that is not final there; null
 * where this database was restored from before the move, so that the copy lacks what was credited since.
 */
export async function leave(tx: Tx, { projectId }: Move, heard: Heard | null): Promise<void> {
  // As whoever stores a deposit for it.
  await lockLedger(tx, projectId);
  await change(tx, NOBODYS, [projectId]);
  await change(tx, DEPOSITS, [projectId, heard !== null, finalDepths(tx.till)]);
  const told = [...(heard ?? [])].map(([id, telling]) => ({ id, telling }));
  await noteTellings(tx, told);
  for (const one of NOTHING_IS_DUE) await change(tx, one, [projectId]);
  await endAlarm(tx, { kind: 'payouts_stopped', subject: projectId });
}

export type Heard = ReadonlyMap<string, Telling>;

async function change(
  tx: Tx,
  { table, set, where }: Change,
  values: readonly unknown[],
): Promise<void> {
  const changes = set.replaceAll(':copied', '$2::boolean').replaceAll(':depths', '$3::text');
  await tx.query(`update ${table} set ${changes} where project_id = $1 and ${where}`, values);
}
