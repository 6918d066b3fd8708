// Which project the frame is about: that of the address; on screens of the whole till the one that was seen last.
import { type MyProject, useMe, useProject } from '../shared/session.ts';

const KEPT_AS = 'chaintill-project';

export function useCurrentProject(): MyProject | null {
  const { projects } = useMe();
  const ofAddress = useProject();
  if (ofAddress !== null) {
    localStorage.setItem(KEPT_AS, ofAddress.id);
    return ofAddress;
  }
  const last = localStorage.getItem(KEPT_AS);
  return projects.find(({ id }) => id === last) ?? projects[0] ?? null;
}
