// Reports: what the books say of a time, of one project and of the whole till.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';

const filters = textSearch('from', 'to', 'by', 'currency');

export const projectReportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'reports',
  validateSearch: filters,
  beforeLoad: (match) => needs('reports.show', match),
  component: lazyRouteComponent(() => import('../screens/reports/report.tsx'), 'ProjectReport'),
});

export const instanceReportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'reports',
  validateSearch: filters,
  beforeLoad: (match) => needs('reports.show', match),
  component: lazyRouteComponent(() => import('../screens/reports/report.tsx'), 'InstanceReport'),
});

const label = { en: 'Reports', de: 'Berichte', fr: 'Rapports', es: 'Informes' } as const;

export const projectReportArea: Area = {
  label,
  icon: 'chart',
  needs: 'reports.show',
  group: 'money',
  link: (project) => ({ to: '/projects/$project/reports', params: { project } }),
};

export const instanceReportArea: Area = {
  label: {
    en: 'Reports of the till',
    de: 'Berichte der Kasse',
    fr: 'Rapports de la caisse',
    es: 'Informes de la caja',
  },
  icon: 'chart',
  needs: 'reports.show',
  group: 'machinery',
  link: () => ({ to: '/reports' }),
};
