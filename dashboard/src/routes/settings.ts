// The screens of a project's settings: path, required permission, and the screen with its areas of texts.
import { createRoute } from '@tanstack/react-router';
import { at, projectRoute, screen } from './frame.tsx';

export const settingsRoutes = [
  createRoute({
    ...at(projectRoute, 'brand', 'projects.show'),
    component: screen(
      () => import('../screens/projects/brand.tsx'),
      'BrandScreen',
      'projects',
      'settings',
    ),
  }),
  createRoute({
    ...at(projectRoute, 'settings', 'projects.show'),
    component: screen(
      () => import('../screens/projects/settings.tsx'),
      'Settings',
      'projects',
      'settings',
    ),
  }),
];
