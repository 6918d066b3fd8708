// Subscriptions of a project: the list and the detail page.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('status', 'currency', 'payer_email', 'custom_id', 'from', 'to');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'subscriptions',
  validateSearch: filters,
  beforeLoad: (match) => needs('listSubscriptions', match),
  component: screen(
    () => import('../screens/subscriptions/list.tsx'),
    'SubscriptionList',
    'subscriptions',
  ),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'subscriptions/$subscription',
  beforeLoad: (match) => needs('showSubscription', match),
  component: screen(
    () => import('../screens/subscriptions/detail.tsx'),
    'SubscriptionDetail',
    'subscriptions',
    'trace',
  ),
});

export const subscriptionRoutes = [listRoute, detailRoute] as const;

export const subscriptionArea: Area = {
  label: 'subscription',
  icon: 'list',
  needs: 'listSubscriptions',
  group: 'sell',
  link: (project) => ({ to: '/projects/$project/subscriptions', params: { project } }),
};
