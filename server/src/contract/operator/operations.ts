// All operator operations, one entry each, by area. A name consists of a group and an action. Clients use it unchanged;
// the command line replaces the points with spaces.
import { accountsOperations } from '../../operator/accounts/contract.ts';
import { alertsOperations } from '../../operator/alerts/contract.ts';
import { booksOperations } from '../../operator/books/contract.ts';
import { callbacksOperations } from '../../operator/callbacks/contract.ts';
import { channelPaymentsOperations } from '../../operator/channel-payments/contract.ts';
import { checkoutsOperations } from '../../operator/checkouts/contract.ts';
import { customersOperations } from '../../operator/customers/contract.ts';
import { depositsOperations } from '../../operator/deposits/contract.ts';
import { invoicesOperations } from '../../operator/invoices/contract.ts';
import { journalOperations } from '../../operator/journal/contract.ts';
import { notesOperations } from '../../operator/notes/contract.ts';
import { overviewOperations } from '../../operator/overview/contract.ts';
import { payerDomainsOperations } from '../../operator/payer-domains/contract.ts';
import { paymentLinksOperations } from '../../operator/payment-links/contract.ts';
import { paymentsOperations } from '../../operator/payments/contract.ts';
import { payoutBatchesOperations } from '../../operator/payout-batches/contract.ts';
import { payoutsOperations } from '../../operator/payouts/contract.ts';
import { policyOperations } from '../../operator/policy/contract.ts';
import { projectsOperations } from '../../operator/projects/contract.ts';
import { proposalsOperations } from '../../operator/proposals/contract.ts';
import { refundClaimsOperations } from '../../operator/refund-claims/contract.ts';
import { reportsOperations } from '../../operator/reports/contract.ts';
import { requestsOperations } from '../../operator/requests/contract.ts';
import { riskOperations } from '../../operator/risk/contract.ts';
import { runningOperations } from '../../operator/running/contract.ts';
import { searchOperations } from '../../operator/search/contract.ts';
import { shopKeysOperations } from '../../operator/shop-keys/contract.ts';
import { simulatedPaymentsOperations } from '../../operator/simulated-payments/contract.ts';
import { terminalsOperations } from '../../operator/terminals/contract.ts';
import { transactionsOperations } from '../../operator/transactions/contract.ts';
import { usersOperations } from '../../operator/users/contract.ts';
import { walletOperations } from '../../operator/wallet/contract.ts';
import { withdrawalsOperations } from '../../operator/withdrawals/contract.ts';

export const operatorOperations = {
  ...alertsOperations,
  ...projectsOperations,
  ...proposalsOperations,
  ...accountsOperations,
  ...booksOperations,
  ...callbacksOperations,
  ...channelPaymentsOperations,
  ...checkoutsOperations,
  ...paymentLinksOperations,
  ...customersOperations,
  ...depositsOperations,
  ...invoicesOperations,
  ...journalOperations,
  ...notesOperations,
  ...shopKeysOperations,
  ...overviewOperations,
  ...payerDomainsOperations,
  ...paymentsOperations,
  ...payoutBatchesOperations,
  ...payoutsOperations,
  ...policyOperations,
  ...withdrawalsOperations,
  ...refundClaimsOperations,
  ...reportsOperations,
  ...requestsOperations,
  ...riskOperations,
  ...runningOperations,
  ...searchOperations,
  ...simulatedPaymentsOperations,
  ...terminalsOperations,
  ...transactionsOperations,
  ...usersOperations,
  ...walletOperations,
} as const;

export type OperatorOperations = typeof operatorOperations;
export type OperatorName = keyof OperatorOperations;
