// The books: what the audit found, and whether what is owed is there.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';

export const bookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'books',
  beforeLoad: (match) => needs('books.show', match),
  component: lazyRouteComponent(() => import('../screens/books/books.tsx'), 'Books'),
});

export const bookArea: Area = {
  label: {
    en: 'Books and solvency',
    de: 'Bücher und Deckung',
    fr: 'Livres et solvabilité',
    es: 'Libros y solvencia',
  },
  icon: 'money',
  needs: 'books.show',
  group: 'machinery',
  link: () => ({ to: '/books' }),
};
