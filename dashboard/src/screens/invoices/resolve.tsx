// Actions on an invoice that needs a decision: refund it, or settle it for the paid amount.
import type { Invoice } from '@chaintill/client';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import { RecalculateDialog } from './recalculate-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
}

export function Resolve({ project, invoice }: Props) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const client = useQueryClient();
  const canResolve = useCan('createInvoiceRefund');
  const canRelease = useCan('invoices.release');
  const [requested, setRequested] = useState<'account' | 'address' | 'recalculate' | 'release'>();
  if (!(canResolve || canRelease)) return null;
  const price = moneyText(locale, {
    amount: invoice.price_amount,
    currency: invoice.price_currency,
  });
  const confirms = t.releaseConfirms({ invoice: invoice.id, sum: price });
  const isIllicit = invoice.status_context === 'illicit_resource';
  const onClose = () => setRequested(undefined);
  const onDone = () => {
    for (const type of ['invoice', 'account'])
      void client.invalidateQueries({ queryKey: [type, project] });
    onClose();
  };
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={2}>{t.resolveTitle}</Title>
        {isIllicit && <Text>{t.operatorFirst}</Text>}
        <Group gap="xs">
          {canResolve && (
            <>
              <Button variant="default" onClick={() => setRequested('account')}>
                {t.refundAccount}
              </Button>
              <Button variant="default" onClick={() => setRequested('address')}>
                {t.refundAddress}
              </Button>
              <Button variant="default" onClick={() => setRequested('recalculate')}>
                {t.recalculate}
              </Button>
            </>
          )}
          {isIllicit && canRelease && (
            <Button variant="default" onClick={() => setRequested('release')}>
              {t.release}
            </Button>
          )}
        </Group>
      </Stack>
      {(requested === 'account' || requested === 'address') && (
        <RefundDialog
          {...{ project, invoice, onDone, onClose }}
          isToAddress={requested === 'address'}
        />
      )}
      {requested === 'recalculate' && (
        <RecalculateDialog {...{ project, invoice, onDone, onClose }} />
      )}
      {requested === 'release' && (
        <ConfirmDialog
          title={t.releaseTitle}
          action={t.releaseAction}
          isDangerous
          wantsReason
          run={(reason) =>
            operator('invoices.release', { invoice_id: invoice.id, reason }, { confirms })
          }
          onClose={onDone}
        >
          {t.releaseWhat}
        </ConfirmDialog>
      )}
    </Card>
  );
}
