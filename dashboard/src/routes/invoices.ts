// Invoices: the list, and the detail page with its timeline.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch(
  'status',
  'context',
  'coin',
  'from',
  'to',
  'customer_id',
  'subscription_id',
  'payer_email',
);

const listRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'invoices',
  validateSearch: filters,
  beforeLoad: (match) => needs('listInvoices', match),
  component: screen(() => import('../screens/invoices/list.tsx'), 'InvoiceList', 'invoices'),
});

const detailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'invoices/$invoice',
  beforeLoad: (match) => needs('showInvoice', match),
  component: screen(
    () => import('../screens/invoices/detail.tsx'),
    'InvoiceDetail',
    'invoices',
    'trace',
  ),
});

export const invoiceRoutes = [listRoute, detailRoute] as const;

export const invoiceArea: Area = {
  label: 'invoice',
  icon: 'invoice',
  needs: 'listInvoices',
  group: 'sell',
  link: (project) => ({ to: '/projects/$project/invoices', params: { project } }),
};
