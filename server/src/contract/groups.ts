// The groups of operations, which the OpenAPI document calls tags.

interface Group {
  readonly title: string;
  readonly description: string;
}

export const groups = {
  accounts: {
    title: 'Accounts',
    description: 'Balances, one account per currency',
  },
  transactions: {
    title: 'Transactions',
    description: 'Everything that changed the balances',
  },
  channels: {
    title: 'Channels',
    description: 'Permanent addresses for customers, and their payments',
  },
  coin_deposits: {
    title: 'Coin deposits',
    description: 'The inbox of unmatched payments',
  },
  customers: {
    title: 'Customers',
    description: 'Your customers, identified by your own ids',
  },
  invoices: {
    title: 'Invoices',
    description: 'Payment requests with a fixed amount and an expiry',
  },
  coin_withdrawals: {
    title: 'Coin withdrawals',
    description: 'Payouts: coins sent to external addresses',
  },
  exchange_transfers: {
    title: 'Exchange transfers',
    description: 'Exchanges between your accounts',
  },
  checkouts: {
    title: 'Checkouts',
    description: 'Prices that customers pay in a coin of their choice',
  },
  payment_links: {
    title: 'Payment links',
    description: 'Lasting addresses, where each customer makes a checkout',
  },
  subscriptions: {
    title: 'Subscriptions',
    description: 'Recurring payment requests by email',
  },
  coins: {
    title: 'Coins',
    description: 'Supported coins and networks',
  },
  rates: {
    title: 'Rates',
    description: 'Current exchange rates',
  },
  risks: {
    title: 'Risks',
    description: 'Risk assessment of addresses',
  },
  authentication: {
    title: 'Authentication',
    description: 'Test your signature',
  },
  callbacks: {
    title: 'Callbacks',
    description: 'Webhooks (callbacks) sent to your endpoints',
  },
} as const satisfies Readonly<Record<string, Group>>;

export type GroupId = keyof typeof groups;
