// Transactions: everything that changed a project's accounts or will, each with its postings and on-chain transactions.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('type', 'currency', 'status', 'risk', 'customer_id', 'from', 'to');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'transactions',
  validateSearch: filters,
  beforeLoad: (match) => needs('listTransactions', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/transactions/list.tsx'), 'transactions'),
    'TransactionList',
  ),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'transactions/$reference',
  beforeLoad: (match) => needs('transactions.trace', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/transactions/detail.tsx'), 'trace', 'transactions'),
    'TransactionDetail',
  ),
});

export const transactionRoutes = [listRoute, detailRoute] as const;

export const transactionArea: Area = {
  label: 'transaction',
  icon: 'list',
  needs: 'listTransactions',
  group: 'money',
  link: (project) => ({ to: '/projects/$project/transactions', params: { project } }),
};
