// The screens of a project for people who help customers: search for a payment, held payments, and the decisions that
// they proposed.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/queries.ts';
import { at, projectRoute, screen } from './frame.tsx';

export const supportRoutes = [
  createRoute({
    ...at(projectRoute, 'held-payments', 'channel-payments.list'),
    validateSearch: textSearch('coin', 'customer_id', 'txid', 'from', 'to'),
    component: screen(
      () => import('../screens/channels/held.tsx'),
      'HeldPayments',
      'channels',
      'proposals',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'decisions', 'proposals.list'),
    validateSearch: textSearch('status'),
    component: screen(
      () => import('../screens/decisions/list.tsx'),
      'Decisions',
      'proposals',
      'lists',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'find-payment', 'payments.find'),
    validateSearch: textSearch('text'),
    component: screen(
      () => import('../screens/support/find-payment.tsx'),
      'FindPayment',
      'support',
      'inbox',
      'trace',
      'channels',
      'invoices',
      'notes',
      'proposals',
    ),
  }),
] as const;
