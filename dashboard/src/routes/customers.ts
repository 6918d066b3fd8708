// Customers of a project: their list, which is all there is of them.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';

const filters = textSearch('id');

export const customerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'customers',
  validateSearch: filters,
  beforeLoad: (match) => needs('listCustomers', match),
  component: lazyRouteComponent(() => import('../screens/customers/list.tsx'), 'CustomerList'),
});

export const customerArea: Area = {
  label: { en: 'Customers', de: 'Kunden', fr: 'Clients', es: 'Clientes' },
  icon: 'people',
  needs: 'listCustomers',
  group: 'sell',
  link: (project) => ({ to: '/projects/$project/customers', params: { project } }),
};
