// The people of the instance, and their instance-wide roles.
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roleText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Status, userStatus, userStatusOf } from '../../shared/statuses.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type Invitation, InvitationLink } from '../../shared/ui/invitations.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { InvitePerson } from './invite-dialog.tsx';
import { ManageDialog } from './manage-dialog.tsx';
import { type User, userKey, userList } from './queries.ts';

export function PeopleList() {
  const t = useTexts('people');
  const client = useQueryClient();
  const canInvite = useCan('users.invite');
  const [isInviting, setInviting] = useState(false);
  const [managed, setManaged] = useState<User>();
  const [invitation, setInvitation] = useState<Invitation>();
  const changed = async (made?: Invitation) => {
    setInviting(false);
    setManaged(undefined);
    setInvitation(made);
    await client.invalidateQueries({ queryKey: userKey });
  };
  const invite = canInvite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  );
  return (
    <Page title={t.title} actions={invite}>
      <Text c="dimmed">{t.about}</Text>
      <ListTable
        label={t.title}
        list={userList}
        columns={useColumns(setManaged)}
        rowKey={({ id }) => id}
        empty={t.empty}
      />
      {isInviting && <InvitePerson onInvited={changed} onClose={() => setInviting(false)} />}
      {managed !== undefined && (
        <ManageDialog user={managed} onChanged={changed} onClose={() => setManaged(undefined)} />
      )}
      {invitation !== undefined && (
        <InvitationLink invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </Page>
  );
}

function useColumns(onManage: (user: User) => void): readonly Column<User>[] {
  const t = useTexts('people');
  const names = useTexts('common').roleNames;
  const canManage = useCan('users.disable');
  const manage: Column<User> = {
    head: t.change,
    cell: (user) => (
      <Button
        size="xs"
        variant="default"
        aria-label={t.changeWhom({ name: user.name })}
        onClick={() => onManage(user)}
      >
        {t.changeAction}
      </Button>
    ),
  };
  return [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.email, cell: ({ email }) => email ?? '–' },
    { head: t.role, cell: ({ role }) => (role === null ? t.noRole : roleText(names, role)) },
    {
      head: t.status,
      cell: (user) => <Status of={userStatus} value={userStatusOf(user)} />,
    },
    { head: t.since, cell: ({ created_at: at }) => <When at={at} /> },
    ...(canManage ? [manage] : []),
  ];
}
