// Alerts of the whole instance: one list.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('all');

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'alerts',
  validateSearch: filters,
  beforeLoad: (match) => needs('alerts.list', match),
  component: screen(
    () => import('../screens/alerts/list.tsx'),
    'AlertList',
    'alerts-page',
    'alerts',
    'invariants',
    'reasons',
  ),
});

export const alertRoutes = [listRoute] as const;

export const alertArea: Area = {
  label: 'alert',
  icon: 'alert',
  needs: 'alerts.list',
  group: 'attention',
  link: () => ({ to: '/alerts' }),
};
