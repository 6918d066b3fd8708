// The navigation, without items for which the person has no permission.
import { NavLink } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Area, type Group, groups } from '../routes/navigation.ts';
import { useTexts } from '../shared/i18n.tsx';
import { may, useMe } from '../shared/session.ts';
import { Icon } from '../shared/ui/icon.tsx';
import classes from './frame.module.css';
import { useCurrentProject } from './project-switcher.tsx';

export function Navigation() {
  const t = useTexts('common');
  const mine = useMyAreas();
  const instance = mine.filter(({ scope }) => scope === 'installation');
  return (
    <div className={classes.nav}>
      {mine.filter(({ scope }) => scope === 'project').map(entriesOf)}
      {instance.length > 0 && <div className={classes.instance}>{t.instance}</div>}
      {instance.map(entriesOf)}
    </div>
  );
}

function entriesOf(group: Group) {
  return <Entries key={group.name} {...group} />;
}

/** The areas that the person can open, in their groups. Empty groups are omitted. */
export function useMyAreas(): readonly Group[] {
  const me = useMe();
  const current = useCurrentProject();
  const isMine = ({ needs }: Area, scope: Group['scope']) =>
    scope === 'installation' ? may(me, needs, null) : current !== null && may(me, needs, current);
  return groups
    .map((group) => ({ ...group, areas: group.areas.filter((area) => isMine(area, group.scope)) }))
    .filter(({ areas }) => areas.length > 0);
}

function Entries({ name, areas }: Group) {
  const t = useTexts('common');
  const heading = name === 'start' ? undefined : t.groups[name];
  const current = useCurrentProject();
  const entries = areas.map(({ label, icon, link }) => (
    <li key={label}>
      <NavLink
        className={classes.entry ?? ''}
        label={t.areas[label]}
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
    </li>
  ));
  return (
    <>
      {heading !== undefined && <div className={classes.group}>{heading}</div>}
      <ul className={classes.entries} aria-label={heading}>
        {entries}
      </ul>
    </>
  );
}
