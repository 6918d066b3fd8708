// The screens of the dashboard in a new instance: the path of each, and a text that is there when it has loaded. A new
// screen gets its line here.

/** The path from the start of the dashboard, and a text that is there when it has loaded. */
export interface Screen {
  readonly name: string;
  readonly path: (project: string, invoice: string) => string;
  readonly shows: string;
  /** A dialog that is opened on it. */
  readonly press?: string;
}

export const screens: readonly Screen[] = [
  { name: 'home', path: () => 'operations', shows: 'Recent payments' },
  { name: 'project', path: (project) => `projects/${project}`, shows: 'Recent payments' },
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
    shows: 'No payouts yet',
  },
  {
    name: 'withdrawal-new',
    path: (project) => `projects/${project}/withdrawals`,
    shows: 'No payouts yet',
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
    shows: 'No postings yet',
  },
  { name: 'balances', path: (project) => `projects/${project}/balances`, shows: 'Balances' },
  { name: 'reports', path: (project) => `projects/${project}/reports`, shows: 'Print' },
  { name: 'reports-till', path: () => 'reports', shows: 'Print' },
  {
    name: 'refund-links',
    path: (project) => `projects/${project}/refund-links`,
    shows: 'No refund links yet',
  },
  {
    name: 'decisions',
    path: (project) => `projects/${project}/decisions`,
    shows: 'No proposed decisions yet',
  },
  { name: 'inbox', path: (project) => `projects/${project}/inbox`, shows: 'No unmatched payments' },
  {
    name: 'find-payment',
    path: (project) => `projects/${project}/find-payment?text=where-is-it`,
    shows: 'This is not a transaction ID',
  },
  { name: 'unmatched', path: () => 'inbox', shows: 'No unmatched payments' },
  { name: 'keys', path: (project) => `projects/${project}/keys`, shows: 'active' },
  {
    name: 'key-new',
    path: (project) => `projects/${project}/keys`,
    shows: 'active',
    press: 'Create API key',
  },
  {
    name: 'connect-shop',
    path: () =>
      'connect-shop?request=permissions%3Dbtcpay.store.canviewinvoices%26applicationName%3DWooCommerce',
    shows: 'View invoices and payments',
  },
  { name: 'callbacks', path: (project) => `projects/${project}/callbacks`, shows: 'enabled' },
  {
    name: 'requests',
    path: (project) => `projects/${project}/requests`,
    shows: '/api/invoices',
  },
  {
    name: 'request',
    path: (project) => `projects/${project}/requests?result=refused`,
    shows: 'invalid',
    press: 'Show',
  },
  {
    name: 'checkouts',
    path: (project) => `projects/${project}/checkouts`,
    shows: 'No checkouts yet',
  },
  {
    name: 'checkout-new',
    path: (project) => `projects/${project}/checkouts`,
    shows: 'No checkouts yet',
    press: 'Create checkout',
  },
  {
    name: 'payment-links',
    path: (project) => `projects/${project}/payment-links`,
    shows: 'No payment links yet',
  },
  {
    name: 'payment-link-new',
    path: (project) => `projects/${project}/payment-links`,
    shows: 'No payment links yet',
    press: 'Create payment link',
  },
  {
    name: 'terminals',
    path: (project) => `projects/${project}/terminals`,
    shows: 'No terminals yet',
  },
  {
    name: 'terminal-new',
    path: (project) => `projects/${project}/terminals`,
    shows: 'No terminals yet',
    press: 'Create terminal',
  },
  { name: 'channels', path: (project) => `projects/${project}/channels`, shows: 'No channels yet' },
  {
    name: 'channel-new',
    path: (project) => `projects/${project}/channels`,
    shows: 'No channels yet',
    press: 'Create channel',
  },
  { name: 'customer', path: (project) => `projects/${project}/customers/ada`, shows: 'History' },
  {
    name: 'customer-new',
    path: (project) => `projects/${project}/customers`,
    shows: 'No customers yet',
    press: 'Create customer',
  },
  {
    name: 'subscription-new',
    path: (project) => `projects/${project}/subscriptions`,
    shows: 'No subscriptions yet',
    press: 'Create subscription',
  },
  { name: 'risk', path: () => 'risk', shows: 'No invoices on hold' },
  { name: 'risk-block', path: () => 'risk', shows: 'No invoices', press: 'Block an address' },
  { name: 'held-payments', path: () => 'held-payments', shows: 'No held payments' },
  {
    name: 'held-payments-project',
    path: (project) => `projects/${project}/held-payments`,
    shows: 'No held payments',
  },
  {
    name: 'corrections',
    path: () => 'corrections',
    shows: 'Approve…',
  },
  { name: 'correction-approve', path: () => 'corrections', shows: 'Approve…', press: 'Approve…' },
  { name: 'alerts', path: () => 'alerts', shows: 'Node is excluded' },
  { name: 'alert-clear', path: () => 'alerts', shows: 'Node is excluded', press: 'Resolve…' },
  { name: 'account', path: () => 'account', shows: 'Current session' },
  { name: 'policy', path: (project) => `projects/${project}/policy`, shows: 'Address book' },
  {
    name: 'policy-edit',
    path: (project) => `projects/${project}/policy/edit`,
    shows: 'Preview changes',
  },
  { name: 'health', path: () => 'health', shows: 'without problems' },
  { name: 'books', path: () => 'books', shows: 'No declarations yet' },
  { name: 'books-declare', path: () => 'books', shows: 'No declarations', press: 'Declare funds' },
  { name: 'wallets', path: () => 'wallets', shows: 'Ready to send' },
  { name: 'wallet-top-up', path: () => 'wallets', shows: 'Ready to send', press: 'Top up' },
  { name: 'signer', path: () => 'signer', shows: 'Maximum per transfer' },
  { name: 'networks', path: () => 'networks', shows: 'synced' },
  { name: 'rates', path: () => 'rates', shows: 'current' },
  { name: 'work', path: () => 'work', shows: 'watch-btc' },
  { name: 'pauses', path: () => 'pauses', shows: 'No coins in quarantine.' },
  {
    name: 'pauses-begin',
    path: () => 'pauses',
    shows: 'No paused projects',
    press: 'Pause payouts',
  },
  { name: 'projects', path: () => 'projects', shows: 'shown' },
  { name: 'project-new', path: () => 'projects', shows: 'shown', press: 'Create project' },
  {
    name: 'settings',
    path: (project) => `projects/${project}/settings`,
    shows: 'Processing fees',
  },
  {
    name: 'brand',
    path: (project) => `projects/${project}/brand`,
    shows: 'Sample data. Buttons and links do nothing here.',
  },
  { name: 'people', path: () => 'people', shows: 'person 1' },
  { name: 'people-invite', path: () => 'people', shows: 'person 1', press: 'Invite member' },
  { name: 'people-change', path: () => 'people', shows: 'person 1', press: 'Edit person 1' },
  {
    name: 'members-invite',
    path: (project) => `projects/${project}/members`,
    shows: 'No members yet',
    press: 'Invite member',
  },
  { name: 'journal', path: () => 'journal', shows: 'session.begin' },
  { name: 'journal-line', path: () => 'journal', shows: 'session.begin', press: 'Show' },
  { name: 'nowhere', path: () => 'nowhere', shows: 'Not found' },
];
