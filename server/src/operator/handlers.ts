// Maps every operator operation to its function.
import type { OperatorOperations } from '../contract/operator/operations.ts';
import { accountsHandlers } from './accounts/handlers.ts';
import { alertsHandlers } from './alerts/handlers.ts';
import { booksHandlers } from './books/handlers.ts';
import { callbacksHandlers } from './callbacks/handlers.ts';
import { channelPaymentsHandlers } from './channel-payments/handlers.ts';
import { checkoutsHandlers } from './checkouts/handlers.ts';
import { customersHandlers } from './customers/handlers.ts';
import { depositsHandlers } from './deposits/handlers.ts';
import { invoicesHandlers } from './invoices/handlers.ts';
import { journalHandlers } from './journal/handlers.ts';
import { notesHandlers } from './notes/handlers.ts';
import type { HandlersOf } from './operator.ts';
import { overviewHandlers } from './overview/handlers.ts';
import { payerDomainsHandlers } from './payer-domains/handlers.ts';
import { paymentLinksHandlers } from './payment-links/handlers.ts';
import { paymentsHandlers } from './payments/handlers.ts';
import { payoutBatchesHandlers } from './payout-batches/handlers.ts';
import { payoutsHandlers } from './payouts/handlers.ts';
import { policyHandlers } from './policy/handlers.ts';
import { projectsHandlers } from './projects/handlers.ts';
import { proposalsHandlers } from './proposals/handlers.ts';
import { refundClaimsHandlers } from './refund-claims/handlers.ts';
import { reportsHandlers } from './reports/handlers.ts';
import { requestsHandlers } from './requests/handlers.ts';
import { riskHandlers } from './risk/handlers.ts';
import { runningHandlers } from './running/handlers.ts';
import { searchHandlers } from './search/handlers.ts';
import { shopKeysHandlers } from './shop-keys/handlers.ts';
import { simulatedPaymentsHandlers } from './simulated-payments/handlers.ts';
import { terminalsHandlers } from './terminals/handlers.ts';
import { transactionsHandlers } from './transactions/handlers.ts';
import { usersHandlers } from './users/handlers.ts';
import { walletHandlers } from './wallet/handlers.ts';
import { withdrawalsHandlers } from './withdrawals/handlers.ts';

export const operatorHandlers: HandlersOf<OperatorOperations> = {
  ...alertsHandlers,
  ...projectsHandlers,
  ...proposalsHandlers,
  ...accountsHandlers,
  ...booksHandlers,
  ...callbacksHandlers,
  ...channelPaymentsHandlers,
  ...checkoutsHandlers,
  ...paymentLinksHandlers,
  ...customersHandlers,
  ...depositsHandlers,
  ...invoicesHandlers,
  ...journalHandlers,
  ...notesHandlers,
  ...shopKeysHandlers,
  ...overviewHandlers,
  ...payerDomainsHandlers,
  ...paymentsHandlers,
  ...payoutBatchesHandlers,
  ...payoutsHandlers,
  ...policyHandlers,
  ...withdrawalsHandlers,
  ...refundClaimsHandlers,
  ...reportsHandlers,
  ...requestsHandlers,
  ...riskHandlers,
  ...runningHandlers,
  ...searchHandlers,
  ...simulatedPaymentsHandlers,
  ...terminalsHandlers,
  ...transactionsHandlers,
  ...usersHandlers,
  ...walletHandlers,
};
