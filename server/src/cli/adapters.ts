// The adapters of all operations, and descriptions of the command groups.
import type { OperatorOperations } from '../contract/operator/operations.ts';
import { accountsAdapters } from '../operator/accounts/cli.ts';
import { alertsAdapters } from '../operator/alerts/cli.ts';
import { booksAdapters } from '../operator/books/cli.ts';
import { callbacksAdapters } from '../operator/callbacks/cli.ts';
import { channelPaymentsAdapters } from '../operator/channel-payments/cli.ts';
import { checkoutsAdapters } from '../operator/checkouts/cli.ts';
import { customersAdapters } from '../operator/customers/cli.ts';
import { depositsAdapters } from '../operator/deposits/cli.ts';
import { invoicesAdapters } from '../operator/invoices/cli.ts';
import { journalAdapters } from '../operator/journal/cli.ts';
import { notesAdapters } from '../operator/notes/cli.ts';
import { overviewAdapters } from '../operator/overview/cli.ts';
import { payerDomainsAdapters } from '../operator/payer-domains/cli.ts';
import { paymentLinksAdapters } from '../operator/payment-links/cli.ts';
import { paymentsAdapters } from '../operator/payments/cli.ts';
import { payoutBatchesAdapters } from '../operator/payout-batches/cli.ts';
import { payoutsAdapters } from '../operator/payouts/cli.ts';
import { policyAdapters } from '../operator/policy/cli.ts';
import { projectsAdapters } from '../operator/projects/cli.ts';
import { proposalsAdapters } from '../operator/proposals/cli.ts';
import { refundClaimsAdapters } from '../operator/refund-claims/cli.ts';
import { reportsAdapters } from '../operator/reports/cli.ts';
import { requestsAdapters } from '../operator/requests/cli.ts';
import { riskAdapters } from '../operator/risk/cli.ts';
import { runningAdapters } from '../operator/running/cli.ts';
import { searchAdapters } from '../operator/search/cli.ts';
import { shopKeysAdapters } from '../operator/shop-keys/cli.ts';
import { simulatedPaymentsAdapters } from '../operator/simulated-payments/cli.ts';
import { terminalsAdapters } from '../operator/terminals/cli.ts';
import { transactionsAdapters } from '../operator/transactions/cli.ts';
import { usersAdapters } from '../operator/users/cli.ts';
import { walletAdapters } from '../operator/wallet/cli.ts';
import { withdrawalsAdapters } from '../operator/withdrawals/cli.ts';
import type { AdaptersOf } from './adapter.ts';

export const adapters: AdaptersOf<OperatorOperations> = {
  ...alertsAdapters,
  ...projectsAdapters,
  ...proposalsAdapters,
  ...accountsAdapters,
  ...booksAdapters,
  ...callbacksAdapters,
  ...channelPaymentsAdapters,
  ...checkoutsAdapters,
  ...paymentLinksAdapters,
  ...customersAdapters,
  ...depositsAdapters,
  ...invoicesAdapters,
  ...journalAdapters,
  ...notesAdapters,
  ...shopKeysAdapters,
  ...overviewAdapters,
  ...payerDomainsAdapters,
  ...paymentsAdapters,
  ...payoutBatchesAdapters,
  ...payoutsAdapters,
  ...policyAdapters,
  ...withdrawalsAdapters,
  ...refundClaimsAdapters,
  ...reportsAdapters,
  ...requestsAdapters,
  ...riskAdapters,
  ...runningAdapters,
  ...searchAdapters,
  ...simulatedPaymentsAdapters,
  ...terminalsAdapters,
  ...transactionsAdapters,
  ...usersAdapters,
  ...walletAdapters,
};

export const groups: Readonly<Record<string, string>> = {
  journal: 'The audit log: what people did, including rejected attempts',
  books: 'Verification of the ledgers',
  versions: 'Versions of the installed components',
  alerts: 'Problems that need human attention. Each is also an error line in the log',
  'alerts.destinations': 'Alert destinations: email, webhook, Slack or Telegram',
  projects: 'Merchants, each with their own keys, accounts and callbacks',
  keys: 'API keys of a project',
  'shop-keys': 'Keys for the plugins of shops',
  'payer-domains': "A project's own domain for pages of payers",
  terminals: 'Points of sale: pages on which staff sell with a PIN',
  accounts: 'Accounts of a project',
  corrections: 'Manual corrections. Above the limit, a second person must approve them',
  callbacks: 'Callbacks (webhooks): event notifications to a project',
  deposits: 'Unmatched payments: late, duplicate, without a tag or to an unknown address',
  invoices: 'Invoices with high-risk payments on hold',
  'refund-claims': 'Refunds as links: what they would pay',
  channels: 'Channels of a project',
  checkouts: 'Checkouts of a project, and what they received',
  'payment-links': 'Payment links of a project, and what they sold or raised',
  customers: 'Customers of a project and what they paid',
  subscriptions: 'Subscriptions of a project and what was paid',
  'channel-payments':
    'Payments to channels. High-risk payments and payments to disabled channels are on hold',
  policy: 'Rules that allow, hold or reject withdrawals of a project (docs/policy.md)',
  'policy.approvers': 'People who can approve withdrawals on hold',
  'policy.addresses': 'The address book of a project: destinations that rules call listed',
  withdrawals: 'Payouts (withdrawals) to external addresses',
  proposals: 'Decisions that people prepared, for those who may make them',
  notes: 'Notes on objects that wait for a person, and their assignees',
  payments: 'Payments that customers ask about',
  'payout-batches': 'Files of payouts that are sent as one object',
  payouts: 'Payout pauses by project',
  quarantine: 'Payout pauses by coin, until the chain is reconciled with the database',
  overview: 'What needs attention, what merchants own, and recent activity',
  reports: 'Financial reports by day, month or year',
  nodes: 'The chains and their nodes',
  rates: 'Exchange rates and their sources',
  workers: 'Recurring jobs',
  search: 'Search across all objects',
  requests: 'API requests of merchants in the last few days, with their errors',
  risk: 'Address lists for risk checks (public lists: CHAINTILL_RISK_LIST_FILES)',
  transactions: 'Ledger entries and chain transactions of an object',
  users: 'Users of the instance and their roles',
  members: 'Members of a project and their roles',
  wallet: 'Hot wallets that fund payouts',
  xrp: 'The XRP account and its settings',
  solvency: 'Proof that the wallets and declared reserves cover what merchants own',
};
