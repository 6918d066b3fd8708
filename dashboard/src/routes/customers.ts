// Customers of a project: their list, and what is known of one.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';

const filters = textSearch('id', 'from', 'to');
const paymentFilters = textSearch('status');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'customers',
  validateSearch: filters,
  beforeLoad: (match) => needs('listCustomers', match),
  component: lazyRouteComponent(() => import('../screens/customers/list.tsx'), 'CustomerList'),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'customers/$customer',
  validateSearch: paymentFilters,
  beforeLoad: (match) => needs('showCustomer', match),
  component: lazyRouteComponent(() => import('../screens/customers/detail.tsx'), 'CustomerDetail'),
});

export const customerRoutes = [listRoute, detailRoute] as const;

export const customerArea: Area = {
  label: { en: 'Customers', de: 'Kunden', fr: 'Clients', es: 'Clientes' },
  icon: 'people',
  needs: 'listCustomers',
  group: 'sell',
  link: (project) => ({ to: '/projects/$project/customers', params: { project } }),
};
