// The inbox: a project's unmatched payments with their detail page, and those of the whole instance.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('reason', 'currency', 'txid', 'from', 'to', 'shown');
const filtersOfAll = textSearch('reason', 'project', 'coin', 'txid', 'from', 'to', 'shown');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'inbox',
  validateSearch: filters,
  beforeLoad: (match) => needs('listCoinDeposits', match),
  component: screen(() => import('../screens/inbox/list.tsx'), 'InboxList', 'inbox', 'reasons'),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'inbox/$deposit',
  beforeLoad: (match) => needs('showCoinDeposit', match),
  component: screen(
    () => import('../screens/inbox/detail.tsx'),
    'DepositDetail',
    'inbox',
    'reasons',
    'trace',
  ),
});

const allRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'inbox',
  validateSearch: filtersOfAll,
  beforeLoad: (match) => needs('deposits.unmatched', match),
  component: screen(() => import('../screens/inbox/all.tsx'), 'UnmatchedList', 'inbox', 'reasons'),
});

export const inboxRoutes = [listRoute, detailRoute] as const;
export const unmatchedRoutes = [allRoute] as const;

export const inboxArea: Area = {
  label: 'inbox',
  icon: 'inbox',
  needs: 'listCoinDeposits',
  group: 'sell',
  link: (project) => ({ to: '/projects/$project/inbox', params: { project } }),
};

export const unmatchedArea: Area = {
  label: 'unmatched',
  icon: 'inbox',
  needs: 'deposits.unmatched',
  group: 'attention',
  link: () => ({ to: '/inbox' }),
};
