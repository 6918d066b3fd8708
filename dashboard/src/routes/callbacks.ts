// Callbacks of a project: where they go, what was sent, and what came back.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';

const filters = textSearch(
  ...(['status', 'endpoint_id', 'object_id', 'event', 'from', 'to'] as const),
);

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'callbacks',
  validateSearch: filters,
  beforeLoad: (match) => needs('callbacks.list', match),
  component: lazyRouteComponent(() => import('../screens/callbacks/list.tsx'), 'CallbackList'),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'callbacks/$delivery',
  beforeLoad: (match) => needs('callbacks.show', match),
  component: lazyRouteComponent(() => import('../screens/callbacks/detail.tsx'), 'DeliveryDetail'),
});

export const callbackRoutes = [listRoute, detailRoute] as const;

export const callbackArea: Area = {
  label: { en: 'Callbacks', de: 'Rückrufe', fr: 'Notifications', es: 'Notificaciones' },
  icon: 'send',
  needs: 'callbacks.list',
  group: 'developers',
  link: (project) => ({ to: '/projects/$project/callbacks', params: { project } }),
};
