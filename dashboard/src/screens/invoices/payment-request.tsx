// What a payer needs for an unpaid invoice: the QR code and the link to the hosted page. The code contains the full
// amount, so after a partial payment only the hosted page is correct.
import type { Invoice } from '@chaintill/client';
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { QrCode } from '../../shared/ui/qr-code.tsx';
import { useSecondsLeft } from '../../shared/ui/quote.tsx';
import { CopyId, moneyText } from '../../shared/ui/values.tsx';

export function PaymentRequest({ invoice }: { readonly invoice: Invoice }) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const left = useSecondsLeft(Date.parse(invoice.expires_at));
  const { uri } = invoice;
  if (left === 0) return null;
  const amount = moneyText(locale, { amount: invoice.pay_amount, currency: invoice.pay_currency });
  return (
    <Card withBorder component="section" aria-label={t.payerTitle}>
      <Group gap="lg" align="flex-start">
        <QrCode text={uri} alt={t.picture({ amount, address: invoice.address })} />
        <Stack gap="sm" flex="1 1 16rem" miw={0}>
          <Title order={2}>{t.payerTitle}</Title>
          <Text>{t.how}</Text>
          <CopyId value={invoice.hosted_page_url} label={t.copyLink} isWhole />
        </Stack>
      </Group>
    </Card>
  );
}
