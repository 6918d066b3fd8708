// Maps every operator operation to its function.
import type { OperatorOperations } from '../contract/operator/operations.ts';
import { accountsHandlers } from './accounts.ts';
import { alarmDestinationsHandlers } from './alarm-destinations.ts';
import { alarmsHandlers } from './alarms.ts';
import { booksHandlers } from './books.ts';
import { callbacksHandlers } from './callbacks.ts';
import { channelPaymentsHandlers } from './channel-payments.ts';
import { checksHandlers } from './checks.ts';
import { correctionsHandlers } from './corrections.ts';
import { customersHandlers } from './customers.ts';
import { depositsHandlers } from './deposits.ts';
import { invoicesHandlers } from './invoices.ts';
import { journalHandlers } from './journal.ts';
import { keysHandlers } from './keys.ts';
import type { HandlersOf } from './operator.ts';
import { overviewHandlers } from './overview.ts';
import { payoutsHandlers } from './payouts.ts';
import { policyHandlers } from './policy.ts';
import { projectsHandlers } from './projects.ts';
import { quarantineHandlers } from './quarantine.ts';
import { reportsHandlers } from './reports.ts';
import { requestsHandlers } from './requests.ts';
import { riskHandlers } from './risk.ts';
import { runningHandlers } from './running.ts';
import { searchHandlers } from './search.ts';
import { solvencyHandlers } from './solvency.ts';
import { transactionsHandlers } from './transactions.ts';
import { usersHandlers } from './users.ts';
import { walletHandlers } from './wallet.ts';
import { withdrawalsHandlers } from './withdrawals.ts';

export const operatorHandlers: HandlersOf<OperatorOperations> = {
  ...checksHandlers,
  ...alarmsHandlers,
  ...alarmDestinationsHandlers,
  ...projectsHandlers,
  ...solvencyHandlers,
  ...accountsHandlers,
  ...booksHandlers,
  ...callbacksHandlers,
  ...channelPaymentsHandlers,
  ...correctionsHandlers,
  ...customersHandlers,
  ...depositsHandlers,
  ...invoicesHandlers,
  ...journalHandlers,
  ...keysHandlers,
  ...overviewHandlers,
  ...payoutsHandlers,
  ...policyHandlers,
  ...withdrawalsHandlers,
  ...quarantineHandlers,
  ...reportsHandlers,
  ...requestsHandlers,
  ...riskHandlers,
  ...runningHandlers,
  ...searchHandlers,
  ...transactionsHandlers,
  ...usersHandlers,
  ...walletHandlers,
};
