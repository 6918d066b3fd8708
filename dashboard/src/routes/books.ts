// The ledger: audit findings, and whether liabilities are covered.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

export const bookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'books',
  beforeLoad: (match) => needs('books.show', match),
  component: screen(
    () => import('../screens/books/books.tsx'),
    'Books',
    'books',
    'invariants',
    'settings',
  ),
});

export const bookArea: Area = {
  label: 'book',
  icon: 'money',
  needs: 'books.show',
  group: 'machinery',
  link: () => ({ to: '/books' }),
};
