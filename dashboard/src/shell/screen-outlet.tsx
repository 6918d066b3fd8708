// The place of the current screen, which unmounts the previous one. Without the key, both share a Suspense boundary, and
// while the next screen loads slowly, Preact keeps the previous one mounted and renders it after the router has dropped
// its route. Its hooks then fail with "Invariant failed".
import { Outlet, useMatches } from '@tanstack/react-router';

export function ScreenOutlet() {
  const route = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  return <Outlet key={route} />;
}

/** Between pages that have the frame and pages that do not. */
export function PageOutlet() {
  const route = useMatches({ select: (matches) => matches[1]?.routeId });
  return <Outlet key={route} />;
}
