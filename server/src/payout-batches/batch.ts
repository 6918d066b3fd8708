// A payout batch: a file of payouts that is checked, quoted, sent and reported as one object. Its rows become ordinary
// withdrawals, whose statuses are read, not copied. docs/decisions/0228-payout-batches.md.
import { SECOND } from '../core/clock.ts';
import { defineStatuses } from '../core/statuses.ts';

export type BatchStatus = 'checking' | 'ready' | 'sending' | 'completed' | 'cancelled';

/** The trigger `payout_batches_moves` enforces the same moves in the database. */
export const batchStatuses = defineStatuses<BatchStatus>('payout batch', {
  checking: ['ready', 'cancelled'],
  ready: ['sending', 'cancelled'],
  // When every row was taken or refused, and no withdrawal of it is open.
  sending: ['completed'],
  completed: [],
  cancelled: [],
});

export const BATCH_ROWS_MAX = 10_000;

/** Between looks at a batch that waits for prices, approvals or the network. */
export const LOOK_AGAIN = 15 * SECOND;

export const WORKER = 'payout-batches';

export interface BatchRow {
  readonly project_id: string;
  readonly id: string;
  readonly status: BatchStatus;
  /** Of the file. */
  readonly name: string;
  readonly row_count: number;
  readonly created_by: string;
  readonly created_by_name: string;
  readonly sent_by: string | null;
  readonly sent_by_name: string | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly tried_at: Date | null;
  readonly ended_at: Date | null;
  /** Null until the rows are checked. */
  readonly quote: readonly QuotedSum[] | null;
  /** The code of the temporary error that it waits for. */
  readonly wait_code: string | null;
  readonly approvals: number;
}

/** In the smallest unit. */
export interface QuotedSum {
  readonly currency: string;
  readonly charged: string;
}

/** Why a row is not sent, as the API reports problems. */
export interface RowProblem {
  readonly target: string;
  readonly code: string;
  readonly message: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type PayoutRequest = Readonly<Record<string, string>>;

export interface WaitingRow {
  readonly n: number;
  readonly request: PayoutRequest;
  /** The quote. Null before the check. */
  readonly charged: bigint | null;
}
