// API keys of a project: their list, which is all there is of them.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';

export const keyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'keys',
  beforeLoad: (match) => needs('keys.list', match),
  component: lazyRouteComponent(() => import('../screens/keys/list.tsx'), 'KeyList'),
});

export const keyArea: Area = {
  label: { en: 'API keys', de: 'API-Schlüssel', fr: 'Clés d’API', es: 'Claves de API' },
  icon: 'code',
  needs: 'keys.list',
  group: 'developers',
  link: (project) => ({ to: '/projects/$project/keys', params: { project } }),
};
