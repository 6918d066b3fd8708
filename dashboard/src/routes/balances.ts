// Balances: accounts, exchanges between them, and statements.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const period = textSearch('from', 'to');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'balances',
  beforeLoad: (match) => needs('accounts.list', match),
  component: screen(() => import('../screens/balances/list.tsx'), 'BalanceList', 'balances'),
});

const statementRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'balances/$currency',
  validateSearch: period,
  beforeLoad: (match) => needs('accounts.statement', match),
  component: screen(() => import('../screens/balances/statement.tsx'), 'Statement', 'balances'),
});

export const balanceRoutes = [listRoute, statementRoute] as const;

export const balanceArea: Area = {
  label: 'balance',
  icon: 'money',
  needs: 'accounts.list',
  group: 'money',
  link: (project) => ({ to: '/projects/$project/balances', params: { project } }),
};
