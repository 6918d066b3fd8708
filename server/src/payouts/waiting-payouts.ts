// Payouts that wait for coins. The merchant and the operator see the reason, and one alert per coin is opened for the
// operator. New coins wake them immediately.

import type { PayeeRefusal } from '../chains/payee-refusals.ts';
import type { AlertKind } from '../contract/alert-kinds.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import type { Tx } from '../db/tx.ts';
import { endAlert, raiseAlert } from '../ledger/alerts.ts';
import type { WaitReason } from '../withdrawals/reasons.ts';
import { amountText } from './amount-text.ts';
import type { PayableWithdrawal } from './coin-wallet.ts';
import { isWaitedFor, noteWait, wakeWaits } from './store-waits.ts';
import { tokensOf } from './tokens-of.ts';

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

/**
 * Records why it waits and when to check again. Returns false when it is no longer waiting. The caller holds its lock
 * or its ledger lock.
 */
export async function rescheduleWaiting(tx: Tx, waits: Waits): Promise<boolean> {
  const { coin, withdrawal, reason, refusal } = waits;
  const code = refusal !== undefined && 'code' in refusal ? refusal.code : null;
  const message = refusal !== undefined && 'said' in refusal ? refusal.said : null;
  const retry = DUE_SOON.has(reason) ? RETRY_SOON : RETRY;
  const isNoted = await noteWait(tx, {
    ...{ projectId: withdrawal.project_id, id: withdrawal.id },
    ...{
      wait: { reason, said: message },
      refusal: code,
      dueAt: new Date(tx.now.getTime() + retry),
    },
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
      ...{ kind: 'recipient_rejects_payment', subject: coin },
      facts: { ...about, ...(code === null ? { reason: message } : { refusal: code }) },
    });
  if (reason === 'insufficient_gas')
    await raiseAlert(tx, { kind: 'insufficient_gas', subject: coin, facts: about });
  return true;
}

/**
 * Coins arrived or a fee fell: makes payouts that wait for that due now, including tokens whose fees are paid in the
 * coin.
 */
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
