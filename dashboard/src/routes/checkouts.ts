// The screens of a project's checkouts, of the links and terminals that make them, and of refund links.
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
  createRoute({
    ...at(projectRoute, 'payment-links', 'listPaymentLinks'),
    component: screen(
      () => import('../screens/payment-links/list.tsx'),
      'PaymentLinkList',
      'payment-links',
      'checkouts',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'payment-links/$link', 'showPaymentLink'),
    component: screen(
      () => import('../screens/payment-links/detail.tsx'),
      'PaymentLinkDetail',
      'payment-links',
      'checkouts',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'terminals', 'terminals.list'),
    component: screen(
      () => import('../screens/terminals/list.tsx'),
      'TerminalList',
      'terminals',
      'checkouts',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'terminals/$terminal', 'terminals.show'),
    component: screen(
      () => import('../screens/terminals/detail.tsx'),
      'TerminalDetail',
      'terminals',
      'checkouts',
    ),
  }),
] as const;
