// A part of the account: its name, what it is for, and what can be done.
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

/** Who one is, and all of the account, asked again. */
export function useAccountChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['me'] }),
      client.invalidateQueries({ queryKey: ['own'] }),
    ]);
}
