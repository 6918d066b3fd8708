// The people of the whole instance: one list.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';
import { screen } from './screen.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'people',
  beforeLoad: (match) => needs('users.list', match),
  component: screen(() => import('../screens/people/list.tsx'), 'PeopleList', 'people'),
});

export const peopleArea: Area = {
  label: 'people',
  icon: 'people',
  needs: 'users.list',
  group: 'people',
  link: () => ({ to: '/people' }),
};
