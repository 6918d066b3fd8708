// Alarms of the whole till: their list, which is all there is of them.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';

const filters = textSearch('all');

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'alarms',
  validateSearch: filters,
  beforeLoad: (match) => needs('alarms.list', match),
  component: lazyRouteComponent(() => import('../screens/alarms/list.tsx'), 'AlarmList'),
});

export const alarmRoutes = [listRoute] as const;

export const alarmArea: Area = {
  label: { en: 'Alarms', de: 'Alarme', fr: 'Alarmes', es: 'Alarmas' },
  icon: 'alarm',
  needs: 'alarms.list',
  group: 'attention',
  link: () => ({ to: '/alarms' }),
};
