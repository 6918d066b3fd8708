// A refund link to copy or to scan.
import type { RefundClaim } from '@chaintill/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTexts } from './i18n.tsx';
import { Dialog } from './ui/dialogs.tsx';
import { QrCode } from './ui/qr-code.tsx';
import { CopyId, When } from './ui/values.tsx';

interface Props {
  readonly claim: RefundClaim;
  readonly onClose: () => void;
}

export function RefundLinkDialog({ claim, onClose }: Props) {
  const t = useTexts('refunds');
  const url = claim.url ?? '';
  return (
    <Dialog opened onClose={onClose} title={t.linkTitle}>
      <Stack gap="md">
        <Text>{t.linkWhat}</Text>
        <QrCode text={url} alt={t.picture} />
        <CopyId value={url} label={t.copyLink} isWhole />
        <Text c="dimmed">
          {t.validUntil} <When at={claim.expires_at} />
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
