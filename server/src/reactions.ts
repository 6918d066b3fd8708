// What happens to others when something changes: the one way upwards, read as a table of contents. A feature that
// stores a change calls its reaction in the same transaction (`app.reactions`), and does not know who listens. Only
// assemble.ts imports this file.
import type { Reactions } from './app.ts';
import {
  type CompletedPayments,
  planCompletedPayments,
  storeCompletedPayments,
} from './channels/complete-assessed.ts';
import { receiveChannelDeposits, touchChannelPayments } from './channels/receive.ts';
import { defined } from './core/assert.ts';
import { coalesced } from './core/coalesced.ts';
import type { Tx } from './db/tx.ts';
import { refuseOld } from './db/versions.ts';
import type { DepositRow } from './deposits/deposit.ts';
import { storeResults } from './deposits/result.ts';
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
import { detectUnknownAddresses } from './payouts/recover/detect-unknown-addresses.ts';
import { openPayouts } from './payouts/store-payouts.ts';
import { loadProject } from './projects/project.ts';
import { touchSubscriptions } from './subscriptions/store.ts';
import { announceMoved } from './withdrawals/follow.ts';

/** Of one process. */
export function reactions(): Reactions {
  return {
    // An address of ours that nobody was given: this database may be an older copy.
    paymentsRead: detectUnknownAddresses,
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
      const project = defined(await loadProject(app.db, projectId), 'a deposit has a project');
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
      return { store: (tx) => storeCompletions(tx, { projectId, plannedAt, invoices, payments }) };
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

interface Planned {
  readonly projectId: string;
  /** Before anything was read for it. */
  readonly plannedAt: Date;
  readonly invoices: CompletedInvoices;
  readonly payments: CompletedPayments;
}

async function storeCompletions(tx: Tx, planned: Planned): Promise<readonly string[]> {
  const { projectId, plannedAt, invoices, payments } = planned;
  refuseOld(tx, plannedAt);
  const steps = [...invoices.steps, ...payments.steps];
  await Promise.all([
    storeCompletedInvoices(tx, projectId, invoices),
    storeCompletedPayments(tx, projectId, payments),
    storeResults(tx, projectId, steps),
  ]);
  const stored = steps.flatMap(({ marks }) => marks);
  return stored.flatMap(({ id, assessment }) => (assessment === undefined ? [] : [id]));
}
