// Withdrawals: the list, the detail page with attempts, and batches from a file.
import { createRoute } from '@tanstack/react-router';
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
  component: screen(
    () => import('../screens/withdrawals/list.tsx'),
    'WithdrawalList',
    'reasons',
    'withdrawals',
  ),
});

const batchRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'withdrawals/batch',
  beforeLoad: (match) => needs('createCoinWithdrawal', match),
  component: screen(
    () => import('../screens/withdrawals/batch.tsx'),
    'Batch',
    'reasons',
    'withdrawals',
  ),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'withdrawals/$withdrawal',
  beforeLoad: (match) => needs('withdrawals.show', match),
  component: screen(
    () => import('../screens/withdrawals/detail.tsx'),
    'WithdrawalDetail',
    'reasons',
    'trace',
    'withdrawals',
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
