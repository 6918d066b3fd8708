// The roles of a member in the project.
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { projectRoles } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { RoleChoice } from '../../shared/ui/invitations.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import type { Member } from './queries.ts';

interface Props {
  readonly project: string;
  readonly member: Member;
  readonly onChanged: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function RolesDialog({ project, member, onChanged, onClose }: Props) {
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
