// One's own account, and setting up how one comes in after an invitation.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { meQuery } from '../shared/session.ts';
import { appRoute, rootRoute } from './frame.tsx';

export const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('../screens/account/account.tsx'), 'Account'),
});

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'set-up',
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (!me.must_set_up) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('../screens/account/set-up.tsx'), 'SetUp'),
});
