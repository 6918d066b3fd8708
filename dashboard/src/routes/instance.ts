// The screens of the whole instance: path, required permission, filters, and the screen with its areas of texts.
import { createRoute } from '@tanstack/react-router';
import { filters } from './filters.ts';
import { appRoute, needs, screen } from './frame.tsx';

export const instanceRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'alerts',
    validateSearch: filters.alerts,
    beforeLoad: needs('alerts.list'),
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
    getParentRoute: () => appRoute,
    path: 'books',
    beforeLoad: needs('books.show'),
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
    path: 'held-payments',
    validateSearch: filters.heldPayments,
    beforeLoad: needs('channel-payments.list'),
    component: screen(() => import('../screens/channels/held.tsx'), 'HeldPayments', 'channels'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'corrections',
    validateSearch: filters.corrections,
    beforeLoad: needs('corrections.list'),
    component: screen(
      () => import('../screens/corrections/list.tsx'),
      'Corrections',
      'corrections',
    ),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'health',
    beforeLoad: needs('doctor'),
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
    getParentRoute: () => appRoute,
    path: 'inbox',
    validateSearch: filters.unmatched,
    beforeLoad: needs('deposits.unmatched'),
    component: screen(
      () => import('../screens/inbox/all.tsx'),
      'UnmatchedList',
      'inbox',
      'reasons',
    ),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'journal',
    validateSearch: filters.journal,
    beforeLoad: needs('journal.list'),
    component: screen(
      () => import('../screens/journal/list.tsx'),
      'Journal',
      'journal',
      'operations',
      'settings',
    ),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'people',
    beforeLoad: needs('users.list'),
    component: screen(() => import('../screens/people/list.tsx'), 'PeopleList', 'people'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'projects',
    beforeLoad: needs('projects.list'),
    component: screen(() => import('../screens/projects/list.tsx'), 'ProjectList', 'projects'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'reports',
    validateSearch: filters.reports,
    beforeLoad: needs('reports.show'),
    component: screen(() => import('../screens/reports/report.tsx'), 'InstanceReport', 'reports'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'risk',
    validateSearch: filters.risk,
    beforeLoad: needs('risk.list'),
    component: screen(() => import('../screens/risk/list.tsx'), 'RiskList', 'risk'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'networks',
    beforeLoad: needs('nodes.list'),
    component: screen(() => import('../screens/running/networks.tsx'), 'Networks', 'running'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'rates',
    beforeLoad: needs('rates.list'),
    component: screen(() => import('../screens/running/rates.tsx'), 'Rates', 'running'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'work',
    beforeLoad: needs('workers.list'),
    component: screen(() => import('../screens/running/work.tsx'), 'Work', 'running'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'pauses',
    beforeLoad: needs('payouts.pauses'),
    component: screen(
      () => import('../screens/pauses/pauses.tsx'),
      'Pauses',
      'invariants',
      'reasons',
      'pauses',
    ),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'wallets',
    beforeLoad: needs('wallet.list'),
    component: screen(() => import('../screens/wallets/list.tsx'), 'WalletList', 'wallets'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'signer',
    beforeLoad: needs('wallet.signer'),
    component: screen(
      () => import('../screens/wallets/signer.tsx'),
      'SignerScreen',
      'reasons',
      'wallets',
    ),
  }),
] as const;
