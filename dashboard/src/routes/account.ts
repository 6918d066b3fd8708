// The user's account, and the setup of sign-in methods after an invitation.
import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../shared/session.ts';
import { appRoute, rootRoute } from './frame.tsx';
import { screen } from './screen.ts';

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
