// Invites a person to one project, with the selected roles.
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import {
  type Invitation,
  InviteDialog,
  type ProjectRole,
  RoleChoice,
} from '../../shared/ui/invitations.tsx';

interface Props {
  readonly project: string;
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
}

export function InviteMember({ project, onInvited, onClose }: Props) {
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
