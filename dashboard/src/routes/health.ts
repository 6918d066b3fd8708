// Health of the whole instance: the doctor, and versions.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

export const healthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'health',
  beforeLoad: (match) => needs('doctor', match),
  component: screen(
    () => import('../screens/health/health.tsx'),
    'Health',
    'alerts',
    'doctor',
    'health',
    'invariants',
  ),
});

export const healthArea: Area = {
  label: 'health',
  icon: 'gear',
  needs: 'doctor',
  group: 'machinery',
  link: () => ({ to: '/health' }),
};
