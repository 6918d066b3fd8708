// API keys of a project: one list.
import { createRoute } from '@tanstack/react-router';
import type { Area } from './area.ts';
import { needs, projectRoute } from './frame.tsx';
import { screen } from './screen.ts';

export const keyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'keys',
  beforeLoad: (match) => needs('keys.list', match),
  component: screen(() => import('../screens/keys/list.tsx'), 'KeyList', 'keys'),
});

export const keyArea: Area = {
  label: 'key',
  icon: 'code',
  needs: 'keys.list',
  group: 'developers',
  link: (project) => ({ to: '/projects/$project/keys', params: { project } }),
};
