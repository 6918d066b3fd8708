// The screens of the dashboard as a till shows them that has hardly begun: how each is reached, and what is there when it
// is whole. A new one gets its line here.

/** What a screen is reached by, from the start of the dashboard, and what is there when it is whole. */
export interface Screen {
  readonly name: string;
  readonly path: (project: string, invoice: string) => string;
  readonly shows: string;
  /** A dialog that is opened on it. */
  readonly press?: string;
}

export const screens: readonly Screen[] = [
  { name: 'home', path: () => '', shows: 'Recent activity' },
  { name: 'project', path: (project) => `projects/${project}`, shows: 'first order' },
  { name: 'invoices', path: (project) => `projects/${project}/invoices`, shows: 'first order' },
  {
    name: 'invoice-new',
    path: (project) => `projects/${project}/invoices`,
    shows: 'first order',
    press: 'Create invoice',
  },
  {
    name: 'invoice',
    path: (project, invoice) => `projects/${project}/invoices/${invoice}`,
    shows: 'Waiting for payment',
  },
  {
    name: 'withdrawals',
    path: (project) => `projects/${project}/withdrawals`,
    shows: 'No withdrawals yet',
  },
  {
    name: 'withdrawal-new',
    path: (project) => `projects/${project}/withdrawals`,
    shows: 'No withdrawals yet',
    press: 'Send coins',
  },
  {
    name: 'withdrawal-batch',
    path: (project) => `projects/${project}/withdrawals/batch`,
    shows: 'Choose a file',
  },
  {
    name: 'transactions',
    path: (project) => `projects/${project}/transactions`,
    shows: 'shown',
  },
  {
    name: 'transaction',
    path: (project, invoice) => `projects/${project}/transactions/${invoice}`,
    shows: 'Nothing was booked yet',
  },
  { name: 'balances', path: (project) => `projects/${project}/balances`, shows: 'Balances' },
  { name: 'reports', path: (project) => `projects/${project}/reports`, shows: 'Print' },
  { name: 'reports-till', path: () => 'reports', shows: 'Print' },
  { name: 'inbox', path: (project) => `projects/${project}/inbox`, shows: 'Inbox is empty' },
  { name: 'unmatched', path: () => 'inbox', shows: 'Inbox is empty' },
  { name: 'keys', path: (project) => `projects/${project}/keys`, shows: 'in force' },
  {
    name: 'key-new',
    path: (project) => `projects/${project}/keys`,
    shows: 'in force',
    press: 'Make a key',
  },
  { name: 'callbacks', path: (project) => `projects/${project}/callbacks`, shows: 'enabled' },
  {
    name: 'requests',
    path: (project) => `projects/${project}/requests`,
    shows: '/api/invoices',
  },
  {
    name: 'request',
    path: (project) => `projects/${project}/requests?outcome=refused`,
    shows: 'invalid',
    press: 'Show',
  },
  { name: 'channels', path: (project) => `projects/${project}/channels`, shows: 'No channel yet' },
  {
    name: 'channel-new',
    path: (project) => `projects/${project}/channels`,
    shows: 'No channel yet',
    press: 'Create channel',
  },
  { name: 'customer', path: (project) => `projects/${project}/customers/ada`, shows: 'History' },
  {
    name: 'customer-new',
    path: (project) => `projects/${project}/customers`,
    shows: 'No customer yet',
    press: 'Create customer',
  },
  {
    name: 'subscription-new',
    path: (project) => `projects/${project}/subscriptions`,
    shows: 'No subscription yet',
    press: 'Create subscription',
  },
  { name: 'risk', path: () => 'risk', shows: 'No invoice is on hold' },
  { name: 'risk-block', path: () => 'risk', shows: 'No invoice', press: 'Block an address' },
  { name: 'held-payments', path: () => 'held-payments', shows: 'No payment to a channel' },
  {
    name: 'corrections',
    path: () => 'corrections',
    shows: 'Approve…',
  },
  { name: 'correction-approve', path: () => 'corrections', shows: 'Approve…', press: 'Approve…' },
  { name: 'alarms', path: () => 'alarms', shows: 'Node is excluded' },
  { name: 'alarm-clear', path: () => 'alarms', shows: 'Node is excluded', press: 'Clear…' },
  { name: 'account', path: () => 'account', shows: 'this one' },
  { name: 'policy', path: (project) => `projects/${project}/policy`, shows: 'Address book' },
  {
    name: 'policy-edit',
    path: (project) => `projects/${project}/policy/edit`,
    shows: 'Check and replay',
  },
  { name: 'health', path: () => 'health', shows: 'Every rule of the books holds' },
  { name: 'books', path: () => 'books', shows: 'Nothing was declared' },
  { name: 'books-declare', path: () => 'books', shows: 'Nothing', press: 'Declare what' },
  { name: 'wallets', path: () => 'wallets', shows: 'Ready to send' },
  { name: 'wallet-top-up', path: () => 'wallets', shows: 'Ready to send', press: 'Top up' },
  { name: 'signer', path: () => 'signer', shows: 'At most in one transfer' },
  { name: 'networks', path: () => 'networks', shows: 'is read' },
  { name: 'rates', path: () => 'rates', shows: 'in force' },
  { name: 'work', path: () => 'work', shows: 'watch-btc' },
  { name: 'stops', path: () => 'stops', shows: 'No coin is in quarantine.' },
  { name: 'stops-begin', path: () => 'stops', shows: 'Every project', press: 'Stop a project' },
  { name: 'projects', path: () => 'projects', shows: 'shown' },
  { name: 'project-new', path: () => 'projects', shows: 'shown', press: 'Create project' },
  {
    name: 'settings',
    path: (project) => `projects/${project}/settings`,
    shows: 'Processing fees',
  },
  { name: 'people', path: () => 'people', shows: 'person 1' },
  { name: 'people-invite', path: () => 'people', shows: 'person 1', press: 'Invite somebody' },
  { name: 'people-change', path: () => 'people', shows: 'person 1', press: 'Change person 1' },
  {
    name: 'members-invite',
    path: (project) => `projects/${project}/members`,
    shows: 'Nobody has a role',
    press: 'Invite somebody',
  },
  { name: 'journal', path: () => 'journal', shows: 'session.begin' },
  { name: 'journal-line', path: () => 'journal', shows: 'session.begin', press: 'Show' },
  { name: 'nowhere', path: () => 'nowhere', shows: 'Not found' },
];
