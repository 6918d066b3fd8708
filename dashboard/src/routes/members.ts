// The members of one project and their roles.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

export const memberRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'members',
  beforeLoad: (match) => needs('members.list', match),
  component: screen(() => import('../screens/members/list.tsx'), 'MemberList', 'members'),
});

export const memberArea: Area = {
  label: 'member',
  icon: 'people',
  needs: 'members.list',
  group: 'rules',
  link: (project) => ({ to: '/projects/$project/members', params: { project } }),
};
