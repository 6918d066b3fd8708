// Paused payouts, and coins in quarantine.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

export const stopRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'stops',
  beforeLoad: (match) => needs('payouts.stops', match),
  component: screen(
    () => import('../screens/stops/stops.tsx'),
    'Stops',
    'invariants',
    'reasons',
    'stops',
  ),
});

export const stopArea: Area = {
  label: 'stop',
  icon: 'shield',
  needs: 'payouts.stops',
  group: 'attention',
  link: () => ({ to: '/stops' }),
};
