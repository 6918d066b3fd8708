// The navigation, without items for which the person has no permission.
import { NavLink } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Area } from '../routes/area.ts';
import { areas } from '../routes/areas.ts';
import { type Group, type GroupName, groupNames, groups } from '../routes/groups.ts';
import { may, useMe } from '../shared/session.ts';
import { useTexts } from '../shared/texts.ts';
import { Icon } from '../shared/ui/icon.tsx';
import { useCurrentProject } from './current-project.ts';
import classes from './frame.module.css';

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

function entriesOf(group: MyGroup) {
  return <Entries key={group.name} {...group} />;
}

interface MyGroup extends Group {
  readonly name: GroupName;
  readonly areas: readonly Area[];
}

/** The areas that the person can open, in their groups. Empty groups are omitted. */
export function useMyAreas(): readonly MyGroup[] {
  const me = useMe();
  const current = useCurrentProject();
  const isMine = ({ needs }: Area, { scope }: Group) =>
    scope === 'installation' ? may(me, needs, null) : current !== null && may(me, needs, current);
  return groupNames
    .map((name) => {
      const own = areas.filter((area) => area.group === name && isMine(area, groups[name]));
      return { ...groups[name], name, areas: own };
    })
    .filter((group) => group.areas.length > 0);
}

function Entries({ label: heading, areas: list }: MyGroup) {
  const t = useTexts('common');
  const current = useCurrentProject();
  const entries = list.map(({ label, icon, link }) => (
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
      {heading !== null && <div className={classes.group}>{t.groups[heading]}</div>}
      <ul className={classes.entries} aria-label={heading === null ? undefined : t.groups[heading]}>
        {entries}
      </ul>
    </>
  );
}
