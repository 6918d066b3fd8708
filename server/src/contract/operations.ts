// The complete public API, one entry per operation, by area. Within an area the order is that of path matching (literal
// segments such as `custom_id` before `{id}`). Source: wire.md (b).
import { accountsOperations } from './operations/accounts.ts';
import { channelsOperations } from './operations/channels.ts';
import { coinDepositsOperations } from './operations/coin-deposits.ts';
import { coinWithdrawalsOperations } from './operations/coin-withdrawals.ts';
import { customersOperations } from './operations/customers.ts';
import { exchangeTransfersOperations } from './operations/exchange-transfers.ts';
import { invoicesOperations } from './operations/invoices.ts';
import { referenceDataOperations } from './operations/reference-data.ts';
import { subscriptionsOperations } from './operations/subscriptions.ts';

export const operations = {
  ...accountsOperations,
  ...channelsOperations,
  ...coinDepositsOperations,
  ...customersOperations,
  ...invoicesOperations,
  ...coinWithdrawalsOperations,
  ...exchangeTransfersOperations,
  ...subscriptionsOperations,
  ...referenceDataOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
