// How the whole till is: the doctor, and versions.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';

export const healthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'health',
  beforeLoad: (match) => needs('doctor', match),
  component: lazyRouteComponent(() => import('../screens/health/health.tsx'), 'Health'),
});

export const healthArea: Area = {
  label: { en: 'Health', de: 'Gesundheit', fr: 'Santé', es: 'Salud' },
  icon: 'gear',
  needs: 'doctor',
  group: 'machinery',
  link: () => ({ to: '/health' }),
};
