// The journal: of the whole till, and of one project.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';

const filters = textSearch('actor', 'operation', 'object_id', 'outcome', 'from', 'to');
const journal = () => import('../screens/journal/list.tsx');

export const instanceJournalRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'journal',
  validateSearch: filters,
  beforeLoad: (match) => needs('journal.list', match),
  component: lazyRouteComponent(journal, 'Journal'),
});

export const projectJournalRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'journal',
  validateSearch: filters,
  beforeLoad: (match) => needs('journal.list', match),
  component: lazyRouteComponent(journal, 'Journal'),
});

const label = { en: 'Journal', de: 'Journal', fr: 'Journal', es: 'Diario' } as const;

export const instanceJournalArea: Area = {
  label,
  icon: 'list',
  needs: 'journal.list',
  group: 'people',
  link: () => ({ to: '/journal' }),
};

export const projectJournalArea: Area = {
  label,
  icon: 'list',
  needs: 'journal.list',
  group: 'rules',
  link: (project) => ({ to: '/projects/$project/journal', params: { project } }),
};
