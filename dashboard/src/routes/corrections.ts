// Manual adjustments of all projects, and those that need a second person.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('project', 'status');

export const correctionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'corrections',
  validateSearch: filters,
  beforeLoad: (match) => needs('corrections.list', match),
  component: screen(() => import('../screens/corrections/list.tsx'), 'Corrections', 'corrections'),
});

export const correctionArea: Area = {
  label: 'correction',
  icon: 'money',
  needs: 'corrections.list',
  group: 'attention',
  link: () => ({ to: '/corrections' }),
};
