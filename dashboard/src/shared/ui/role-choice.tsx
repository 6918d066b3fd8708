// Which roles somebody has in a project: several may be chosen, and each says what it is for.
import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperatorApi } from '../api-types.ts';
import { useMessages } from '../i18n.tsx';
import { projectRoles, roleDuties, roleNames } from '../roles.ts';

export type ProjectRole = OperatorApi['members.invite']['input']['roles'][number];

interface Props {
  readonly label: string;
  readonly value: readonly string[];
  readonly error?: ReactNode;
  readonly onChange: (roles: readonly ProjectRole[]) => void;
}

export function RoleChoice({ label, value, error, onChange }: Props) {
  const names = useMessages(roleNames);
  const duties = useMessages(roleDuties);
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      error={error}
      onChange={(chosen) => onChange(projectRoles.filter((role) => chosen.includes(role)))}
    >
      <Stack gap="xs" mt="xs">
        {projectRoles.map((role) => (
          <Checkbox key={role} value={role} label={names[role]} description={duties[role]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
