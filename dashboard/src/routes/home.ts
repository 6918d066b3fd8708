// Where `/dashboard/` leads whoever is signed in.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from './frame.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/home/home.tsx'), 'Home'),
});
