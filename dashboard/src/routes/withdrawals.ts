// Withdrawals: the list, the detail page with attempts, and batches from a file.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch(
  'status',
  'waits_for',
  'coin',
  'custom_id',
  'address',
  'txid',
  'from',
  'to',
);

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'withdrawals',
  validateSearch: filters,
  beforeLoad: (match) => needs('withdrawals.list', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/withdrawals/list.tsx'), 'reasons', 'withdrawals'),
    'WithdrawalList',
  ),
});

const batchRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'withdrawals/batch',
  beforeLoad: (match) => needs('createCoinWithdrawal', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/withdrawals/batch.tsx'), 'reasons', 'withdrawals'),
    'Batch',
  ),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'withdrawals/$withdrawal',
  beforeLoad: (match) => needs('withdrawals.show', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/withdrawals/detail.tsx'), 'reasons', 'trace', 'withdrawals'),
    'WithdrawalDetail',
  ),
});

export const withdrawalRoutes = [listRoute, batchRoute, detailRoute] as const;

export const withdrawalArea: Area = {
  label: 'withdrawal',
  icon: 'send',
  needs: 'withdrawals.list',
  group: 'money',
  link: (project) => ({ to: '/projects/$project/withdrawals', params: { project } }),
};
