// Where `/dashboard/` leads whoever is signed in.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute } from './frame.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: textSearch('project'),
  component: lazyRouteComponent(() => import('../screens/home/home.tsx'), 'Home'),
});

export const homeArea: Area = {
  label: { en: 'Home', de: 'Start', fr: 'Accueil', es: 'Inicio' },
  icon: 'home',
  needs: 'overview.show',
  group: 'start',
  link: () => ({ to: '/' }),
};
