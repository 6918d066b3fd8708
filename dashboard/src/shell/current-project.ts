// Which project the frame is about: that of the address; on screens of the whole till the one that was seen last.
import { useRouterState } from '@tanstack/react-router';
import { type MyProject, useMe, useProject } from '../shared/session.ts';

const KEPT_AS = 'chaintill-project';

export function useCurrentProject(): MyProject | null {
  const { projects } = useMe();
  const ofHome = useProjectOfHome();
  const ofAddress = useProject() ?? ofHome;
  if (ofAddress !== null) {
    localStorage.setItem(KEPT_AS, ofAddress.id);
    return ofAddress;
  }
  const last = localStorage.getItem(KEPT_AS);
  return projects.find(({ id }) => id === last) ?? projects[0] ?? null;
}

/** The one that the first screen is narrowed to; null where it shows all of them, or another screen is open. */
export function useProjectOfHome(): MyProject | null {
  const chosen = useRouterState({
    select: ({ location: { pathname, search } }) => (pathname === '/' ? search.project : undefined),
  });
  return useMe().projects.find(({ id }) => id === chosen) ?? null;
}
