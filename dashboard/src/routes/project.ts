// The screens of one project: path, required permission, filters, and the screen with its areas of texts.
import { createRoute } from '@tanstack/react-router';
import { prefetchHome } from '../screens/home/queries.ts';
import { textSearch } from '../shared/queries.ts';
import { filters } from './filters.ts';
import { at, projectRoute, screen } from './frame.tsx';
import { settingsRoutes } from './settings.ts';

export const projectRoutes = [
  ...settingsRoutes,
  createRoute({
    ...at(projectRoute, '/', 'overview.show'),
    loader: ({ context, params }) => prefetchHome(context.queryClient, params.project),
    component: screen(() => import('../screens/home/home.tsx'), 'ProjectHome', 'home'),
  }),
  createRoute({
    ...at(projectRoute, 'balances', 'accounts.list'),
    component: screen(() => import('../screens/balances/list.tsx'), 'BalanceList', 'balances'),
  }),
  createRoute({
    ...at(projectRoute, 'balances/$currency', 'accounts.statement'),
    validateSearch: textSearch('from', 'to'),
    component: screen(() => import('../screens/balances/statement.tsx'), 'Statement', 'balances'),
  }),
  createRoute({
    ...at(projectRoute, 'callbacks', 'callbacks.list'),
    validateSearch: textSearch('status', 'endpoint_id', 'object_id', 'event', 'from', 'to', 'sort'),
    component: screen(
      () => import('../screens/callbacks/list.tsx'),
      'CallbackList',
      'callbacks',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'callbacks/$delivery', 'callbacks.show'),
    component: screen(
      () => import('../screens/callbacks/detail.tsx'),
      'DeliveryDetail',
      'callbacks',
      'notes',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'channels', 'listChannels'),
    validateSearch: textSearch('status', 'coin', 'customer_id', 'custom_id', 'from', 'to'),
    component: screen(
      () => import('../screens/channels/list.tsx'),
      'ChannelList',
      'channels',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'channels/$channel', 'showChannel'),
    validateSearch: textSearch('status', 'txid', 'from', 'to'),
    component: screen(
      () => import('../screens/channels/detail.tsx'),
      'ChannelDetail',
      'channels',
      'proposals',
      'sandbox',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'customers', 'listCustomers'),
    validateSearch: textSearch('id', 'from', 'to', 'sort'),
    component: screen(
      () => import('../screens/customers/list.tsx'),
      'CustomerList',
      'customers',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'customers/$customer', 'showCustomer'),
    validateSearch: textSearch('status'),
    component: screen(
      () => import('../screens/customers/detail.tsx'),
      'CustomerDetail',
      'customers',
      'proposals',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'inbox', 'listCoinDeposits'),
    validateSearch: textSearch('reason', 'currency', 'txid', 'from', 'to', 'shown', 'sort'),
    component: screen(
      () => import('../screens/inbox/list.tsx'),
      'InboxList',
      'inbox',
      'proposals',
      'reasons',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'inbox/$deposit', 'showCoinDeposit'),
    component: screen(
      () => import('../screens/inbox/detail.tsx'),
      'DepositDetail',
      'inbox',
      'proposals',
      'reasons',
      'trace',
      'notes',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'invoices', 'listInvoices'),
    validateSearch: textSearch(
      'status',
      'context',
      'coin',
      'currency',
      'sort',
      'from',
      'to',
      'customer_id',
      'subscription_id',
      'payer_email',
    ),
    component: screen(
      () => import('../screens/invoices/list.tsx'),
      'InvoiceList',
      'invoices',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'invoices/$invoice', 'showInvoice'),
    component: screen(
      () => import('../screens/invoices/detail.tsx'),
      'InvoiceDetail',
      'invoices',
      'refunds',
      'proposals',
      'sandbox',
      'trace',
      'notes',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'journal', 'journal.list'),
    validateSearch: filters.journal,
    component: screen(
      () => import('../screens/journal/list.tsx'),
      'Journal',
      'journal',
      'operations',
      'settings',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'keys', 'keys.list'),
    component: screen(() => import('../screens/keys/list.tsx'), 'KeyList', 'keys', 'callbacks'),
  }),
  createRoute({
    ...at(projectRoute, 'members', 'members.list'),
    component: screen(() => import('../screens/members/list.tsx'), 'MemberList', 'members'),
  }),
  createRoute({
    ...at(projectRoute, 'policy', 'policy.show'),
    validateSearch: textSearch('version', 'step'),
    component: screen(
      () => import('../screens/policy/policy.tsx'),
      'PolicyScreen',
      'policy',
      'reasons',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'policy/edit', 'policy.set'),
    component: screen(
      () => import('../screens/policy/edit.tsx'),
      'PolicyEdit',
      'policy',
      'reasons',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'reports', 'reports.show'),
    validateSearch: filters.reports,
    component: screen(() => import('../screens/reports/report.tsx'), 'ReportScreen', 'reports'),
  }),
  createRoute({
    ...at(projectRoute, 'requests', 'requests.list'),
    validateSearch: textSearch('result', 'path', 'key', 'request_id', 'from', 'to'),
    component: screen(
      () => import('../screens/requests/list.tsx'),
      'RequestList',
      'requests',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'subscriptions', 'listSubscriptions'),
    validateSearch: textSearch('status', 'currency', 'payer_email', 'custom_id', 'from', 'to'),
    component: screen(
      () => import('../screens/subscriptions/list.tsx'),
      'SubscriptionList',
      'subscriptions',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'subscriptions/$subscription', 'showSubscription'),
    component: screen(
      () => import('../screens/subscriptions/detail.tsx'),
      'SubscriptionDetail',
      'subscriptions',
      'trace',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'transactions', 'listTransactions'),
    validateSearch: textSearch(
      'type',
      'currency',
      'status',
      'risk',
      'customer_id',
      'from',
      'to',
      'sort',
    ),
    component: screen(
      () => import('../screens/transactions/list.tsx'),
      'TransactionList',
      'transactions',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'transactions/$reference', 'transactions.trace'),
    component: screen(
      () => import('../screens/transactions/detail.tsx'),
      'TransactionDetail',
      'trace',
      'transactions',
      'channels',
      'proposals',
      'notes',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'withdrawals', 'withdrawals.list'),
    validateSearch: textSearch(
      'status',
      'waits_for',
      'coin',
      'custom_id',
      'address',
      'txid',
      'from',
      'to',
      'sort',
    ),
    component: screen(
      () => import('../screens/withdrawals/list.tsx'),
      'WithdrawalList',
      'reasons',
      'withdrawals',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'withdrawals/batch', 'payout-batches.list'),
    component: screen(() => import('../screens/withdrawals/batches.tsx'), 'Batches', 'withdrawals'),
  }),
  createRoute({
    ...at(projectRoute, 'withdrawals/batch/$batch', 'payout-batches.show'),
    component: screen(
      () => import('../screens/withdrawals/batch-detail.tsx'),
      'BatchDetail',
      'withdrawals',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'withdrawals/$withdrawal', 'withdrawals.show'),
    component: screen(
      () => import('../screens/withdrawals/detail.tsx'),
      'WithdrawalDetail',
      'reasons',
      'trace',
      'withdrawals',
      'notes',
    ),
  }),
] as const;
