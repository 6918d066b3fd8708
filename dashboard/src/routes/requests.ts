// Routes of the screens that list API requests to a project.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

export const requestRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'requests',
  validateSearch: textSearch('outcome', 'path', 'key', 'request_id', 'from', 'to'),
  beforeLoad: (match) => needs('requests.list', match),
  component: screen(() => import('../screens/requests/list.tsx'), 'RequestList', 'requests'),
});

export const requestArea: Area = {
  label: 'request',
  icon: 'code',
  needs: 'requests.list',
  group: 'developers',
  link: (project) => ({ to: '/projects/$project/requests', params: { project } }),
};
