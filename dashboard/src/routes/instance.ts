// The screens of the whole instance: path, required permission, filters, and the screen with its areas of texts.
import { createRoute, notFound } from '@tanstack/react-router';
import { prefetchHome } from '../screens/home/queries.ts';
import { textSearch } from '../shared/queries.ts';
import { filters } from './filters.ts';
import { appRoute, at, screen } from './frame.tsx';

export const instanceRoutes = [
  createRoute({
    ...at(appRoute, 'operations', 'overview.show'),
    loader: ({ context }) => prefetchHome(context.queryClient),
    component: screen(() => import('../screens/home/home.tsx'), 'OperationsHome', 'home'),
  }),
  createRoute({
    ...at(appRoute, 'alerts', 'alerts.list'),
    validateSearch: textSearch('all'),
    component: screen(
      () => import('../screens/alerts/list.tsx'),
      'AlertList',
      'alerts-page',
      'alerts',
      'invariants',
      'reasons',
    ),
  }),
  createRoute({
    ...at(appRoute, 'books', 'books.show'),
    component: screen(
      () => import('../screens/books/books.tsx'),
      'Books',
      'books',
      'invariants',
      'settings',
    ),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'connect-shop',
    validateSearch: textSearch('request'),
    component: screen(() => import('../screens/keys/connect-shop.tsx'), 'ConnectShop', 'keys'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'open',
    validateSearch: textSearch('id'),
    component: screen(() => import('../screens/home/open-object.tsx'), 'OpenObject'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'design',
    beforeLoad: ({ context }) => {
      if (context.me.mode !== 'sandbox') throw notFound();
    },
    component: screen(() => import('../screens/design/design.tsx'), 'Design', 'design'),
  }),
  createRoute({
    ...at(appRoute, 'held-payments', 'channel-payments.list'),
    validateSearch: textSearch('project', 'coin', 'customer_id', 'txid', 'from', 'to'),
    component: screen(
      () => import('../screens/channels/held.tsx'),
      'HeldPayments',
      'channels',
      'proposals',
      'lists',
    ),
  }),
  createRoute({
    ...at(appRoute, 'corrections', 'corrections.list'),
    validateSearch: textSearch('project', 'status'),
    component: screen(
      () => import('../screens/corrections/list.tsx'),
      'Corrections',
      'corrections',
      'lists',
    ),
  }),
  createRoute({
    ...at(appRoute, 'find-payment', 'payments.find'),
    validateSearch: textSearch('text'),
    component: screen(
      () => import('../screens/support/find-payment.tsx'),
      'FindPayment',
      'support',
      'inbox',
      'trace',
      'channels',
      'invoices',
      'notes',
      'proposals',
    ),
  }),
  createRoute({
    ...at(appRoute, 'health', 'doctor'),
    component: screen(
      () => import('../screens/health/health.tsx'),
      'Health',
      'alerts',
      'doctor',
      'health',
      'invariants',
      'reasons',
    ),
  }),
  createRoute({
    ...at(appRoute, 'inbox', 'deposits.unmatched'),
    validateSearch: textSearch('reason', 'project', 'coin', 'txid', 'from', 'to', 'shown', 'sort'),
    component: screen(
      () => import('../screens/inbox/list.tsx'),
      'UnmatchedList',
      'inbox',
      'proposals',
      'reasons',
      'lists',
    ),
  }),
  createRoute({
    ...at(appRoute, 'journal', 'journal.list'),
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
    ...at(appRoute, 'people', 'users.list'),
    component: screen(() => import('../screens/people/list.tsx'), 'PeopleList', 'people'),
  }),
  createRoute({
    ...at(appRoute, 'projects', 'projects.list'),
    component: screen(() => import('../screens/projects/list.tsx'), 'ProjectList', 'projects'),
  }),
  createRoute({
    ...at(appRoute, 'reports', 'reports.show'),
    validateSearch: filters.reports,
    component: screen(() => import('../screens/reports/report.tsx'), 'ReportScreen', 'reports'),
  }),
  createRoute({
    ...at(appRoute, 'risk', 'risk.list'),
    validateSearch: textSearch('list', 'coin', 'address'),
    component: screen(() => import('../screens/risk/list.tsx'), 'RiskList', 'risk', 'lists'),
  }),
  createRoute({
    ...at(appRoute, 'networks', 'nodes.list'),
    component: screen(() => import('../screens/running/networks.tsx'), 'Networks', 'running'),
  }),
  createRoute({
    ...at(appRoute, 'rates', 'rates.list'),
    component: screen(() => import('../screens/running/rates.tsx'), 'Rates', 'running'),
  }),
  createRoute({
    ...at(appRoute, 'work', 'workers.list'),
    component: screen(() => import('../screens/running/work.tsx'), 'Work', 'running'),
  }),
  createRoute({
    ...at(appRoute, 'pauses', 'payouts.pauses'),
    component: screen(
      () => import('../screens/pauses/pauses.tsx'),
      'Pauses',
      'invariants',
      'reasons',
      'pauses',
    ),
  }),
  createRoute({
    ...at(appRoute, 'wallets', 'wallet.list'),
    component: screen(() => import('../screens/wallets/list.tsx'), 'WalletList', 'wallets'),
  }),
  createRoute({
    ...at(appRoute, 'signer', 'wallet.signer'),
    component: screen(
      () => import('../screens/wallets/signer.tsx'),
      'SignerScreen',
      'reasons',
      'wallets',
    ),
  }),
] as const;
