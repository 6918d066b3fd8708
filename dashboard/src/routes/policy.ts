// The policy of a project: viewing and editing.
import { createRoute } from '@tanstack/react-router';
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
  component: screen(
    () => import('../screens/policy/policy.tsx'),
    'PolicyScreen',
    'policy',
    'reasons',
  ),
});

const editRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'policy/edit',
  beforeLoad: (match) => needs('policy.set', match),
  component: screen(() => import('../screens/policy/edit.tsx'), 'PolicyEdit', 'policy', 'reasons'),
});

export const policyRoutes = [showRoute, editRoute] as const;

export const policyArea: Area = {
  label: 'policy',
  icon: 'shield',
  needs: 'policy.show',
  group: 'rules',
  link: (project) => ({ to: '/projects/$project/policy', params: { project } }),
};
