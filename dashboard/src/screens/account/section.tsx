// A section of the account: its title, its purpose, and its actions.
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly about: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ title, about, actions, children }: Props) {
  return (
    <Card withBorder>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2}>{title}</Title>
            <Text c="dimmed">{about}</Text>
          </div>
          <Group gap="sm">{actions}</Group>
        </Group>
        {children}
      </Stack>
    </Card>
  );
}

/** Refetches the current person and all account queries. */
export function useAccountChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['me'] }),
      client.invalidateQueries({ queryKey: ['own'] }),
    ]);
}
