// The policy of a project: viewing and editing.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('version', 'step');

const showRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'policy',
  validateSearch: filters,
  beforeLoad: (match) => needs('policy.show', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/policy/policy.tsx'), 'policy', 'reasons'),
    'PolicyScreen',
  ),
});

const editRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'policy/edit',
  beforeLoad: (match) => needs('policy.set', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/policy/edit.tsx'), 'policy', 'reasons'),
    'PolicyEdit',
  ),
});

export const policyRoutes = [showRoute, editRoute] as const;

export const policyArea: Area = {
  label: 'policy',
  icon: 'shield',
  needs: 'policy.show',
  group: 'rules',
  link: (project) => ({ to: '/projects/$project/policy', params: { project } }),
};
