// All routes. Their screens are loaded on demand.
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { checkoutRoutes } from './routes/checkouts.ts';
import {
  accountRoute,
  appRoute,
  homeRoute,
  projectRoute,
  rootRoute,
  setUpRoute,
  signInRoute,
  ssoRoute,
  welcomeRoute,
} from './routes/frame.tsx';
import { instanceRoutes } from './routes/instance.ts';
import { projectRoutes } from './routes/project.ts';
import { supportRoutes } from './routes/support.ts';
import { searchAsText } from './shared/queries.ts';
import { dashboardPath } from './shared/site-path.ts';
import { LoadingPage } from './shell/whole-page.tsx';

const routeTree = rootRoute.addChildren([
  signInRoute,
  welcomeRoute,
  ssoRoute,
  setUpRoute,
  appRoute.addChildren([
    homeRoute,
    accountRoute,
    ...instanceRoutes,
    projectRoute.addChildren([...projectRoutes, ...checkoutRoutes, ...supportRoutes]),
  ]),
]);

export function dashboardRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: dashboardPath,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingPage,
    scrollRestoration: true,
    ...searchAsText,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof dashboardRouter>;
  }
}
