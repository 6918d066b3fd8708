// Actions on an invoice that needs a decision: refund it, or settle it for the paid amount.
import type { Invoice } from '@chaintill/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import { WhoCan } from '../../shared/who-can.tsx';
import { changedBy } from './queries.ts';
import { RecalculateDialog } from './recalculate-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
}

export function Resolve({ project, invoice }: Props) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const canResolve = useCan('createInvoiceRefund');
  const canRelease = useCan('invoices.release');
  const [requested, setRequested] = useState<'account' | 'address' | 'recalculate'>();
  const { id, price_amount: amount, price_currency: currency } = invoice;
  const sum = moneyText(locale, { amount, currency });
  const isIllicit = invoice.status_context === 'illicit_resource';
  const onClose = () => setRequested(undefined);
  const labels = { account: t.refundAccount, address: t.refundAddress, recalculate: t.recalculate };
  return (
    <Section title={t.resolveTitle}>
      {isIllicit && <Text>{t.operatorFirst}</Text>}
      <Group gap="xs">
        {(['account', 'address', 'recalculate'] as const).map((each) => (
          <Button
            key={each}
            variant="default"
            disabled={!canResolve}
            onClick={() => setRequested(each)}
          >
            {labels[each]}
          </Button>
        ))}
        {isIllicit && canRelease && (
          <ConfirmButton
            label={t.release}
            title={t.releaseTitle}
            action={t.releaseAction}
            isDangerous
            wantsReason
            run={(reason) => {
              const confirms = t.releaseConfirms({ invoice: id, sum });
              return operator('invoices.release', { invoice_id: id, reason }, { confirms });
            }}
            refreshes={changedBy(project)}
          >
            {t.releaseWhat}
          </ConfirmButton>
        )}
      </Group>
      {!canResolve && <WhoCan of={{ project, type: 'invoice', id }} permission="payout" />}
      {(requested === 'account' || requested === 'address') && (
        <RefundDialog {...{ project, invoice, onClose }} isToAddress={requested === 'address'} />
      )}
      {requested === 'recalculate' && <RecalculateDialog {...{ project, invoice, onClose }} />}
    </Section>
  );
}
