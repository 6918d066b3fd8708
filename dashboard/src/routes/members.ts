// Who has a role in one project.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';

export const memberRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'members',
  beforeLoad: (match) => needs('members.list', match),
  component: lazyRouteComponent(() => import('../screens/members/list.tsx'), 'MemberList'),
});

export const memberArea: Area = {
  label: { en: 'Members', de: 'Mitglieder', fr: 'Membres', es: 'Miembros' },
  icon: 'people',
  needs: 'members.list',
  group: 'rules',
  link: (project) => ({ to: '/projects/$project/members', params: { project } }),
};
