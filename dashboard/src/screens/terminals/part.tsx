// A part of the page of a terminal: its title, its action and its rows.
import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Part({ title, action, children }: Props) {
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      {children}
    </Stack>
  );
}
