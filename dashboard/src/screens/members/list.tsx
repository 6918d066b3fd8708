// The members of one project and their roles.
import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { projectRoles, roleText } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Status, userStatus, userStatusOf } from '../../shared/statuses.tsx';
import { ConfirmDialog, Dialog } from '../../shared/ui/dialogs.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import {
  type Invitation,
  InvitationLink,
  InviteDialog,
  type ProjectRole,
  RoleChoice,
} from '../../shared/ui/invitations.tsx';
import { Failed, Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { type Member, memberList } from './queries.ts';

const route = getRouteApi('/app/projects/$project/members');

type Open =
  | 'invite'
  | { readonly change: Member }
  | { readonly link: Member }
  | { readonly remove: Member };

export function MemberList() {
  const t = useTexts('members');
  const { project } = route.useParams();
  const client = useQueryClient();
  const canInvite = useCan('members.invite');
  const [open, setOpen] = useState<Open>();
  const [invitation, setInvitation] = useState<Invitation>();
  const close = () => setOpen(undefined);
  const changed = () => client.invalidateQueries({ queryKey: ['member', project] });
  const invite = canInvite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setOpen('invite')}>
      {t.invite}
    </Button>
  );
  return (
    <Page title={t.title} actions={invite}>
      <ListTable
        label={t.title}
        list={memberList(project)}
        columns={useColumns(setOpen)}
        rowKey={({ user_id: id }) => id}
        empty={t.empty}
      />
      {open === 'invite' && (
        <InviteMember
          project={project}
          onInvited={(made) => {
            close();
            setInvitation(made);
            return changed();
          }}
          onClose={close}
        />
      )}
      {typeof open === 'object' && 'change' in open && (
        <RolesDialog project={project} member={open.change} onChanged={changed} onClose={close} />
      )}
      {typeof open === 'object' && 'link' in open && (
        <ConfirmDialog
          title={t.linkTitle({ name: open.link.name })}
          action={t.createLink}
          run={async () => {
            const requested = { project, user_id: open.link.user_id };
            const confirms = t.linkTitle({ name: open.link.name });
            setInvitation(await operator('members.sign-in-link', requested, { confirms }));
          }}
          onClose={close}
        >
          {t.linkWhat}
        </ConfirmDialog>
      )}
      {typeof open === 'object' && 'remove' in open && (
        <ConfirmDialog
          title={t.removeTitle({ name: open.remove.name })}
          action={t.removeAction}
          isDangerous
          run={async () => {
            await operator(
              'members.set',
              { project, user_id: open.remove.user_id, roles: [] },
              { confirms: t.removeTitle({ name: open.remove.name }) },
            );
            await changed();
          }}
          onClose={close}
        >
          {t.removeWhat({ name: open.remove.name })}
        </ConfirmDialog>
      )}
      {invitation !== undefined && (
        <InvitationLink invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </Page>
  );
}

function useColumns(onOpen: (open: Open) => void): readonly Column<Member>[] {
  const t = useTexts('members');
  const names = useTexts('common').roleNames;
  const canChange = useCan('members.set');
  const change: Column<Member> = {
    head: t.change,
    cell: (member) => (
      <Button.Group>
        <Button
          size="xs"
          variant="default"
          aria-label={t.rolesOf({ name: member.name })}
          onClick={() => onOpen({ change: member })}
        >
          {t.changeAction}
        </Button>
        {['invited', 'undelivered'].includes(userStatusOf(member)) && (
          <Button
            size="xs"
            variant="default"
            aria-label={t.linkTitle({ name: member.name })}
            onClick={() => onOpen({ link: member })}
          >
            {t.link}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          aria-label={t.removeTitle({ name: member.name })}
          onClick={() => onOpen({ remove: member })}
        >
          {t.remove}
        </Button>
      </Button.Group>
    ),
  };
  return [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.email, cell: ({ email }) => email ?? '–' },
    {
      head: t.roles,
      cell: (member) => (
        <>
          {member.roles.map((role) => roleText(names, role)).join(', ')}{' '}
          {userStatusOf(member) !== 'active' && (
            <Status of={userStatus} value={userStatusOf(member)} />
          )}
        </>
      ),
    },
    { head: t.since, cell: ({ since }) => <When at={since} /> },
    ...(canChange ? [change] : []),
  ];
}

interface Props {
  readonly project: string;
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
}

function InviteMember({ project, onInvited, onClose }: Props) {
  const t = useTexts('members');
  const names = useTexts('common').roleNames;
  const [roles, setRoles] = useState<readonly ProjectRole[]>([]);
  const confirmed = roles.map((role) => names[role]).join(', ');
  return (
    <InviteDialog
      isReady={roles.length > 0}
      invite={(invitee) =>
        operator(
          'members.invite',
          { ...invitee, roles, project },
          { confirms: t.confirms({ name: invitee.name, roles: confirmed }) },
        )
      }
      {...{ onInvited, onClose }}
    >
      {(errors) => (
        <RoleChoice label={t.roles} value={roles} error={errors['roles']} onChange={setRoles} />
      )}
    </InviteDialog>
  );
}

interface RolesDialogProps {
  readonly project: string;
  readonly member: Member;
  readonly onChanged: () => Promise<unknown>;
  readonly onClose: () => void;
}

function RolesDialog({ project, member, onChanged, onClose }: RolesDialogProps) {
  const t = useTexts('members');
  const names = useTexts('common').roleNames;
  const { cancel } = useTexts('common');
  const [roles, setRoles] = useState(projectRoles.filter((role) => member.roles.includes(role)));
  const set = useAction({
    run: () =>
      operator(
        'members.set',
        { project, user_id: member.user_id, roles },
        {
          confirms: t.confirms({
            name: member.name,
            roles: roles.map((role) => names[role]).join(', '),
          }),
        },
      ),
    onDone: async () => {
      await onChanged();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t.rolesOf({ name: member.name })}>
      <Stack gap="md">
        <RoleChoice label={t.roles} value={roles} onChange={(chosen) => setRoles([...chosen])} />
        {set.isError && <Failed error={set.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            onClick={() => set.start(undefined)}
            loading={set.isPending}
            disabled={roles.length === 0}
          >
            {t.save}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
