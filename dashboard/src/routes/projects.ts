// Projects: the list for people who run the instance, and the settings of one.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

export const projectListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'projects',
  beforeLoad: (match) => needs('projects.list', match),
  component: screen(() => import('../screens/projects/list.tsx'), 'ProjectList', 'projects'),
});

export const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  beforeLoad: (match) => needs('projects.show', match),
  component: screen(
    () => import('../screens/projects/settings.tsx'),
    'Settings',
    'projects',
    'settings',
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
