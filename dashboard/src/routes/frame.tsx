// Shared by all screens: the root, the frame for signed-in people, and the project in the URL.
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from '../shared/api.ts';
import { type AreaName, currentLanguage, loadTexts } from '../shared/i18n.tsx';
import {
  lastProject,
  type Me,
  type MyProject,
  may,
  meQuery,
  type OperationName,
} from '../shared/session.ts';
import { dashboardPath } from '../shared/site-path.ts';
import { PageOutlet } from '../shell/screen-outlet.tsx';
import { FailedPage, NotFoundPage, NotFoundScreen } from '../shell/whole-page.tsx';

/** A route's component: the module's export `name`. `areas`: all text areas that the module uses besides `common`. */
export function screen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ...areas: readonly AreaName[]
) {
  return lazyRouteComponent(async () => {
    const texts = loadTexts(currentLanguage(), ...areas);
    const [module] = await Promise.all([load(), texts]);
    return module;
  }, name);
}

interface Context {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<Context>()({
  component: PageOutlet,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { readonly next?: string } =>
    typeof next === 'string' && next.startsWith(`${dashboardPath}/`) ? { next } : {},
  component: screen(() => import('../screens/sign-in/sign-in.tsx'), 'SignIn', 'sign-in'),
});

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'welcome',
  component: screen(() => import('../screens/sign-in/welcome.tsx'), 'Welcome', 'sign-in'),
});

export const ssoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sso',
  component: screen(() => import('../screens/sign-in/sso.tsx'), 'Sso', 'sign-in'),
});

async function requireSignedIn(client: QueryClient, next: string): Promise<Me> {
  try {
    return await client.ensureQueryData(meQuery);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw redirect({ to: '/sign-in', search: { next } });
  }
}

/** All routes below require sign-in. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ context, location }): Promise<{ readonly me: Me }> => {
    const me = await requireSignedIn(context.queryClient, location.publicHref);
    // On a live instance, a link only serves to set up a passkey, or a password with one-time codes.
    if (me.must_set_up) throw redirect({ to: '/set-up' });
    return { me };
  },
  component: lazyRouteComponent(() => import('../shell/app-frame.tsx'), 'AppFrame'),
  notFoundComponent: NotFoundPage,
});

/** All routes below are about one project that the person can see. */
export const projectRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'projects/$project',
  beforeLoad: ({ context, params }): { readonly project: MyProject } => {
    const project = context.me.projects.find(({ id }) => id === params.project);
    if (project === undefined) throw notFound();
    return { project };
  },
  notFoundComponent: NotFoundScreen,
});

interface Sight {
  readonly me: Me;
  readonly project?: MyProject;
}

/** A route's place, and the operation that a person must be permitted to use to open its screen. */
export function at<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  operation: OperationName,
) {
  return {
    getParentRoute: () => parent,
    path,
    beforeLoad: ({ context: { me, project } }: { readonly context: Sight }) => {
      if (!may(me, operation, project ?? null)) throw notFound();
    },
  };
}

/** Opens the last project or, for people without one, the operations of the instance. */
export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: ({ context: { me } }) => {
    const project = lastProject(me)?.id;
    if (project !== undefined)
      throw redirect({ to: '/projects/$project', params: { project }, replace: true });
    if (me.permissions.includes('read')) throw redirect({ to: '/operations', replace: true });
  },
  component: screen(() => import('../screens/home/home.tsx'), 'NoProject', 'home'),
});

export const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'account',
  component: screen(() => import('../screens/account/account.tsx'), 'Account', 'account'),
});

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'set-up',
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (!me.must_set_up) throw redirect({ to: '/' });
  },
  component: screen(() => import('../screens/account/set-up.tsx'), 'SetUp', 'account'),
});
