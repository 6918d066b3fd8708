// Settings that have a screen of their own, as links in their group.
import { Group } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { may, type OperationName, useMe } from '../../shared/session.ts';
import type { GroupName } from './fields.ts';
import classes from './projects.module.css';

interface Props {
  readonly group: GroupName;
  readonly project: string;
}

interface ScreenLink {
  readonly label: string;
  /** The operation that the person must be permitted to use. Undefined: everyone may. */
  readonly operation?: OperationName;
  readonly link: LinkProps;
}

export function GroupLinks({ group, project }: Props) {
  const { areas } = useTexts('common');
  const t = useTexts('projects');
  const me = useMe();
  const own = me.projects.find(({ id }) => id === project) ?? null;
  const params = { project };
  const links: Partial<Record<GroupName, readonly ScreenLink[]>> = {
    brand: [
      {
        label: t.brandLink,
        operation: 'projects.show',
        link: { to: '/projects/$project/brand', params },
      },
    ],
    payouts: [
      {
        label: areas.policy,
        operation: 'policy.show',
        link: { to: '/projects/$project/policy', params },
      },
    ],
    notifications: [
      { label: t.yourNotifications, link: { to: '/account' } },
      { label: areas.alert, operation: 'alerts.list', link: { to: '/alerts' } },
    ],
    developers: [
      { label: areas.key, operation: 'keys.list', link: { to: '/projects/$project/keys', params } },
      {
        label: areas.callback,
        operation: 'callbacks.list',
        link: { to: '/projects/$project/callbacks', params },
      },
      {
        label: areas.request,
        operation: 'requests.list',
        link: { to: '/projects/$project/requests', params },
      },
    ],
    members: [
      {
        label: areas.member,
        operation: 'members.list',
        link: { to: '/projects/$project/members', params },
      },
      {
        label: areas.journal,
        operation: 'journal.list',
        link: { to: '/projects/$project/journal', params },
      },
    ],
  };
  const shown = (links[group] ?? []).filter(
    // Screens of the operations need the permission in the instance.
    ({ operation, link }) =>
      operation === undefined || may(me, operation, link.params === undefined ? null : own),
  );
  if (shown.length === 0) return null;
  return (
    <Group gap="lg" className={classes.links ?? ''}>
      {shown.map(({ label, link }) => (
        <Link key={label} {...link}>
          {label}
        </Link>
      ))}
    </Group>
  );
}
