// The known steps of an invoice, in order: created, seen, confirmed, assessed, converted, callback delivered.
import type { Invoice } from '@chaintill/client';
import { Text, Timeline } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SECOND } from '../../shared/clock.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { callbacksOf, traceOf } from '../../shared/trace.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { When } from '../../shared/ui/values.tsx';
import { invoiceRefunds } from './queries.ts';
import { useSteps } from './steps.tsx';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
}

export function InvoiceTimeline({ project, invoice }: Props) {
  const t = useTexts('invoices');
  const refunds = useQuery(invoiceRefunds(project, invoice.id));
  const trace = useQuery(traceOf('invoice', project, invoice.id));
  const callbacks = useInfiniteQuery({
    ...callbacksOf('invoice', project, invoice.id),
    // Polled, because a callback's delivery is not a live event.
    refetchInterval: 15 * SECOND,
  });
  const steps = useSteps({
    invoice,
    refunds: refunds.data ?? [],
    trace: trace.data,
    callbacks: callbacks.data?.pages.flatMap(({ rows }) => rows) ?? [],
  });
  return (
    <>
      <Timeline active={steps.length} bulletSize={16} lineWidth={2}>
        {steps.map(({ key, title, text, at }) => (
          <Timeline.Item key={key} title={title}>
            <Text component="div" size="sm">
              {text}
              {text && at !== null ? ' · ' : ''}
              {at !== null && <When at={at} />}
            </Text>
          </Timeline.Item>
        ))}
        <Timeline.Item title={t[nowAs[invoice.status]]}>
          <Text component="div" size="sm">
            <Until invoice={invoice} />
          </Text>
        </Timeline.Item>
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

/** Only a price that is valid or has just expired has its own time. */
function Until({ invoice }: { readonly invoice: Invoice }) {
  const { status, expires_at } = invoice;
  return status === 'new' || status === 'cancelled' ? <When at={expires_at} /> : null;
}
