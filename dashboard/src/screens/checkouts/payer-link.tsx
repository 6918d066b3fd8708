// What a payer needs for an open checkout: the link to its page, to copy or to scan.
import type { Checkout } from '@chaintill/client';
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { QrCode } from '../../shared/ui/qr-code.tsx';
import { useSecondsLeft } from '../../shared/ui/quote.tsx';
import { CopyId } from '../../shared/ui/values.tsx';

export function PayerLink({ checkout }: { readonly checkout: Checkout }) {
  const t = useTexts('checkouts');
  const left = useSecondsLeft(Date.parse(checkout.expires_at));
  const { hosted_page_url: url } = checkout;
  if (left === 0) return null;
  return (
    <Card withBorder component="section" aria-label={t.payerTitle}>
      <Group gap="lg" align="flex-start">
        <QrCode text={url} alt={t.picture} />
        <Stack gap="sm" flex="1 1 16rem" miw={0}>
          <Title order={2}>{t.payerTitle}</Title>
          <Text>{t.how}</Text>
          <CopyId value={url} label={t.copyLink} isWhole />
        </Stack>
      </Group>
    </Card>
  );
}
