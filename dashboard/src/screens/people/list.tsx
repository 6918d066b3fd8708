// The people of the instance, and their instance-wide roles.
import { Button, Divider, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { installationRoles, roleText } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { userStatus, userStatusOf } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorWhole } from '../../shared/queries.ts';
import { useCan, useMe } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { ActionButton, CreateButton, RowButton } from '../../shared/ui/buttons.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { type Invitation, InvitationLink, InviteDialog } from '../../shared/ui/invitations.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed, Page } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';

type User = OperatorApi['users.list']['output'][number];
type InstallationRole = NonNullable<OperatorApi['users.set-role']['input']['role']>;

const USERS = ['user'] as const;
const userList = operatorWhole([...USERS, 'list'], 'users.list', {});

export function PeopleList() {
  const t = useTexts('people');
  const [managed, setManaged] = useState<User>();
  const [invitation, setInvitation] = useState<Invitation>();
  const invite = useCan('users.invite') && (
    <CreateButton label={t.invite}>
      {(onClose) => (
        <InvitePerson
          onInvited={(made) => {
            onClose();
            setInvitation(made);
          }}
          onClose={onClose}
        />
      )}
    </CreateButton>
  );
  return (
    <Page title={t.title} actions={invite}>
      <Text c="dimmed">{t.about}</Text>
      <ListTable label={t.title} list={userList} columns={useColumns(setManaged)} empty={t.empty} />
      {managed !== undefined && (
        <ManageDialog
          user={managed}
          onDone={(made) => {
            setManaged(undefined);
            setInvitation(made);
          }}
          onClose={() => setManaged(undefined)}
        />
      )}
      {invitation !== undefined && (
        <InvitationLink invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </Page>
  );
}

function useColumns(onManage: (user: User) => void): Columns<User> {
  const t = useTexts('people');
  const canManage = useCan('users.disable');
  return [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.email, cell: ({ email }) => email ?? '–' },
    { head: t.role, cell: ({ role }) => (role === null ? t.noRole : roleText(t.roleNames, role)) },
    { head: t.status, cell: (user) => <Status of={userStatus} value={userStatusOf(user)} /> },
    { head: t.since, time: ({ created_at: at }) => at },
    canManage && {
      head: t.change,
      cell: (user) => (
        <RowButton name={t.changeWhom({ name: user.name })} onClick={() => onManage(user)}>
          {t.changeAction}
        </RowButton>
      ),
    },
  ];
}

interface Props {
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
}

function InvitePerson({ onInvited, onClose }: Props) {
  const t = useTexts('people');
  const [role, setRole] = useState<InstallationRole>('operator');
  const choose = (value: string) =>
    setRole(installationRoles.find((each) => each === value) ?? role);
  return (
    <InviteDialog
      invite={(invitee) =>
        operator(
          'users.invite',
          { ...invitee, role },
          { confirms: t.confirms({ name: invitee.name, role: t.roleNames[role] }) },
        )
      }
      refreshes={[USERS]}
      {...{ onInvited, onClose }}
    >
      {(errors) => (
        <NativeSelect
          label={t.role}
          description={t.roleDuties[role]}
          data={installationRoles.map((value) => ({ value, label: t.roleNames[value] }))}
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
  readonly onDone: (invitation?: Invitation) => unknown;
  readonly onClose: () => void;
}

function ManageDialog({ user, onDone, onClose }: ManageDialogProps) {
  const t = useTexts('people');
  const isSelf = useMe().user.id === user.id;
  return (
    <Dialog opened onClose={onClose} title={t.changeWhom({ name: user.name })}>
      <Stack gap="md">
        <RoleForm user={user} onDone={onDone} />
        {user.disabled_at === null && (
          <>
            <Divider />
            <LinkButton user={user} onDone={onDone} />
          </>
        )}
        {!isSelf && (
          <>
            <Divider />
            <AccessButton user={user} onDone={onDone} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

type Part = Omit<ManageDialogProps, 'onClose'>;

function RoleForm({ user, onDone }: Part) {
  const t = useTexts('people');
  const [chosen, setChosen] = useState(user.role ?? '');
  const role = installationRoles.find((each) => each === chosen);
  const given = role === undefined ? t.noRole : t.roleNames[role];
  const set = useAction({
    run: () =>
      operator(
        'users.set-role',
        { user_id: user.id, ...(role === undefined ? {} : { role }) },
        { confirms: t.confirms({ name: user.name, role: given }) },
      ),
    refreshes: [USERS],
    onDone: () => onDone(),
  });
  return (
    <>
      <NativeSelect
        label={t.role}
        description={role === undefined ? t.noRoleHint : t.roleDuties[role]}
        value={chosen}
        data={[
          { value: '', label: t.noRole },
          ...installationRoles.map((value) => ({ value, label: t.roleNames[value] })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {set.isError && <Failed error={set.error} />}
      <Group>
        <ActionButton work={set} variant="filled" isDisabled={chosen === (user.role ?? '')}>
          {t.setRole}
        </ActionButton>
      </Group>
    </>
  );
}

function LinkButton({ user, onDone }: Part) {
  const t = useTexts('people');
  const link = useAction({
    run: () => {
      const confirms = t.confirmsLink({ name: user.name });
      return operator('users.sign-in-link', { user_id: user.id }, { confirms });
    },
    onDone,
  });
  return (
    <>
      <Text>{t.linkHint}</Text>
      {link.isError && <Failed error={link.error} />}
      <Group>
        <ActionButton work={link}>{t.createLink}</ActionButton>
      </Group>
    </>
  );
}

function AccessButton({ user, onDone }: Part) {
  const t = useTexts('people');
  const isIn = user.disabled_at === null;
  const action = isIn ? t.disable : t.enable;
  const switchAccess = useAction({
    run: () => {
      const confirms = t.labelled({ label: action, value: user.name });
      return operator(isIn ? 'users.disable' : 'users.enable', { user_id: user.id }, { confirms });
    },
    refreshes: [USERS],
    onDone: () => onDone(),
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
