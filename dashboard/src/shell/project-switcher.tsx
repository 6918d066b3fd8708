// Selects the current project and opens the same screen for it.
import { NativeSelect, Text } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTexts } from '../shared/i18n.tsx';
import { useMe } from '../shared/session.ts';
import { useCurrentProject } from './current-project.ts';

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
