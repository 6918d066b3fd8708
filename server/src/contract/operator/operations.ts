// All operator operations, one entry each, by area. A name consists of a group and an action. Clients use it unchanged;
// the command line replaces the points with spaces.
import { accountsOperations } from './accounts.ts';
import { alarmDestinationsOperations } from './alarm-destinations.ts';
import { alarmsOperations } from './alarms.ts';
import { booksOperations } from './books.ts';
import { callbacksOperations } from './callbacks.ts';
import { channelPaymentsOperations } from './channel-payments.ts';
import { checksOperations } from './checks.ts';
import { correctionsOperations } from './corrections.ts';
import { customersOperations } from './customers.ts';
import { depositsOperations } from './deposits.ts';
import { invoicesOperations } from './invoices.ts';
import { journalOperations } from './journal.ts';
import { keysOperations } from './keys.ts';
import { overviewOperations } from './overview.ts';
import { payoutsOperations } from './payouts.ts';
import { policyOperations } from './policy.ts';
import { projectsOperations } from './projects.ts';
import { quarantineOperations } from './quarantine.ts';
import { reportsOperations } from './reports.ts';
import { requestsOperations } from './requests.ts';
import { riskOperations } from './risk.ts';
import { runningOperations } from './running.ts';
import { searchOperations } from './search.ts';
import { solvencyOperations } from './solvency.ts';
import { transactionsOperations } from './transactions.ts';
import { usersOperations } from './users.ts';
import { walletOperations } from './wallet.ts';
import { withdrawalsOperations } from './withdrawals.ts';

export const operatorOperations = {
  ...checksOperations,
  ...alarmsOperations,
  ...alarmDestinationsOperations,
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
