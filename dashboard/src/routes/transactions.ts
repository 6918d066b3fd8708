// Transactions: every change of a project's accounts, past or pending, with its postings and on-chain transactions.
import { createRoute } from '@tanstack/react-router';
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
  component: screen(
    () => import('../screens/transactions/list.tsx'),
    'TransactionList',
    'transactions',
  ),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'transactions/$reference',
  beforeLoad: (match) => needs('transactions.trace', match),
  component: screen(
    () => import('../screens/transactions/detail.tsx'),
    'TransactionDetail',
    'trace',
    'transactions',
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
