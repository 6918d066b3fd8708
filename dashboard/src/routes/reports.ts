// Reports from the ledger for a period, of one project and of the whole instance.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('from', 'to', 'by', 'currency');

export const projectReportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'reports',
  validateSearch: filters,
  beforeLoad: (match) => needs('reports.show', match),
  component: screen(() => import('../screens/reports/report.tsx'), 'ProjectReport', 'reports'),
});

export const instanceReportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'reports',
  validateSearch: filters,
  beforeLoad: (match) => needs('reports.show', match),
  component: screen(() => import('../screens/reports/report.tsx'), 'InstanceReport', 'reports'),
});

export const projectReportArea: Area = {
  label: 'projectReport',
  icon: 'chart',
  needs: 'reports.show',
  group: 'money',
  link: (project) => ({ to: '/projects/$project/reports', params: { project } }),
};

export const instanceReportArea: Area = {
  label: 'instanceReport',
  icon: 'chart',
  needs: 'reports.show',
  group: 'machinery',
  link: () => ({ to: '/reports' }),
};
