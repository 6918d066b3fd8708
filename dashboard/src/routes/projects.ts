// Projects: the list for people who run the instance, and the settings of one.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

export const projectListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'projects',
  beforeLoad: (match) => needs('projects.list', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/projects/list.tsx'), 'projects'),
    'ProjectList',
  ),
});

export const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  beforeLoad: (match) => needs('projects.show', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/projects/settings.tsx'), 'projects', 'settings'),
    'Settings',
  ),
});

export const projectListArea: Area = {
  label: 'projectList',
  icon: 'list',
  needs: 'projects.list',
  group: 'people',
  link: () => ({ to: '/projects' }),
};

export const settingsArea: Area = {
  label: 'settings',
  icon: 'gear',
  needs: 'projects.show',
  group: 'rules',
  link: (project) => ({ to: '/projects/$project/settings', params: { project } }),
};
