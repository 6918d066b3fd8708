// Risk: address lists, the score of an address, and items on hold because of their risk.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('list', 'coin', 'address');

export const riskRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'risk',
  validateSearch: filters,
  beforeLoad: (match) => needs('risk.list', match),
  component: screen(() => import('../screens/risk/list.tsx'), 'RiskList', 'risk'),
});

export const riskArea: Area = {
  label: 'risk',
  icon: 'shield',
  needs: 'risk.list',
  group: 'attention',
  link: () => ({ to: '/risk' }),
};
