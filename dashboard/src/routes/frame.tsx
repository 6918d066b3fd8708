// What all screens are in: the root, the frame of who is signed in, and the project of the address.
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from '../shared/api.ts';
import { type Me, may, meQuery, type OperationName } from '../shared/session.ts';
import { dashboardPath } from '../shared/site-path.ts';
import { FailedPage, NotFoundPage, NotFoundScreen } from '../shell/whole-page.tsx';
import { screen } from './screen.ts';

interface Context {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { readonly next?: string } =>
    typeof next === 'string' && next.startsWith(`${dashboardPath}/`) ? { next } : {},
  component: lazyRouteComponent(
    screen(() => import('../screens/sign-in/sign-in.tsx'), 'sign-in'),
    'SignIn',
  ),
});

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'welcome',
  component: lazyRouteComponent(
    screen(() => import('../screens/sign-in/welcome.tsx'), 'sign-in'),
    'Welcome',
  ),
});

/** Where the provider of single sign-on sends back to. */
export const ssoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sso',
  component: lazyRouteComponent(
    screen(() => import('../screens/sign-in/sso.tsx'), 'sign-in'),
    'Sso',
  ),
});

/** Leads to the sign-in when nobody is. */
async function whoIsThere(client: QueryClient, next: string): Promise<Me> {
  try {
    return await client.ensureQueryData(meQuery);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw redirect({ to: '/sign-in', search: { next } });
  }
}

/** Everything below is for who is signed in. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ context, location }): Promise<{ readonly me: Me }> => {
    const me = await whoIsThere(context.queryClient, location.publicHref);
    // Live, a link is only the way to a passkey, or a password with codes.
    if (me.must_set_up) throw redirect({ to: '/set-up' });
    return { me };
  },
  component: lazyRouteComponent(() => import('../shell/app-frame.tsx'), 'AppFrame'),
  notFoundComponent: NotFoundPage,
});

/** Everything below is about one project, which whoever is signed in may see. */
export const projectRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'projects/$project',
  beforeLoad: ({ context, params }) => {
    if (!context.me.projects.some(({ id }) => id === params.project)) throw notFound();
  },
  notFoundComponent: NotFoundScreen,
});

/** A project by itself has no screen: what comes in is what most look for. */
export const projectStartRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/invoices', params, replace: true });
  },
});

interface Guarded {
  readonly context: { readonly me: Me };
  readonly params: { readonly project?: string };
}

/** For `beforeLoad`: a screen is there for those who may ask for what it shows. */
export function needs(name: OperationName, { context: { me }, params }: Guarded): void {
  const project = me.projects.find(({ id }) => id === params.project) ?? null;
  if (!may(me, name, project)) throw notFound();
}
