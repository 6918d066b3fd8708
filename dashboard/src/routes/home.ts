// The redirect target of `/dashboard/` for signed-in people.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute } from './frame.tsx';
import { screen } from './screen.ts';

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: textSearch('project'),
  component: screen(() => import('../screens/home/home.tsx'), 'Home', 'home'),
});

export const homeArea: Area = {
  label: 'home',
  icon: 'home',
  needs: 'overview.show',
  group: 'start',
  link: () => ({ to: '/' }),
};
