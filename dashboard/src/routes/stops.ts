// Payouts that are stopped, and coins in quarantine.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';

export const stopRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'stops',
  beforeLoad: (match) => needs('payouts.stops', match),
  component: lazyRouteComponent(() => import('../screens/stops/stops.tsx'), 'Stops'),
});

export const stopArea: Area = {
  label: { en: 'Stops', de: 'Halt', fr: 'Arrêts', es: 'Paradas' },
  icon: 'shield',
  needs: 'payouts.stops',
  group: 'attention',
  link: () => ({ to: '/stops' }),
};
