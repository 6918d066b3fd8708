// Transactions: all that changed the accounts of a project, or will.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';

const filters = textSearch('type', 'currency', 'status', 'risk', 'customer_id', 'from', 'to');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'transactions',
  validateSearch: filters,
  beforeLoad: (match) => needs('listTransactions', match),
  component: lazyRouteComponent(
    () => import('../screens/transactions/list.tsx'),
    'TransactionList',
  ),
});

export const transactionRoutes = [listRoute] as const;

export const transactionArea: Area = {
  label: { en: 'Transactions', de: 'Umsätze', fr: 'Transactions', es: 'Movimientos' },
  icon: 'list',
  needs: 'listTransactions',
  group: 'money',
  link: (project) => ({ to: '/projects/$project/transactions', params: { project } }),
};
