// The only path from lower to higher features. A feature that stores a change calls its reaction (`app.reactions`) in
// the same transaction. Only assemble.ts imports this file.
import type { Reactions } from './app.ts';
import {
  type CompletedPayments,
  planCompletedPayments,
  storeCompletedPayments,
} from './channels/complete-assessed.ts';
import { receiveChannelDeposits, touchChannelPayments } from './channels/receive.ts';
import { reportRefund } from './checkouts/report.ts';
import { touchCheckouts } from './checkouts/store-checkouts.ts';
import { defined } from './core/assert.ts';
import { coalesced } from './core/later.ts';
import type { Tx } from './db/tx.ts';
import { refuseOld } from './db/versions.ts';
import type { DepositRow } from './deposits/deposit.ts';
import { storeResults } from './deposits/result.ts';
import { tellShops } from './greenfield/tell.ts';
import { returnToInbox } from './inbox/refund.ts';
import {
  type CompletedInvoices,
  planCompletedInvoices,
  storeCompletedInvoices,
} from './invoices/complete-assessed.ts';
import { endRequests } from './invoices/end-requests.ts';
import { reportPaidClaims } from './invoices/report-claim.ts';
import { touchInvoices } from './invoices/store-invoices.ts';
import { askToConfirm } from './payment-links/reminders.ts';
import { followRemoved } from './payouts/follow-again.ts';
import { openPayouts } from './payouts/payout.ts';
import {
  detectForeignSpends,
  detectUnknownAddresses,
  hasOurSpends,
} from './payouts/recover/detect-foreign-spends.ts';
import { detectRollback } from './payouts/recover/detect-rollback.ts';
import { loadProject } from './projects/project.ts';
import { outdateGone, outdateResolved } from './proposals/outdate.ts';
import { touchSubscriptions } from './subscriptions/store-subscriptions.ts';
import { announceMoved } from './withdrawals/follow.ts';

export function reactions(): Reactions {
  return {
    // A payment to one of our addresses that was never handed out: this database may be an older copy.
    paymentsRead: detectUnknownAddresses,
    // A transaction that was signed with our keys but is not in this database: starts a quarantine.
    chainRead: detectForeignSpends,
    hasOurSpends,
    // Transfers in those blocks are followed again, including final ones.
    blocksRemoved: followRemoved,
    // Creates a payment for each channel deposit that has none.
    depositsSeen: (tx, deposits) => receiveChannelDeposits(tx, deposits.filter(isOf('channel'))),
    async depositsMoved(tx, deposits) {
      const { now } = tx;
      await touchInvoices(tx, ownersOf(deposits.filter(isOf('invoice'))), now);
      await touchChannelPayments(tx, deposits.filter(isOf('channel')), now);
      // What was proposed about a payment that left the chain can no longer be done.
      await outdateGone(tx, deposits);
    },
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
    // Creates the next invoice of a subscription, or ends it; counts what a checkout has received.
    async invoicesMoved(tx, { projectId, subscriptionIds, checkoutIds }) {
      if (subscriptionIds.length > 0) await touchSubscriptions(tx, { projectId, subscriptionIds });
      if (checkoutIds.length > 0) await touchCheckouts(tx, { projectId, checkoutIds });
    },
    invoiceRefunded: reportRefund,
    async checkoutsMoved(tx, { projectId, checkouts }) {
      await tellShops(tx, { projectId, checkouts });
      // Donors confirm that they want to be reminded.
      const completed = checkouts.filter(({ events }) => events.includes('completed'));
      const checkoutIds = completed.map(({ checkoutId }) => checkoutId);
      await askToConfirm(tx, { projectId, checkoutIds });
    },
    // Nobody is asked for a decision that was made in another way.
    async objectsResolved(tx, resolved) {
      await endRequests(tx, resolved);
      await outdateResolved(tx, resolved);
    },
    // Each withdrawal gets a payout that is due now.
    withdrawalsToSend: openPayouts,
    async withdrawalsMoved(tx, withdrawals) {
      // Updates the merchant's list and sends the callbacks.
      const rows = await announceMoved(tx, withdrawals);
      await reportPaidClaims(tx, rows);
      // A failed refund becomes unmatched money again.
      for (const row of rows) await returnToInbox(tx, row);
    },
    // Compares each chain again before anything is sent or any address is handed out.
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
  /** Set before any data is read for the plan. */
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
