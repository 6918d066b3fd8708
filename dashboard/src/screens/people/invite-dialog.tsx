// Invites a person to the whole instance, with a role that applies in every project.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { installationRoles } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { type Invitation, InviteDialog } from '../../shared/ui/invitations.tsx';
import type { InstallationRole } from './queries.ts';

interface Props {
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
}

export function InvitePerson({ onInvited, onClose }: Props) {
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
