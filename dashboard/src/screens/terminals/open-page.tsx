// How the page of a terminal gets to the device at the counter: its address to copy, or to scan.
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { QrCode } from '../../shared/ui/qr-code.tsx';
import { CopyId } from '../../shared/ui/values.tsx';

export function OpenPage({ url }: { readonly url: string }) {
  const t = useTexts('terminals');
  return (
    <Card withBorder component="section" aria-label={t.share}>
      <Group gap="lg" align="flex-start">
        <QrCode text={url} alt={t.picture} />
        <Stack gap="sm" flex="1 1 16rem" miw={0}>
          <Title order={2}>{t.share}</Title>
          <Text>{t.how}</Text>
          <CopyId value={url} label={t.copyLink} isWhole />
          <Group gap="sm">
            <Button component="a" href={url} target="_blank" rel="noreferrer">
              {t.openPage}
            </Button>
            <CopyButton label={t.copyAddress} text={url} />
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}
