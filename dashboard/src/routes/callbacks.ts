// Callbacks of a project: endpoints, deliveries and responses.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('status', 'endpoint_id', 'object_id', 'event', 'from', 'to');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'callbacks',
  validateSearch: filters,
  beforeLoad: (match) => needs('callbacks.list', match),
  component: screen(() => import('../screens/callbacks/list.tsx'), 'CallbackList', 'callbacks'),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'callbacks/$delivery',
  beforeLoad: (match) => needs('callbacks.show', match),
  component: screen(() => import('../screens/callbacks/detail.tsx'), 'DeliveryDetail', 'callbacks'),
});

export const callbackRoutes = [listRoute, detailRoute] as const;

export const callbackArea: Area = {
  label: 'callback',
  icon: 'send',
  needs: 'callbacks.list',
  group: 'developers',
  link: (project) => ({ to: '/projects/$project/callbacks', params: { project } }),
};
