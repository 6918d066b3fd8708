// Groups waiting withdrawals into batches that share a transfer: the payouts of a payout batch up to the size of a
// standard transaction, and others of one fee level, from any project, up to CHAINTILL_BATCH_MAX_PAYMENTS. Others at
// the fast level never wait for a batch.
import { groupBy } from '../../core/group.ts';
import type { PayableWithdrawal } from '../coin-wallet.ts';

export interface Waiting extends Pick<PayableWithdrawal, 'project_id' | 'id'> {
  readonly network_fee_level: PayableWithdrawal['network_fee_level'];
  readonly committed_at: Date;
}

export interface Sharing extends Waiting {
  readonly address: string;
  /** The payout batch that it belongs to. */
  readonly batch_id: string | null;
}

export interface BatchRules {
  /** Per transfer of withdrawals that belong to no payout batch; 1 gives each its own transfer. */
  readonly payments: number;
  /** How long the oldest withdrawal of a batch waits for others. */
  readonly timeout: number;
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** For the payouts of a payout batch; null where a transfer pays one withdrawal. */
  readonly share: ShareSize | null;
}

export interface ShareSize {
  /** For the outputs of one transfer. */
  roomFor(level: PayableWithdrawal['network_fee_level']): number;
  sizeOf(address: string): number;
}

/** Each returned batch is ready to be paid by one transfer. A withdrawal that is in no batch waits for others. */
export function batchesOf<T extends Sharing>(waiting: readonly T[], rules: BatchRules): T[][] {
  const { share } = rules;
  if (share === null) return ofWindow(waiting, rules);
  const ofFiles = waiting.filter((one) => one.batch_id !== null);
  const others = waiting.filter((one) => one.batch_id === null);
  return [...ofWindow(others, rules), ...bySize(ofFiles, share)];
}

/** One project made the whole file, so its payouts may be seen together on the chain. */
function bySize<T extends Sharing>(waiting: readonly T[], share: ShareSize): T[][] {
  const keyOf = (one: T) => `${one.project_id} ${one.batch_id} ${one.network_fee_level}`;
  return [...groupBy(waiting, keyOf).values()].flatMap((group) => {
    const batches: T[][] = [];
    let left = 0;
    for (const one of group) {
      const size = share.sizeOf(one.address);
      const last = batches.at(-1);
      if (last !== undefined && size <= left) last.push(one);
      else {
        batches.push([one]);
        left = share.roomFor(one.network_fee_level);
      }
      left -= size;
    }
    return batches;
  });
}

function ofWindow<T extends Sharing>(waiting: readonly T[], rules: BatchRules): T[][] {
  if (rules.payments === 1) return waiting.map((one) => [one]);
  const batches: T[][] = [];
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
