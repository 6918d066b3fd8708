// Where one can go: what the role never may is not there.
import { NavLink } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Area } from '../routes/area.ts';
import { areas } from '../routes/areas.ts';
import { useLanguage, useMessages } from '../shared/i18n.tsx';
import { may, useMe } from '../shared/session.ts';
import { Icon } from '../shared/ui/icon.tsx';
import { useCurrentProject } from './current-project.ts';
import classes from './frame.module.css';
import { frameWords } from './messages.ts';

export function Navigation() {
  const t = useMessages(frameWords);
  const { project, till } = useMyAreas();
  return (
    <div className={classes.nav}>
      <Entries areas={project} />
      {till.length > 0 && <div className={classes.group}>{t.till}</div>}
      <Entries areas={till} />
    </div>
  );
}

/** The areas that somebody may open. */
export function useMyAreas() {
  const me = useMe();
  const current = useCurrentProject();
  return {
    project: areas.filter(
      ({ scope, needs }) => scope === 'project' && current !== null && may(me, needs, current),
    ),
    till: areas.filter(({ scope, needs }) => scope === 'installation' && may(me, needs, null)),
  };
}

function Entries({ areas: list }: { readonly areas: readonly Area[] }) {
  const { language } = useLanguage();
  const current = useCurrentProject();
  return list.map(({ label, icon, link }) => (
    <NavLink
      key={label.en}
      className={classes.entry ?? ''}
      label={label[language]}
      leftSection={<Icon name={icon} />}
      renderRoot={(props: object) => (
        <Link
          {...link(current?.id ?? '')}
          activeOptions={{ includeSearch: false, exact: link('').to === '/' }}
          activeProps={{ 'data-active': true }}
          {...props}
        />
      )}
    />
  ));
}
