// The complete public API, one entry per operation, by object. Among the operations of an object, the order is that of
// path matching (literal segments such as `custom_id` before `{id}`). Sources: wire.md (b) for the operations, (c) for
// the objects, whose keys are in the recorded order (interface.md part 2).
import { accountsOperations } from './objects/accounts.ts';
import { channelsOperations } from './objects/channels.ts';
import { checkoutsOperations } from './objects/checkouts.ts';
import { coinDepositsOperations } from './objects/coin-deposits.ts';
import { coinWithdrawalsOperations } from './objects/coin-withdrawals.ts';
import { customersOperations } from './objects/customers.ts';
import { exchangeTransfersOperations } from './objects/exchange-transfers.ts';
import { invoicesOperations } from './objects/invoices.ts';
import { paymentLinksOperations } from './objects/payment-links.ts';
import { referenceDataOperations } from './objects/reference-data.ts';
import { refundClaimsOperations } from './objects/refund-claims.ts';
import { subscriptionsOperations } from './objects/subscriptions.ts';

export const operations = {
  ...accountsOperations,
  ...channelsOperations,
  ...coinDepositsOperations,
  ...customersOperations,
  ...invoicesOperations,
  ...refundClaimsOperations,
  ...coinWithdrawalsOperations,
  ...exchangeTransfersOperations,
  ...checkoutsOperations,
  ...paymentLinksOperations,
  ...subscriptionsOperations,
  ...referenceDataOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
