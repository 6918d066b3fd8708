// Entry point of the dashboard: styles with the page's nonce, language and theme, the cache of responses, and the
// router.
import './shared/ui/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dashboardRouter } from './router.ts';
import { ApiError } from './shared/api.ts';
import { currentLanguage, LanguageProvider, loadTexts, useTexts } from './shared/i18n.tsx';
import { meQuery } from './shared/session.ts';
import { themeIn, themeVariables } from './shared/ui/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

const RETRIES = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A rejected request would be rejected again.
      retry: (failures, error) => failures < RETRIES && !isRefusal(error),
      staleTime: 10_000,
    },
  },
});
queryClient.getQueryCache().subscribe(({ query, type }) => {
  if (type === 'updated' && isSignedOut(query.state.error)) void fetchCurrentPerson();
});
const router = dashboardRouter(queryClient);

let isRedirecting = false;

/**
 * A 401 may be for a token that was just renewed, so it is verified. A person who was signed out elsewhere is
 * redirected to sign-in.
 */
async function fetchCurrentPerson(): Promise<void> {
  if (isRedirecting || queryClient.getQueryData(meQuery.queryKey) === undefined) return;
  isRedirecting = true;
  const answer = await queryClient
    .fetchQuery({ ...meQuery, staleTime: 0 })
    .catch((error: unknown) => error);
  if (isSignedOut(answer)) await leave();
  isRedirecting = false;
}

/**
 * Mounted screens need the current person until they unmount: clearing the cache first would refetch it, which fails.
 */
async function leave(): Promise<void> {
  const next = router.latestLocation.publicHref;
  await router.navigate({ to: '/sign-in', search: { next }, replace: true });
  queryClient.clear();
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

// A deployment in the meantime has replaced the files of this version.
window.addEventListener('vite:preloadError', () => window.location.reload());

function Themed() {
  const { close } = useTexts('common');
  return (
    <MantineProvider
      theme={themeIn(close)}
      cssVariablesResolver={themeVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      // All of them: the file of Mantine's defaults has 4 kB, most of them colors that no screen uses.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Loads the first screen's code and texts while the session is requested. Routes load them otherwise after it. */
function preloadScreen(): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const { component } = router.routesById[routeId as keyof typeof router.routesById].options;
    // A failed load is repeated, and shown, by the route.
    component?.preload?.()?.catch(() => {});
  }
}

const root = document.querySelector('#root');
/** Not a top-level await, which would split the entry chunk. */
async function start(element: Element): Promise<void> {
  void queryClient.prefetchQuery(meQuery);
  preloadScreen();
  await loadTexts(currentLanguage(), 'common');
  createRoot(element).render(
    <StrictMode>
      <LanguageProvider>
        <Themed />
      </LanguageProvider>
    </StrictMode>,
  );
}

if (root !== null) void start(root);
