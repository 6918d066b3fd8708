// The audit log: of the whole instance, and of one project.
import { createRoute } from '@tanstack/react-router';
import { textSearch } from '../shared/search.ts';
import type { Area } from './area.ts';
import { appRoute, needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

const filters = textSearch('actor', 'operation', 'object_id', 'outcome', 'from', 'to');
const journal = screen(
  () => import('../screens/journal/list.tsx'),
  'Journal',
  'journal',
  'operations',
  'settings',
);

export const instanceJournalRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'journal',
  validateSearch: filters,
  beforeLoad: (match) => needs('journal.list', match),
  component: journal,
});

export const projectJournalRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'journal',
  validateSearch: filters,
  beforeLoad: (match) => needs('journal.list', match),
  component: journal,
});

export const instanceJournalArea: Area = {
  label: 'journal',
  icon: 'list',
  needs: 'journal.list',
  group: 'people',
  link: () => ({ to: '/journal' }),
};

export const projectJournalArea: Area = {
  label: 'journal',
  icon: 'list',
  needs: 'journal.list',
  group: 'rules',
  link: (project) => ({ to: '/projects/$project/journal', params: { project } }),
};
