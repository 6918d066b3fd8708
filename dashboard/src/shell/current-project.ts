// The project of the frame: the one in the URL or, on instance screens, the last one that was open.
import { useRouterState } from '@tanstack/react-router';
import { type MyProject, useMe, useProject } from '../shared/session.ts';

const STORAGE_KEY_NAME = 'chaintill-project';

export function useCurrentProject(): MyProject | null {
  const { projects } = useMe();
  const ofHome = useProjectOfHome();
  const ofAddress = useProject() ?? ofHome;
  if (ofAddress !== null) {
    localStorage.setItem(STORAGE_KEY_NAME, ofAddress.id);
    return ofAddress;
  }
  const last = localStorage.getItem(STORAGE_KEY_NAME);
  return projects.find(({ id }) => id === last) ?? projects[0] ?? null;
}

/** The project filter of the home screen. Null when it shows all projects, and on other screens. */
export function useProjectOfHome(): MyProject | null {
  const chosen = useRouterState({
    select: ({ location: { pathname, search } }) => (pathname === '/' ? search.project : undefined),
  });
  return useMe().projects.find(({ id }) => id === chosen) ?? null;
}
