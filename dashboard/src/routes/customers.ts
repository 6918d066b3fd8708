// Customers of a project: the list and the detail page.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('id', 'from', 'to');
const paymentFilters = textSearch('status');

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'customers',
  validateSearch: filters,
  beforeLoad: (match) => needs('listCustomers', match),
  component: screen(() => import('../screens/customers/list.tsx'), 'CustomerList', 'customers'),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'customers/$customer',
  validateSearch: paymentFilters,
  beforeLoad: (match) => needs('showCustomer', match),
  component: screen(() => import('../screens/customers/detail.tsx'), 'CustomerDetail', 'customers'),
});

export const customerRoutes = [listRoute, detailRoute] as const;

export const customerArea: Area = {
  label: 'customer',
  icon: 'people',
  needs: 'listCustomers',
  group: 'sell',
  link: (project) => ({ to: '/projects/$project/customers', params: { project } }),
};
