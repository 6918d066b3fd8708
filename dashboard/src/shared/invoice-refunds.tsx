// The refunds of a completed invoice that people start: to an address or as a link, and the links that were created.
import type { RefundClaim } from '@chaintill/client';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from './i18n.tsx';
import { NewRefundDialog } from './new-refund.tsx';
import { claimList, useClaimColumns } from './refund-claims.tsx';
import { RefundLinkDialog } from './refund-link-dialog.tsx';
import { useCan } from './session.ts';
import { Failed } from './ui/page.tsx';
import { RowsTable } from './ui/tables.tsx';

interface Props {
  readonly project: string;
  readonly invoiceId: string;
  /** Its other resolutions are elsewhere: only what its payer asked for. */
  readonly isUnresolved: boolean;
  /** What it was paid in, if there are several. */
  readonly coin?: string;
}

export function InvoiceRefunds({ project, invoiceId, isUnresolved, coin }: Props) {
  const t = useTexts('refunds');
  const mayLink = useCan('createRefundClaim');
  const mayRefund = useCan('createInvoiceRefund');
  const canLink = mayLink && !isUnresolved;
  const canRefund = mayRefund && !isUnresolved;
  const [opened, setOpened] = useState<'link' | 'address'>();
  const [made, setMade] = useState<RefundClaim>();
  const query = useInfiniteQuery(claimList(project, { invoice_id: invoiceId }));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const columns = useClaimColumns(project, true);
  const onClose = () => setOpened(undefined);
  if (!canLink && !canRefund && rows.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={2}>
        {isUnresolved ? t.requests : coin === undefined ? t.refunds : t.refundsIn({ coin })}
      </Title>
      {query.isError && <Failed error={query.error} what={t.title} />}
      <Group gap="xs">
        {canRefund && (
          <Button variant="default" onClick={() => setOpened('address')}>
            {t.refundButton}
          </Button>
        )}
        {canLink && (
          <Button variant="default" onClick={() => setOpened('link')}>
            {t.sendLinkButton}
          </Button>
        )}
      </Group>
      {rows.length === 0 && query.data !== undefined && <Text c="dimmed">{t.noLinksYet}</Text>}
      {rows.length > 0 && <RowsTable label={t.title} rows={rows} columns={columns} />}
      {opened === 'link' && (
        <NewRefundDialog {...{ project, invoiceId, onClose }} onLink={setMade} />
      )}
      {opened === 'address' && <NewRefundDialog {...{ project, invoiceId, onClose }} />}
      {made !== undefined && <RefundLinkDialog claim={made} onClose={() => setMade(undefined)} />}
    </Stack>
  );
}
