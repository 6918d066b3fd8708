// A loading indicator that names what is loading.
import { Group, Loader, Text } from '@mantine/core';
import { useTexts } from '../texts.ts';

export function Loading({ what }: { readonly what: string }) {
  const t = useTexts('common');
  return (
    <Group justify="center" p="xl" role="status">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{t.loading({ what })}</Text>
    </Group>
  );
}
