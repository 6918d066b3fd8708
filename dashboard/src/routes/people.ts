// The people who may come in, of the whole till: their list.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { appRoute, needs } from './frame.tsx';

export const peopleRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'people',
  beforeLoad: (match) => needs('users.list', match),
  component: lazyRouteComponent(() => import('../screens/people/list.tsx'), 'PeopleList'),
});

export const peopleArea: Area = {
  label: { en: 'People', de: 'Personen', fr: 'Personnes', es: 'Personas' },
  icon: 'people',
  needs: 'users.list',
  group: 'people',
  link: () => ({ to: '/people' }),
};
