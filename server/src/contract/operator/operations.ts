// All operator operations, one entry each, by area. A name consists of a group and an action. Clients use it unchanged;
// the command line replaces the points with spaces.
import { accountsOperations } from '../../operator/accounts/contract.ts';
import { alertDestinationsOperations } from '../../operator/alert-destinations/contract.ts';
import { alertsOperations } from '../../operator/alerts/contract.ts';
import { booksOperations } from '../../operator/books/contract.ts';
import { callbacksOperations } from '../../operator/callbacks/contract.ts';
import { channelPaymentsOperations } from '../../operator/channel-payments/contract.ts';
import { checksOperations } from '../../operator/checks/contract.ts';
import { correctionsOperations } from '../../operator/corrections/contract.ts';
import { customersOperations } from '../../operator/customers/contract.ts';
import { depositsOperations } from '../../operator/deposits/contract.ts';
import { invoicesOperations } from '../../operator/invoices/contract.ts';
import { journalOperations } from '../../operator/journal/contract.ts';
import { keysOperations } from '../../operator/keys/contract.ts';
import { overviewOperations } from '../../operator/overview/contract.ts';
import { payoutsOperations } from '../../operator/payouts/contract.ts';
import { policyOperations } from '../../operator/policy/contract.ts';
import { projectsOperations } from '../../operator/projects/contract.ts';
import { quarantineOperations } from '../../operator/quarantine/contract.ts';
import { reportsOperations } from '../../operator/reports/contract.ts';
import { requestsOperations } from '../../operator/requests/contract.ts';
import { riskOperations } from '../../operator/risk/contract.ts';
import { runningOperations } from '../../operator/running/contract.ts';
import { searchOperations } from '../../operator/search/contract.ts';
import { solvencyOperations } from '../../operator/solvency/contract.ts';
import { transactionsOperations } from '../../operator/transactions/contract.ts';
import { usersOperations } from '../../operator/users/contract.ts';
import { walletOperations } from '../../operator/wallet/contract.ts';
import { withdrawalsOperations } from '../../operator/withdrawals/contract.ts';

export const operatorOperations = {
  ...checksOperations,
  ...alertsOperations,
  ...alertDestinationsOperations,
  ...projectsOperations,
  ...solvencyOperations,
  ...accountsOperations,
  ...booksOperations,
  ...callbacksOperations,
  ...channelPaymentsOperations,
  ...correctionsOperations,
  ...customersOperations,
  ...depositsOperations,
  ...invoicesOperations,
  ...journalOperations,
  ...keysOperations,
  ...overviewOperations,
  ...payoutsOperations,
  ...policyOperations,
  ...withdrawalsOperations,
  ...quarantineOperations,
  ...reportsOperations,
  ...requestsOperations,
  ...riskOperations,
  ...runningOperations,
  ...searchOperations,
  ...transactionsOperations,
  ...usersOperations,
  ...walletOperations,
} as const;

export type OperatorOperations = typeof operatorOperations;
export type OperatorName = keyof OperatorOperations;
