// What is known to have happened to an invoice, in order.
import type { Invoice } from '@chaintill/client';
import { Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../shared/i18n.tsx';
import { CopyId } from '../../shared/ui/copy-id.tsx';
import { Failed } from '../../shared/ui/failed.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { When } from '../../shared/ui/when.tsx';
import { invoiceWords } from './messages.ts';
import { invoiceRefunds } from './queries.ts';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
}

interface Step {
  readonly key: string;
  readonly title: string;
  readonly text: ReactNode;
}

export function InvoiceTimeline({ project, invoice }: Props) {
  const t = useMessages(invoiceWords);
  const refunds = useQuery(invoiceRefunds(project, invoice.id));
  const steps: readonly Step[] = [
    { key: 'created', title: t.eventCreated, text: <When at={invoice.created_at} /> },
    ...invoice.transactions.map(({ txid, risk }) => ({
      key: txid,
      title: t.eventPaid,
      text: (
        <>
          <CopyId value={txid} label={t.transaction} />{' '}
          {risk === null ? t.notAssessed : t.risk(risk.score)}
        </>
      ),
    })),
    ...(refunds.data ?? []).map((refund) => ({
      key: refund.id,
      title: t.eventRefunded,
      text: (
        <>
          <Money amount={refund.amount} currency={refund.amount_currency} />{' '}
          {refund.txid !== null && <CopyId value={refund.txid} label={t.transaction} />}{' '}
          <When at={refund.created_at} />
        </>
      ),
    })),
    { key: 'now', title: t[nowAs[invoice.status]], text: <Until invoice={invoice} /> },
  ];
  return (
    <>
      <Timeline active={steps.length - 1} bulletSize={16} lineWidth={2}>
        {steps.map(({ key, title, text }) => (
          <Timeline.Item key={key} title={title}>
            <Text component="div" size="sm">
              {text}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {refunds.isError && <Failed error={refunds.error} what={t.refunds} />}
    </>
  );
}

const nowAs = {
  new: 'eventWaits',
  completed: 'eventCompleted',
  unresolved: 'eventUnresolved',
  refunded: 'eventRefunded',
  cancelled: 'eventExpired',
} as const satisfies Record<Invoice['status'], string>;

/** Only a price that still holds, or just ran out, has a moment of its own. */
function Until({ invoice }: { readonly invoice: Invoice }) {
  const { status, expires_at } = invoice;
  return status === 'new' || status === 'cancelled' ? <When at={expires_at} /> : null;
}
