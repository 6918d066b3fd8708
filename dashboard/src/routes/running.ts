// Running services: networks with their nodes, rates with their sources, and recurring jobs.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

const networkRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'networks',
  beforeLoad: (match) => needs('nodes.list', match),
  component: screen(() => import('../screens/running/networks.tsx'), 'Networks', 'running'),
});

const rateRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'rates',
  beforeLoad: (match) => needs('rates.list', match),
  component: screen(() => import('../screens/running/rates.tsx'), 'Rates', 'running'),
});

const workRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'work',
  beforeLoad: (match) => needs('workers.list', match),
  component: screen(() => import('../screens/running/work.tsx'), 'Work', 'running'),
});

export const runningRoutes = [networkRoute, rateRoute, workRoute] as const;

export const networkArea: Area = {
  label: 'network',
  icon: 'network',
  needs: 'nodes.list',
  group: 'machinery',
  link: () => ({ to: '/networks' }),
};

export const rateArea: Area = {
  label: 'rate',
  icon: 'chart',
  needs: 'rates.list',
  group: 'machinery',
  link: () => ({ to: '/rates' }),
};

export const workArea: Area = {
  label: 'work',
  icon: 'list',
  needs: 'workers.list',
  group: 'machinery',
  link: () => ({ to: '/work' }),
};
