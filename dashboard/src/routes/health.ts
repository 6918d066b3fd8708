// Health of the whole instance: the doctor, and versions.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

export const healthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'health',
  beforeLoad: (match) => needs('doctor', match),
  component: lazyRouteComponent(
    screen(
      () => import('../screens/health/health.tsx'),
      'alerts',
      'doctor',
      'health',
      'invariants',
    ),
    'Health',
  ),
});

export const healthArea: Area = {
  label: 'health',
  icon: 'gear',
  needs: 'doctor',
  group: 'machinery',
  link: () => ({ to: '/health' }),
};
