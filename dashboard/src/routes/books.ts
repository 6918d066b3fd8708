// The books: audit findings, and whether liabilities are covered.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

export const bookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'books',
  beforeLoad: (match) => needs('books.show', match),
  component: lazyRouteComponent(
    screen(() => import('../screens/books/books.tsx'), 'books', 'invariants', 'settings'),
    'Books',
  ),
});

export const bookArea: Area = {
  label: 'book',
  icon: 'money',
  needs: 'books.show',
  group: 'machinery',
  link: () => ({ to: '/books' }),
};
