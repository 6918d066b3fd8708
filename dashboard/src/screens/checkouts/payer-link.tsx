// What a payer needs for an open checkout: the link to its page, to copy or to scan.
import type { Checkout } from '@chaintill/client';
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { useSecondsLeft } from '../../shared/ui/quote.tsx';
import classes from '../../shared/ui/text.module.css';
import { CopyId } from '../../shared/ui/values.tsx';

export function PayerLink({ checkout }: { readonly checkout: Checkout }) {
  const t = useTexts('checkouts');
  const left = useSecondsLeft(Date.parse(checkout.expires_at));
  const { hosted_page_url: url } = checkout;
  // The code that draws the picture is loaded only here.
  const picture = useQuery({
    queryKey: ['picture', url],
    queryFn: async () => (await import('uqr')).renderSVG(url),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (left === 0) return null;
  return (
    <Card withBorder component="section" aria-label={t.payerTitle}>
      <Group gap="lg" align="flex-start">
        <img
          className={classes.code}
          src={`data:image/svg+xml,${encodeURIComponent(picture.data ?? '')}`}
          alt={t.picture}
        />
        <Stack gap="sm" flex="1 1 16rem" miw={0}>
          <Title order={2}>{t.payerTitle}</Title>
          <Text>{t.how}</Text>
          <CopyId value={url} label={t.copyLink} isWhole />
        </Stack>
      </Group>
    </Card>
  );
}
