// Selects the current project and opens the same screen for it.
import { NativeSelect } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTexts } from '../shared/i18n.tsx';
import { useCurrentProject, useMe } from '../shared/session.ts';

export function ProjectSwitcher() {
  const t = useTexts('common');
  const { projects } = useMe();
  const current = useCurrentProject();
  const navigate = useNavigate();
  const screen = useRouterState({
    select: ({ location }) => /\/projects\/[^/]+\/([^/]+)/.exec(location.pathname)?.[1],
  });
  if (current === null) return null;
  return (
    <NativeSelect
      aria-label={t.project}
      value={current.id}
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => {
        const project = event.currentTarget.value;
        void navigate({ to: `/projects/${project}/${screen ?? ''}` });
      }}
    />
  );
}
