// Withdrawals that wait for coins: visibly, with a reason that the merchant's and the operator's views show,
// and an alarm for the operator, raised once per coin. New coins wake them at once.
import { SECOND } from '../core/clock.ts';
import type { Tx } from '../db/tx.ts';
import { FAILURES } from '../withdrawals/status-context.ts';
import { clearAlarm, raiseAlarm, type TreasuryAlarm } from './journal.ts';
import { tokensOf } from './tokens-of.ts';
import type { PayableWithdrawal } from './treasury.ts';

export const AWAITS_FINAL = FAILURES.awaitsFinal;

export type WaitReason =
  | 'hot wallet short'
  | 'collecting coins'
  /** Tokens: what the fee is paid with is on its way to the sender, or there is too little of it to send. */
  | 'waiting for gas'
  | 'short of gas'
  | 'network fee above the budget'
  | 'cannot be planned'
  /** Of the whole project, until a person has looked (heed-stops.ts). */
  | 'payouts stopped'
  /** It would spend money that only blocks brought that are not final (await-final.ts). */
  | typeof AWAITS_FINAL
  /** What the destination lacks, in the network's words (ask-network.ts). */
  | `not payable: ${string}`;

/** SQL. A completed one is due only when its transfer died in a reorganisation (await-transfer.ts). */
export const AWAITS_TRANSFER = `status in ('pending', 'completed')`;

const NOT_PAYABLE = FAILURES.notPayable;

const RETRY = 30 * SECOND;
/** For what comes with one of the next blocks, in case it came just while the withdrawal was put off. */
const RETRY_COMING = 10 * SECOND;
const COMING: ReadonlySet<WaitReason> = new Set(['waiting for gas', 'collecting coins']);

/** Notes why it waits and when to look again; false when it waits no more. The caller holds its lock or its ledger. */
export async function keepWaiting(
  tx: Tx,
  facts: { coin: string; withdrawal: PayableWithdrawal; reason: WaitReason },
): Promise<boolean> {
  const { coin, withdrawal, reason } = facts;
  const retry = COMING.has(reason) ? RETRY_COMING : RETRY;
  const noted = await tx.query(
    `update coin_withdrawals set failure = $3, due_at = $4
     where project_id = $1 and id = $2 and ${AWAITS_TRANSFER} returning 1`,
    [withdrawal.project_id, withdrawal.id, reason, new Date(tx.now.getTime() + retry)],
  );
  if (noted.length === 0) return false;
  const about = { withdrawal_id: withdrawal.id, amount: `${withdrawal.received_amount}` };
  if (reason === 'hot wallet short')
    await raiseAlarm(tx, { kind: 'hot_wallet_short', subject: coin, facts: about });
  if (reason.startsWith(NOT_PAYABLE))
    await raiseAlarm(tx, {
      ...{ kind: 'payee_refuses', subject: coin },
      facts: { ...about, reason: reason.slice(NOT_PAYABLE.length) },
    });
  if (reason === 'short of gas')
    await raiseAlarm(tx, { kind: 'gas_short', subject: coin, facts: about });
  return true;
}

/** Coins came in, or a fee fell: whoever waits for that is due now, also of tokens whose fees are paid in the coin. */
export async function wakeWaiting(tx: Tx, coin: string): Promise<void> {
  await tx.query(
    `update coin_withdrawals set due_at = $2
     where received_currency = any($1::text[]) and ${AWAITS_TRANSFER} and failure is not null
       and due_at > $2`,
    [[coin, ...tokensOf(tx.till, coin)], tx.now],
  );
}

/** `reason`: as in SQL's `like`. */
const SHORTAGES = [
  { reason: 'hot wallet short', kind: 'hot_wallet_short' },
  { reason: 'short of gas', kind: 'gas_short' },
  { reason: AWAITS_FINAL, kind: 'payouts_await_final' },
  { reason: `${NOT_PAYABLE}%`, kind: 'payee_refuses' },
] as const satisfies readonly { reason: string; kind: TreasuryAlarm }[];

/** Ends the alarms when nobody waits for coins, for what fees are paid with, or for its payee any more. */
export async function endShortage(tx: Tx, coin: string): Promise<void> {
  for (const { reason, kind } of SHORTAGES) {
    const waiting = await tx.query(
      `select 1 from coin_withdrawals
       where received_currency = $1 and ${AWAITS_TRANSFER} and due_at is not null
         and failure like $2 limit 1`,
      [coin, reason],
    );
    if (waiting.length === 0) await clearAlarm(tx, { kind, subject: coin });
  }
}
