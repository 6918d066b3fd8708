// The first screen: leads to the first area that somebody may open.
import { Navigate } from '@tanstack/react-router';
import { useMessages } from '../../shared/i18n.tsx';
import { Empty } from '../../shared/ui/empty.tsx';
import { useCurrentProject } from '../../shell/current-project.ts';
import { frameWords } from '../../shell/messages.ts';
import { useMyAreas } from '../../shell/navigation.tsx';

export function Home() {
  const t = useMessages(frameWords);
  const { project, till } = useMyAreas();
  const current = useCurrentProject();
  const first = [...project, ...till][0];
  if (first === undefined) return <Empty text={t.noProjects} />;
  return <Navigate {...first.link(current?.id ?? '')} replace />;
}
