// For tests of a feature that don't test the effects of its changes elsewhere.
import type { App, Reactions } from '../../src/app.ts';
import { otherApp } from './other-app.ts';

const nothing = async () => undefined;

const none: Reactions = {
  paymentsRead: nothing,
  chainRead: async () => true,
  hasOurSpends: async () => false,
  blocksRemoved: nothing,
  depositsSeen: nothing,
  depositsMoved: nothing,
  planCompletions: async () => ({ store: async () => [] }),
  invoicesMoved: nothing,
  invoiceRefunded: nothing,
  checkoutsMoved: nothing,
  objectsResolved: nothing,
  withdrawalsToSend: nothing,
  withdrawalsMoved: nothing,
  databaseDoubted: nothing,
};

/** Disables the reactions to deposits, invoices and withdrawals of this application. */
export function withoutReactions(app: App): App {
  const { databaseDoubted } = app.reactions;
  return otherApp(app, { reactions: { ...none, databaseDoubted } });
}
