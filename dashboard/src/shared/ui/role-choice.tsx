// The roles of a person in a project: several can be selected, each with a description.
import { Checkbox, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OperatorApi } from '../api-types.ts';
import { projectRoles } from '../roles.ts';
import { useMe } from '../session.ts';
import { useTexts } from '../texts.ts';

export type ProjectRole = OperatorApi['members.invite']['input']['roles'][number];

interface Props {
  readonly label: string;
  readonly value: readonly string[];
  readonly error?: ReactNode;
  readonly onChange: (roles: readonly ProjectRole[]) => void;
}

export function RoleChoice({ label, value, error, onChange }: Props) {
  const names = useTexts('common').roleNames;
  const duties = useTexts('common').roleDuties;
  // Only an owner can change who approves. For others, it stays as it was.
  const [before] = useState(value);
  const isOwner = useMe().permissions.includes('team');
  const isFixed = (role: ProjectRole) => role === 'approver' && !isOwner && !before.includes(role);
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      error={error}
      onChange={(chosen) => onChange(projectRoles.filter((role) => chosen.includes(role)))}
    >
      <Stack gap="xs" mt="xs">
        {projectRoles.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={names[role]}
            description={duties[role]}
            disabled={isFixed(role)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
