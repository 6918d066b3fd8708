// What happens to others when something changes: the one way upwards, read as a table of contents. A feature that
// stores a change calls its reaction in the same transaction (`app.reactions`), and does not know who listens. Only
// assemble.ts imports this file.
import type { App } from './app.ts';
import {
  type CompletedPayments,
  planCompletedPayments,
  storeCompletedPayments,
} from './channels/complete-assessed.ts';
import { receiveChannelDeposits, touchChannelPayments } from './channels/receive.ts';
import type { Coin } from './coins/coin.ts';
import { known } from './core/assert.ts';
import { coalesced } from './core/coalesced.ts';
import type { Tx } from './db/tx.ts';
import { refuseOld } from './db/versions.ts';
import type { DepositRow } from './deposits/deposit.ts';
import type { MatchedPayment, Observation } from './deposits/match.ts';
import { storeOutcomes } from './deposits/outcome.ts';
import type { AssessedDeposit } from './deposits/store.ts';
import { returnToInbox } from './inbox/refund.ts';
import {
  type CompletedInvoices,
  planCompletedInvoices,
  storeCompletedInvoices,
} from './invoices/complete-assessed.ts';
import { touchInvoices } from './invoices/store.ts';
import { followRemoved } from './payouts/follow/follow-again.ts';
import { detectForeignSpends } from './payouts/recover/detect-foreign-spends.ts';
import { detectRollback } from './payouts/recover/detect-rollback.ts';
import { detectStrays } from './payouts/recover/detect-strays.ts';
import { openPayouts } from './payouts/store-payouts.ts';
import { loadProject } from './projects/project.ts';
import { touchSubscriptions } from './subscriptions/store.ts';
import { announceMoved } from './withdrawals/follow.ts';
import type { WithdrawalRow } from './withdrawals/withdrawal.ts';

/** What assessments complete in one project. */
export interface Completions {
  readonly projectId: string;
  /** Before anything was read for it. */
  readonly plannedAt: Date;
  readonly invoices: CompletedInvoices;
  readonly payments: CompletedPayments;
}

export interface Reactions {
  /** Payments to our addresses were read, and are about to be stored. */
  paymentsRead(tx: Tx, payments: { coin: Coin; matched: readonly MatchedPayment[] }): Promise<void>;
  /** All that was read of a chain, ours or not. False when this process does not compare it with what we signed. */
  chainRead(tx: Tx, look: { coin: string; observations: readonly Observation[] }): Promise<boolean>;
  /** A reorganization removed the blocks above the height. */
  blocksRemoved(tx: Tx, removed: { coin: string; above: number }): Promise<void>;
  /** Deposits were stored that may be payments of their own. */
  depositsSeen(tx: Tx, deposits: readonly DepositRow[]): Promise<void>;
  /** Deposits are other than they were: stored, confirmed, assessed, dropped, reversed, restored. */
  depositsMoved(tx: Tx, deposits: readonly DepositRow[]): Promise<void>;
  /** Deposits of a project were assessed, of which nothing is stored yet: what that will complete. */
  planCompletions(
    app: App,
    of: { projectId: string; assessed: readonly AssessedDeposit[] },
  ): Promise<Completions>;
  /**
   * Stores it, with those assessments, whose deposits it gives. The caller holds the ledger lock. Throws when something
   * else happened meanwhile, or much time went by.
   */
  storeCompletions(tx: Tx, completions: Completions): Promise<readonly string[]>;
  /** Invoices of subscriptions have another status, or were paid more. */
  invoicesMoved(
    tx: Tx,
    moved: { projectId: string; subscriptionIds: readonly string[] },
  ): Promise<void>;
  /** Withdrawals were committed, or released from hold: they are to be sent. The caller holds their ledger locks. */
  withdrawalsToSend(tx: Tx, withdrawals: readonly WithdrawalRow[]): Promise<void>;
  /** A withdrawal has another status, or shows another reason. The caller holds its project's ledger lock. */
  withdrawalMoved(tx: Tx, withdrawal: { projectId: string; id: string }): Promise<void>;
  /** The database may have gone back in time. Outside of transactions. */
  databaseDoubted(app: App): Promise<unknown>;
}

/** Of one process. */
export function reactions(): Reactions {
  return {
    // An address of ours that nobody was given: this database may be an older copy.
    paymentsRead: detectStrays,
    // What was signed with our keys and is unknown here: a quarantine begins.
    chainRead: detectForeignSpends,
    // Transfers in those blocks are followed again, also those that were final.
    blocksRemoved: followRemoved,
    // Channels: a payment for each that has none.
    depositsSeen: (tx, deposits) => receiveChannelDeposits(tx, deposits.filter(isOf('channel'))),
    async depositsMoved(tx, deposits) {
      const { now } = tx;
      // Invoices and channel payments are recomputed soon.
      await touchInvoices(tx, ownersOf(deposits.filter(isOf('invoice'))), now);
      await touchChannelPayments(tx, deposits.filter(isOf('channel')), now);
    },
    // Invoices and channel payments that are paid with it.
    async planCompletions(app, { projectId, assessed }) {
      const plannedAt = new Date(app.clock.now());
      const project = known(await loadProject(app.db, projectId), 'a deposit has a project');
      const [invoices, payments] = await Promise.all([
        planCompletedInvoices(
          app,
          project,
          assessed.filter(({ deposit }) => isOf('invoice')(deposit)),
        ),
        planCompletedPayments(
          app,
          project,
          assessed.filter(({ deposit }) => isOf('channel')(deposit)),
        ),
      ]);
      return { projectId, plannedAt, invoices, payments };
    },
    async storeCompletions(tx, { projectId, plannedAt, invoices, payments }) {
      refuseOld(tx, plannedAt);
      const steps = [...invoices.steps, ...payments.steps];
      await Promise.all([
        storeCompletedInvoices(tx, projectId, invoices),
        storeCompletedPayments(tx, projectId, payments),
        storeOutcomes(tx, projectId, steps),
      ]);
      const stored = steps.flatMap(({ marks }) => marks);
      return stored.flatMap(({ id, assessment }) => (assessment === undefined ? [] : [id]));
    },
    // Subscriptions: the next invoice, or the end.
    invoicesMoved: touchSubscriptions,
    // Each has a payout, which is due.
    withdrawalsToSend: openPayouts,
    async withdrawalMoved(tx, withdrawal) {
      // The merchant's list and callback.
      const row = await announceMoved(tx, withdrawal);
      // What could not be sent back is unmatched money again.
      await returnToInbox(tx, row);
    },
    // Each chain is compared again before anything is sent or given out.
    databaseDoubted: coalesced(detectRollback),
  };
}

function isOf(type: 'invoice' | 'channel') {
  return ({ owner_type }: DepositRow) => owner_type === type;
}

function ownersOf(deposits: readonly DepositRow[]): string[] {
  return [...new Set(deposits.flatMap(({ owner_id }) => owner_id ?? []))].sort();
}
