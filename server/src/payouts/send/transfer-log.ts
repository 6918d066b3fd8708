// The log of transfers, and the alarms of the treasury. The log answers for ever what was
// tried, with which bytes and what the network said; an alarm is raised once and cleared by what ends it.
import type { ATTEMPT_STEPS } from '../../contract/objects/coin-withdrawals.ts';
import type { Tx } from '../../db/tx.ts';
import { endAlarm, endAlarms, raiseAlarm as raise } from '../../ledger/alarms.ts';

export type AttemptStep = (typeof ATTEMPT_STEPS)[number];

export async function logTransfer(
  tx: Tx,
  entry: { coin: string; transferId: string; step: AttemptStep; facts?: object },
): Promise<void> {
  await tx.query(
    `insert into transfer_log (coin, transfer_id, step, facts, created_at) values ($1, $2, $3, $4, $5)`,
    [entry.coin, entry.transferId, entry.step, JSON.stringify(entry.facts ?? {}), tx.now],
  );
}

/** A node shows it among those that wait for a block, which is more than to have taken it. Noted once. */
export async function noteSeen(
  tx: Tx,
  { coin, transferId }: { coin: string; transferId: string },
): Promise<void> {
  await tx.query(
    `insert into transfer_log (coin, transfer_id, step, created_at)
     select $1, $2, 'seen', $3
     where not exists (select 1 from transfer_log where coin = $1 and transfer_id = $2 and step = 'seen')`,
    [coin, transferId, tx.now],
  );
}

export type TreasuryAlarm =
  | 'hot_wallet_short'
  | 'gas_short'
  | 'spent_elsewhere'
  | 'transfer_failed_on_chain'
  /** Blocks that are not final have brought what they would spend, for hours. */
  | 'payouts_await_final'
  /** The network would not pay a withdrawal now, for what its payee lacks or wants. */
  | 'payee_refuses'
  /** A node refuses a signed transfer again and again. */
  | 'transfer_refused'
  /** One that no block takes has no budget left, and others wait for its number. */
  | 'numbers_held_up'
  | 'transfer_moved_otherwise'
  | 'transfer_changed'
  | 'signer_refused'
  | 'no_signer'
  | 'quarantine'
  | 'unknown_spend'
  | 'database_went_back'
  | 'database_moved'
  | 'cancelled_but_paid';

export function raiseAlarm(
  tx: Tx,
  alarm: { kind: TreasuryAlarm; subject: string; facts: object },
): Promise<void> {
  return raise(tx, alarm);
}

export function clearAlarm(tx: Tx, alarm: { kind: TreasuryAlarm; subject: string }): Promise<void> {
  return endAlarm(tx, alarm);
}

export function clearAlarms(
  tx: Tx,
  alarms: { kind: TreasuryAlarm; subjects: readonly string[] },
): Promise<void> {
  return endAlarms(tx, alarms);
}
