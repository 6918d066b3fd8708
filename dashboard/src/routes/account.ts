// The user's account, and the setup of sign-in methods after an invitation.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { meQuery } from '../shared/session.ts';
import { appRoute, rootRoute } from './frame.tsx';
import { screen } from './screen.ts';

export const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'account',
  component: lazyRouteComponent(
    screen(() => import('../screens/account/account.tsx'), 'account'),
    'Account',
  ),
});

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'set-up',
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (!me.must_set_up) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(
    screen(() => import('../screens/account/set-up.tsx'), 'account'),
    'SetUp',
  ),
});
