// Groups waiting withdrawals of one fee level, from any project, into batches that share a transfer
// (CHAINTILL_BATCH_MAX_PAYMENTS). Withdrawals at the fast level never wait for a batch.
import { groupBy } from '../../core/group.ts';
import type { PayableWithdrawal } from '../coin-wallet.ts';

export interface Waiting extends Pick<PayableWithdrawal, 'project_id' | 'id'> {
  readonly network_fee_level: PayableWithdrawal['network_fee_level'];
  readonly committed_at: Date;
}

export interface BatchRules {
  /** Per transfer; 1 gives each withdrawal its own transfer. */
  readonly payments: number;
  /** How long the oldest withdrawal of a batch waits for others. */
  readonly timeout: number;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** Each returned batch is ready to be paid by one transfer. A withdrawal that is in no batch waits for others. */
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
