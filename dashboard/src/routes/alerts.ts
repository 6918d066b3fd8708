// Alerts of the whole instance: one list.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('all');

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'alarms',
  validateSearch: filters,
  beforeLoad: (match) => needs('alarms.list', match),
  component: screen(
    () => import('../screens/alerts/list.tsx'),
    'AlertList',
    'alarms',
    'alerts',
    'invariants',
    'reasons',
  ),
});

export const alertRoutes = [listRoute] as const;

export const alertArea: Area = {
  label: 'alarm',
  icon: 'alarm',
  needs: 'alarms.list',
  group: 'attention',
  link: () => ({ to: '/alarms' }),
};
