// Payouts that wait for coins: visibly, with a reason that the merchant's and the operator's views show,
// and an alarm for the operator, raised once per coin. New coins wake them at once.

import type { PayeeRefusal } from '../../chains/payee-refusals.ts';
import type { AlarmKind } from '../../contract/alarm-kinds.ts';
import { defined } from '../../core/assert.ts';
import { SECOND } from '../../core/clock.ts';
import type { Tx } from '../../db/tx.ts';
import { endAlarm, raiseAlarm } from '../../ledger/alarms.ts';
import type { WaitReason } from '../../withdrawals/wait-reasons.ts';
import { amountText } from '../amount-text.ts';
import type { PayableWithdrawal } from '../send/coin-wallet.ts';
import { isWaitedFor, noteWait, wakeWaits } from '../store-waits.ts';
import { tokensOf } from '../wallet/tokens-of.ts';

const RETRY = 30 * SECOND;
/** For what comes with one of the next blocks, in case it came just while the withdrawal was put off. */
const RETRY_COMING = 10 * SECOND;
const COMING: ReadonlySet<WaitReason> = new Set(['waiting_for_gas', 'collecting_coins']);

interface Waits {
  readonly coin: string;
  readonly withdrawal: Pick<PayableWithdrawal, 'project_id' | 'id' | 'received_amount'>;
  readonly reason: WaitReason;
  /** Why the network would not pay the recipient. */
  readonly refusal?: PayeeRefusal;
}

/** Notes why it waits and when to look again; false when it waits no more. The caller holds its lock or its ledger. */
export async function rescheduleWaiting(tx: Tx, waits: Waits): Promise<boolean> {
  const { coin, withdrawal, reason, refusal } = waits;
  const code = refusal !== undefined && 'code' in refusal ? refusal.code : null;
  const said = refusal !== undefined && 'said' in refusal ? refusal.said : null;
  const retry = COMING.has(reason) ? RETRY_COMING : RETRY;
  const isNoted = await noteWait(tx, {
    ...{ projectId: withdrawal.project_id, id: withdrawal.id },
    ...{ wait: { reason, said }, refusal: code, dueAt: new Date(tx.now.getTime() + retry) },
  });
  if (!isNoted) return false;
  const sent = defined(tx.instance.coins.get(coin), 'the coin of a withdrawal');
  const about = {
    withdrawal_id: withdrawal.id,
    amount: amountText(withdrawal.received_amount, sent),
  };
  if (reason === 'hot_wallet_short')
    await raiseAlarm(tx, { kind: 'hot_wallet_short', subject: coin, facts: about });
  if (reason === 'not_payable')
    await raiseAlarm(tx, {
      ...{ kind: 'payee_refuses', subject: coin },
      facts: { ...about, ...(code === null ? { reason: said } : { refusal: code }) },
    });
  if (reason === 'short_of_gas')
    await raiseAlarm(tx, { kind: 'gas_short', subject: coin, facts: about });
  return true;
}

/** Coins came in, or a fee fell: whoever waits for that is due now, also of tokens whose fees are paid in the coin. */
export async function wakeWaiting(tx: Tx, coin: string): Promise<void> {
  const coins = [coin, ...tokensOf(tx.instance, coin)];
  await wakeWaits(tx, { coins, now: tx.now });
}

const SHORTAGES = [
  { reason: 'hot_wallet_short', kind: 'hot_wallet_short' },
  { reason: 'short_of_gas', kind: 'gas_short' },
  { reason: 'awaits_final_blocks', kind: 'payouts_await_final' },
  { reason: 'not_payable', kind: 'payee_refuses' },
] as const satisfies readonly { reason: WaitReason; kind: AlarmKind }[];

/** Ends the alarms when nobody waits for coins, for what fees are paid with, or for its payee any more. */
export async function endShortage(tx: Tx, coin: string): Promise<void> {
  for (const { reason, kind } of SHORTAGES)
    if (!(await isWaitedFor(tx, { coin, reason }))) await endAlarm(tx, { kind, subject: coin });
}
