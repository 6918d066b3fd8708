// That something is on its way, and what.
import { Group, Loader, Text } from '@mantine/core';
import { useMessages } from '../i18n.tsx';
import { words } from './words.ts';

export function Loading({ what }: { readonly what: string }) {
  const t = useMessages(words);
  return (
    <Group justify="center" p="xl" role="status">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{t.loading(what)}</Text>
    </Group>
  );
}
