// All routes. Each area has its routes in a file of routes/, with a screen that is loaded on demand.
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { accountRoute, setUpRoute } from './routes/account.ts';
import { alertRoutes } from './routes/alerts.ts';
import { balanceRoutes } from './routes/balances.ts';
import { bookRoute } from './routes/books.ts';
import { callbackRoutes } from './routes/callbacks.ts';
import { channelRoutes, heldPaymentRoutes } from './routes/channels.ts';
import { correctionRoute } from './routes/corrections.ts';
import { customerRoutes } from './routes/customers.ts';
import {
  appRoute,
  projectRoute,
  projectStartRoute,
  rootRoute,
  signInRoute,
  ssoRoute,
  welcomeRoute,
} from './routes/frame.tsx';
import { healthRoute } from './routes/health.ts';
import { homeRoute } from './routes/home.ts';
import { inboxRoutes, unmatchedRoutes } from './routes/inbox.ts';
import { invoiceRoutes } from './routes/invoices.ts';
import { instanceJournalRoute, projectJournalRoute } from './routes/journal.ts';
import { keyRoute } from './routes/keys.ts';
import { memberRoute } from './routes/members.ts';
import { peopleRoute } from './routes/people.ts';
import { policyRoutes } from './routes/policy.ts';
import { projectListRoute, settingsRoute } from './routes/projects.ts';
import { instanceReportRoute, projectReportRoute } from './routes/reports.ts';
import { requestRoute } from './routes/requests.ts';
import { riskRoute } from './routes/risk.ts';
import { runningRoutes } from './routes/running.ts';
import { stopRoute } from './routes/stops.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { transactionRoutes } from './routes/transactions.ts';
import { walletRoutes } from './routes/wallets.ts';
import { withdrawalRoutes } from './routes/withdrawals.ts';
import { searchAsText } from './shared/search.ts';
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
    ...alertRoutes,
    ...unmatchedRoutes,
    stopRoute,
    healthRoute,
    bookRoute,
    ...heldPaymentRoutes,
    correctionRoute,
    riskRoute,
    instanceReportRoute,
    peopleRoute,
    instanceJournalRoute,
    projectListRoute,
    ...runningRoutes,
    ...walletRoutes,
    projectRoute.addChildren([
      projectStartRoute,
      ...invoiceRoutes,
      ...inboxRoutes,
      ...withdrawalRoutes,
      ...balanceRoutes,
      ...transactionRoutes,
      projectReportRoute,
      ...policyRoutes,
      ...callbackRoutes,
      keyRoute,
      requestRoute,
      ...channelRoutes,
      ...customerRoutes,
      ...subscriptionRoutes,
      memberRoute,
      settingsRoute,
      projectJournalRoute,
    ]),
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
