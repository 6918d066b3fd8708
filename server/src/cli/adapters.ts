// The adapters of all operations, and descriptions of the command groups.
import type { OperatorOperations } from '../contract/operator/operations.ts';
import { accountsAdapters } from './accounts.ts';
import type { AdaptersOf } from './adapter.ts';
import { alarmDestinationsAdapters } from './alarm-destinations.ts';
import { alarmsAdapters } from './alarms.ts';
import { booksAdapters } from './books.ts';
import { callbacksAdapters } from './callbacks.ts';
import { channelPaymentsAdapters } from './channel-payments.ts';
import { checksAdapters } from './checks.ts';
import { correctionsAdapters } from './corrections.ts';
import { customersAdapters } from './customers.ts';
import { depositsAdapters } from './deposits.ts';
import { invoicesAdapters } from './invoices.ts';
import { journalAdapters } from './journal.ts';
import { keysAdapters } from './keys.ts';
import { overviewAdapters } from './overview.ts';
import { payoutsAdapters } from './payouts.ts';
import { policyAdapters } from './policy.ts';
import { projectsAdapters } from './projects.ts';
import { quarantineAdapters } from './quarantine.ts';
import { reportsAdapters } from './reports.ts';
import { requestsAdapters } from './requests.ts';
import { riskAdapters } from './risk.ts';
import { runningAdapters } from './running.ts';
import { searchAdapters } from './search.ts';
import { solvencyAdapters } from './solvency.ts';
import { transactionsAdapters } from './transactions.ts';
import { usersAdapters } from './users.ts';
import { walletAdapters } from './wallet.ts';
import { withdrawalsAdapters } from './withdrawals.ts';

export const faces: AdaptersOf<OperatorOperations> = {
  ...checksAdapters,
  ...alarmsAdapters,
  ...alarmDestinationsAdapters,
  ...projectsAdapters,
  ...solvencyAdapters,
  ...accountsAdapters,
  ...booksAdapters,
  ...callbacksAdapters,
  ...channelPaymentsAdapters,
  ...correctionsAdapters,
  ...customersAdapters,
  ...depositsAdapters,
  ...invoicesAdapters,
  ...journalAdapters,
  ...keysAdapters,
  ...overviewAdapters,
  ...payoutsAdapters,
  ...policyAdapters,
  ...withdrawalsAdapters,
  ...quarantineAdapters,
  ...reportsAdapters,
  ...requestsAdapters,
  ...riskAdapters,
  ...runningAdapters,
  ...searchAdapters,
  ...transactionsAdapters,
  ...usersAdapters,
  ...walletAdapters,
};

export const groups: Readonly<Record<string, string>> = {
  journal: 'What people did through these commands and other faces, and what they were refused',
  books: 'Whether all books are proven, and what was found wrong in them',
  versions: 'What this till is made of',
  alarms: 'What a person must look at; also a line of level error in the log',
  'alarms.destinations': 'Where alarms are told: by mail, webhook, Slack or Telegram',
  projects: 'Merchants: each with keys, accounts and callbacks of its own',
  keys: 'API keys of a project',
  accounts: 'Accounts of a project',
  corrections: 'Manual corrections: those above the limit need a second person',
  callbacks: 'Callbacks: how a project is told of events',
  deposits: 'Coins that came in late, on top, without a tag or to an address nobody was given',
  invoices: 'Invoices that hold money of high risk, and wait for you',
  channels: 'Channels: looking through them',
  customers: 'Customers: what is known of one, and what came in',
  subscriptions: 'Subscriptions: what is known of one, and what came in',
  'channel-payments':
    'Payments to channels; those on hold are of high risk, or came to a disabled channel',
  policy: 'Rules that allow, hold or refuse the withdrawals of a project (docs/policy.md)',
  'policy.approvers': 'People who approve withdrawals on hold: chaintill withdrawals approve',
  'policy.addresses': 'The address book of a project: destinations that rules call listed',
  withdrawals: 'Coins that are sent to outside addresses',
  payouts: 'Projects for which nothing is sent until a person has looked',
  quarantine: 'Coins of which nothing is sent until the chain was compared with the database',
  overview: 'What needs a person now, what merchants own, and what happened last',
  reports: 'What the books say of a time, by day, month or year',
  nodes: 'The chains, and the nodes that tell of them',
  rates: 'What currencies are worth, and who says so',
  workers: 'What happens by itself',
  search: 'One box for everything',
  requests: 'What programs of merchants asked in the last days, and what was wrong with it',
  risk: 'Which addresses money may come from and go to (public lists: CHAINTILL_RISK_LISTS)',
  transactions: 'What one object did to the money of a project',
  users: 'People: who may come in, and what each may do in the whole installation',
  members: 'People of a project, and what each may do there',
  wallet: 'The wallets that withdrawals are paid from',
  xrp: 'The XRP account: what it holds, and its setting',
  solvency: 'Whether what merchants own is in the wallets, or held elsewhere',
};
