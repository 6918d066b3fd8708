// Which of the waiting withdrawals share a transfer. Pure. Off unless the operator sets CHAINTILL_BATCH_PAYMENTS:
// then withdrawals of one fee level, of whatever projects, go together, the oldest first. The fast ones never
// wait for company.
import { groupBy } from '../../core/group.ts';
import type { PayableWithdrawal } from '../send/coin-wallet.ts';

export interface Waiting extends Pick<PayableWithdrawal, 'project_id' | 'id'> {
  readonly network_fee_level: PayableWithdrawal['network_fee_level'];
  readonly committed_at: Date;
}

export interface BatchRules {
  /** Withdrawals paid by one transfer; 1: each has its own. */
  readonly payments: number;
  /** How long the first of a batch waits for others. */
  readonly timeout: number;
  /** In milliseconds since the epoch, as all time. */
  readonly now: number;
}

/** Each batch is to be paid by one transfer now. Who is in none waits for company. */
export function batchesOf(waiting: readonly Waiting[], rules: BatchRules): Waiting[][] {
  if (rules.payments === 1) return waiting.map((one) => [one]);
  const batches: Waiting[][] = [];
  for (const [level, group] of groupBy(waiting, (one) => one.network_fee_level)) {
    const timeout = level === 'fast' ? 0 : rules.timeout;
    for (let at = 0; at < group.length; at += rules.payments) {
      const batch = group.slice(at, at + rules.payments);
      const isOver = batch.some((one) => one.committed_at.getTime() + timeout <= rules.now);
      if (batch.length === rules.payments || isOver) batches.push(batch);
    }
  }
  return batches;
}
