// The screens of a project's checkouts and refund links.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/queries.ts';
import { at, projectRoute, screen } from './frame.tsx';

export const checkoutRoutes = [
  createRoute({
    ...at(projectRoute, 'checkouts', 'listCheckouts'),
    validateSearch: textSearch('status', 'context', 'currency', 'customer_id', 'from', 'to'),
    component: screen(
      () => import('../screens/checkouts/list.tsx'),
      'CheckoutList',
      'checkouts',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'checkouts/$checkout', 'showCheckout'),
    component: screen(
      () => import('../screens/checkouts/detail.tsx'),
      'CheckoutDetail',
      'checkouts',
      'refunds',
      'trace',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'refund-links', 'listRefundClaims'),
    validateSearch: textSearch('status'),
    component: screen(
      () => import('../screens/refund-links/list.tsx'),
      'RefundLinks',
      'refunds',
      'lists',
    ),
  }),
] as const;
