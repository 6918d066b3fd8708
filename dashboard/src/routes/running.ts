// What runs: networks with their nodes, rates with their sources, and recurring work.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';

const networkRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'networks',
  beforeLoad: (match) => needs('nodes.list', match),
  component: lazyRouteComponent(() => import('../screens/running/networks.tsx'), 'Networks'),
});

const rateRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'rates',
  beforeLoad: (match) => needs('rates.list', match),
  component: lazyRouteComponent(() => import('../screens/running/rates.tsx'), 'Rates'),
});

const workRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'work',
  beforeLoad: (match) => needs('workers.list', match),
  component: lazyRouteComponent(() => import('../screens/running/work.tsx'), 'Work'),
});

export const runningRoutes = [networkRoute, rateRoute, workRoute] as const;

export const networkArea: Area = {
  label: { en: 'Networks', de: 'Netze', fr: 'Réseaux', es: 'Redes' },
  icon: 'network',
  needs: 'nodes.list',
  group: 'machinery',
  link: () => ({ to: '/networks' }),
};

export const rateArea: Area = {
  label: { en: 'Rates', de: 'Kurse', fr: 'Cours', es: 'Cambios' },
  icon: 'chart',
  needs: 'rates.list',
  group: 'machinery',
  link: () => ({ to: '/rates' }),
};

export const workArea: Area = {
  label: { en: 'Recurring work', de: 'Laufende Arbeit', fr: 'Tâches', es: 'Tareas' },
  icon: 'list',
  needs: 'workers.list',
  group: 'machinery',
  link: () => ({ to: '/work' }),
};
