// Withdrawals that wait for coins: visibly, with a reason that the merchant's and the operator's views show,
// and an alarm for the operator, raised once per coin. New coins wake them at once.
import type { App } from '../app.ts';
import { SECOND } from '../core/clock.ts';
import type { Sql, Tx } from '../db/database.ts';
import { clearAlarm, raiseAlarm } from './journal.ts';
import type { PayableWithdrawal } from './treasury.ts';

export type WaitReason =
  | 'hot wallet short'
  | 'collecting coins'
  | 'network fee above the budget'
  | 'cannot be planned'
  /** What the destination lacks, in the network's words (ask-network.ts). */
  | `not payable: ${string}`;

/** SQL. A completed one is due only when its transfer died in a reorganisation (await-transfer.ts). */
export const AWAITS_TRANSFER = `status in ('pending', 'completed')`;

const RETRY = 30 * SECOND;

/** Notes why it waits and when to look again. The caller holds the withdrawal's lock. */
export async function keepWaiting(
  tx: Tx,
  app: App,
  facts: { coin: string; withdrawal: PayableWithdrawal; reason: WaitReason },
): Promise<void> {
  const { coin, withdrawal, reason } = facts;
  await tx.query(
    `update coin_withdrawals set failure = $3, due_at = $4
     where project_id = $1 and id = $2 and ${AWAITS_TRANSFER}`,
    [withdrawal.project_id, withdrawal.id, reason, new Date(app.clock.now() + RETRY)],
  );
  if (reason !== 'hot wallet short') return;
  await raiseAlarm(tx, app, {
    kind: 'hot_wallet_short',
    subject: coin,
    facts: { withdrawal_id: withdrawal.id, amount: `${withdrawal.received_amount}` },
  });
}

/** Coins came in, or a fee fell: whoever waits for that is due now. */
export async function wakeWaiting(sql: Sql, app: App, coin: string): Promise<void> {
  await sql.query(
    `update coin_withdrawals set due_at = $2
     where received_currency = $1 and ${AWAITS_TRANSFER} and failure is not null
       and due_at > $2`,
    [coin, new Date(app.clock.now())],
  );
}

/** Ends the alarm when nobody waits for coins any more. */
export async function endShortage(sql: Sql, app: App, coin: string): Promise<void> {
  const waiting = await sql.query(
    `select 1 from coin_withdrawals
     where received_currency = $1 and ${AWAITS_TRANSFER} and due_at is not null
       and failure = 'hot wallet short' limit 1`,
    [coin],
  );
  if (waiting.length === 0) await clearAlarm(sql, app, { kind: 'hot_wallet_short', subject: coin });
}
