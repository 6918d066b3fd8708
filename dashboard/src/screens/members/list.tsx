// The members of one project and their roles.
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { projectRoles, roleText } from '../../shared/code-texts.ts';
import { userStatus, userStatusOf } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorWhole } from '../../shared/queries.ts';
import { useCan } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { CreateButton } from '../../shared/ui/buttons.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import {
  type Invitation,
  InvitationLink,
  InviteDialog,
  type ProjectRole,
  RoleChoice,
} from '../../shared/ui/invitations.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type RowAction, RowMenu } from '../../shared/ui/row-menu.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';

type Member = OperatorApi['members.list']['output'][number];

const route = getRouteApi('/app/projects/$project/members');

export function MemberList() {
  const t = useTexts('members');
  const { project } = route.useParams();
  const [invitation, setInvitation] = useState<Invitation>();
  const invite = useCan('members.invite') && (
    <CreateButton label={t.invite}>
      {(onClose) => (
        <InviteMember
          {...{ project, onClose }}
          onInvited={(made) => {
            onClose();
            setInvitation(made);
          }}
        />
      )}
    </CreateButton>
  );
  return (
    <Page title={t.title} actions={invite}>
      <ListTable
        label={t.title}
        list={operatorWhole(['member', project], 'members.list', { project })}
        columns={useColumns(project, setInvitation)}
        rowKey={({ user_id: id }) => id}
        empty={t.empty}
      />
      {invitation !== undefined && (
        <InvitationLink invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </Page>
  );
}

function useColumns(project: string, onInvited: (invitation: Invitation) => void): Columns<Member> {
  const t = useTexts('members');
  const canChange = useCan('members.set');
  return [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.email, cell: ({ email }) => email ?? '–' },
    {
      head: t.roles,
      cell: (member) => (
        <>
          {member.roles.map((role) => roleText(t.roleNames, role)).join(', ')}{' '}
          {userStatusOf(member) !== 'active' && (
            <Status of={userStatus} value={userStatusOf(member)} />
          )}
        </>
      ),
    },
    { head: t.since, time: ({ since }) => since },
    canChange && {
      head: t.rowActions,
      cell: (member) => <MemberActions {...{ project, member, onInvited }} />,
    },
  ];
}

interface MemberProps {
  readonly project: string;
  readonly member: Member;
}

interface ActionsProps extends MemberProps {
  readonly onInvited: (invitation: Invitation) => void;
}

function MemberActions({ project, member, onInvited }: ActionsProps) {
  const t = useTexts('members');
  const { name, user_id } = member;
  const linkTitle = t.linkTitle({ name });
  const removeTitle = t.removeTitle({ name });
  const isInvited = ['invited', 'undelivered'].includes(userStatusOf(member));
  const link: RowAction = {
    label: t.link,
    confirm: {
      title: linkTitle,
      action: t.createLink,
      run: async () => {
        const named = { project, user_id };
        onInvited(await operator('members.sign-in-link', named, { confirms: linkTitle }));
      },
      children: t.linkWhat,
    },
  };
  const remove: RowAction = {
    label: t.remove,
    isDangerous: true,
    confirm: {
      title: removeTitle,
      action: t.removeAction,
      isDangerous: true,
      run: () =>
        operator('members.set', { project, user_id, roles: [] }, { confirms: removeTitle }),
      refreshes: [['member', project]],
      children: t.removeWhat({ name }),
    },
  };
  const change: RowAction = {
    label: t.changeAction,
    dialog: (onClose) => <RolesDialog {...{ project, member, onClose }} />,
  };
  return <RowMenu of={name} actions={[change, isInvited && link, remove]} />;
}

/** The role with the fewest rights is the default: more rights are given on purpose. */
const LEAST: readonly ProjectRole[] = ['viewer'];

interface InviteProps {
  readonly project: string;
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
}

function InviteMember({ project, onInvited, onClose }: InviteProps) {
  const t = useTexts('members');
  const [roles, setRoles] = useState<readonly ProjectRole[]>(LEAST);
  const confirmed = roles.map((role) => t.roleNames[role]).join(', ');
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
      refreshes={[['member', project]]}
      {...{ onInvited, onClose }}
    >
      {(errors) => (
        <RoleChoice label={t.roles} value={roles} error={errors['roles']} onChange={setRoles} />
      )}
    </InviteDialog>
  );
}

interface RolesProps extends MemberProps {
  readonly onClose: () => void;
}

function RolesDialog({ project, member: { name, user_id, ...member }, onClose }: RolesProps) {
  const t = useTexts('members');
  const [roles, setRoles] = useState(projectRoles.filter((role) => member.roles.includes(role)));
  const named = roles.map((role) => t.roleNames[role]).join(', ');
  return (
    <ConfirmDialog
      title={t.rolesOf({ name })}
      action={t.save}
      isReady={roles.length > 0}
      run={() => {
        const confirms = t.confirms({ name, roles: named });
        return operator('members.set', { project, user_id, roles }, { confirms });
      }}
      refreshes={[['member', project]]}
      onClose={onClose}
    >
      {() => <RoleChoice label={t.roles} value={roles} onChange={(all) => setRoles([...all])} />}
    </ConfirmDialog>
  );
}
