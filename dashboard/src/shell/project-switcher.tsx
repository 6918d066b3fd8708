// Selects the current project and opens the same screen for it.
import { NativeSelect, Text } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTexts } from '../shared/i18n.tsx';
import { type MyProject, useMe, useProject } from '../shared/session.ts';

const STORAGE_KEY_NAME = 'chaintill-project';

/** The project of the frame: the one in the URL or, on instance screens, the last one that was open. */
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

export function ProjectSwitcher() {
  const t = useTexts('common');
  const { projects } = useMe();
  const current = useCurrentProject();
  const navigate = useNavigate();
  const area = useRouterState({
    select: ({ location }) => /\/projects\/[^/]+\/([^/]+)/.exec(location.pathname)?.[1],
  });
  const isHome = useRouterState({ select: ({ location }) => location.pathname === '/' });
  if (current === null) return <Text size="sm">{t.noProjects}</Text>;
  return (
    <NativeSelect
      label={t.project}
      value={current.id}
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => {
        const project = event.currentTarget.value;
        if (isHome) void navigate({ to: '/', search: { project } });
        else void navigate({ to: `/projects/${project}/${area ?? 'invoices'}` });
      }}
    />
  );
}
