// The people of the instance, and their instance-wide roles.
import { Button, Divider, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { installationRoles, roleText } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan, useMe } from '../../shared/session.ts';
import { Status, userStatus, userStatusOf } from '../../shared/statuses.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type Invitation, InvitationLink, InviteDialog } from '../../shared/ui/invitations.tsx';
import { Failed, Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { type InstallationRole, type User, userKey, userList } from './queries.ts';

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
      <ListTable label={t.title} list={userList} columns={useColumns(setManaged)} empty={t.empty} />
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

interface Props {
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
}

function InvitePerson({ onInvited, onClose }: Props) {
  const t = useTexts('people');
  const names = useTexts('common').roleNames;
  const duties = useTexts('common').roleDuties;
  const [role, setRole] = useState<InstallationRole>('operator');
  const choose = (value: string) =>
    setRole(installationRoles.find((each) => each === value) ?? role);
  return (
    <InviteDialog
      invite={(invitee) =>
        operator(
          'users.invite',
          { ...invitee, role },
          { confirms: t.confirms({ name: invitee.name, role: names[role] }) },
        )
      }
      {...{ onInvited, onClose }}
    >
      {(errors) => (
        <NativeSelect
          label={t.role}
          description={duties[role]}
          data={installationRoles.map((value) => ({ value, label: names[value] }))}
          value={role}
          error={errors['role']}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
    </InviteDialog>
  );
}

interface ManageDialogProps {
  readonly user: User;
  readonly onChanged: (invitation?: Invitation) => unknown;
  readonly onClose: () => void;
}

function ManageDialog({ user, onChanged, onClose }: ManageDialogProps) {
  const t = useTexts('people');
  const isSelf = useMe().user.id === user.id;
  return (
    <Dialog opened onClose={onClose} title={t.changeWhom({ name: user.name })}>
      <Stack gap="md">
        <RoleForm user={user} onChanged={onChanged} />
        {user.disabled_at === null && (
          <>
            <Divider />
            <LinkButton user={user} onChanged={onChanged} />
          </>
        )}
        {!isSelf && (
          <>
            <Divider />
            <AccessButton user={user} onChanged={onChanged} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

type Part = Omit<ManageDialogProps, 'onClose'>;

function RoleForm({ user, onChanged }: Part) {
  const t = useTexts('people');
  const names = useTexts('common').roleNames;
  const duties = useTexts('common').roleDuties;
  const [chosen, setChosen] = useState(user.role ?? '');
  const role = installationRoles.find((each) => each === chosen);
  const given = role === undefined ? t.noRole : names[role];
  const set = useAction({
    run: () =>
      operator(
        'users.set-role',
        { user_id: user.id, ...(role === undefined ? {} : { role }) },
        { confirms: t.confirms({ name: user.name, role: given }) },
      ),
    onDone: () => onChanged(),
  });
  return (
    <>
      <NativeSelect
        label={t.role}
        description={role === undefined ? t.noRoleHint : duties[role]}
        value={chosen}
        data={[
          { value: '', label: t.noRole },
          ...installationRoles.map((value) => ({ value, label: names[value] })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {set.isError && <Failed error={set.error} />}
      <Group>
        <Button
          onClick={() => set.start(undefined)}
          loading={set.isPending}
          disabled={chosen === (user.role ?? '')}
        >
          {t.setRole}
        </Button>
      </Group>
    </>
  );
}

function LinkButton({ user, onChanged }: Part) {
  const t = useTexts('people');
  const link = useAction({
    run: () =>
      operator(
        'users.sign-in-link',
        { user_id: user.id },
        { confirms: t.confirmsLink({ name: user.name }) },
      ),
    onDone: onChanged,
  });
  return (
    <>
      <Text>{t.linkHint}</Text>
      {link.isError && <Failed error={link.error} />}
      <Group>
        <Button variant="default" onClick={() => link.start(undefined)} loading={link.isPending}>
          {t.createLink}
        </Button>
      </Group>
    </>
  );
}

function AccessButton({ user, onChanged }: Part) {
  const t = useTexts('people');
  const { labelled } = useTexts('common');
  const isIn = user.disabled_at === null;
  const action = isIn ? t.disable : t.enable;
  const switchAccess = useAction({
    run: () =>
      operator(
        isIn ? 'users.disable' : 'users.enable',
        { user_id: user.id },
        { confirms: labelled({ label: action, value: user.name }) },
      ),
    onDone: () => onChanged(),
  });
  return (
    <>
      <Text>{isIn ? t.disableHint : t.enableHint}</Text>
      {switchAccess.isError && <Failed error={switchAccess.error} />}
      <Group>
        <Button
          variant={isIn ? 'filled' : 'default'}
          {...(isIn ? { color: 'red.9' } : {})}
          onClick={() => switchAccess.start(undefined)}
          loading={switchAccess.isPending}
        >
          {action}
        </Button>
      </Group>
    </>
  );
}
