// Projects: all of them for who runs the till, and the settings of one.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';

export const projectListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'projects',
  beforeLoad: (match) => needs('projects.list', match),
  component: lazyRouteComponent(() => import('../screens/projects/list.tsx'), 'ProjectList'),
});

export const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  beforeLoad: (match) => needs('projects.show', match),
  component: lazyRouteComponent(() => import('../screens/projects/settings.tsx'), 'Settings'),
});

export const projectListArea: Area = {
  label: { en: 'Projects', de: 'Projekte', fr: 'Projets', es: 'Proyectos' },
  icon: 'list',
  needs: 'projects.list',
  group: 'people',
  link: () => ({ to: '/projects' }),
};

export const settingsArea: Area = {
  label: { en: 'Settings', de: 'Einstellungen', fr: 'Réglages', es: 'Ajustes' },
  icon: 'gear',
  needs: 'projects.show',
  group: 'rules',
  link: (project) => ({ to: '/projects/$project/settings', params: { project } }),
};
