// The known steps of an invoice, in order: created, seen, confirmed, assessed, converted, callback delivered.
import type { Invoice, InvoiceRefund } from '@chaintill/client';
import { Group, Stack, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { scaled } from '../../shared/amounts.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { SECOND } from '../../shared/clock.ts';
import { deliveryStatus, isDeliveryStatus } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Status } from '../../shared/statuses.tsx';
import {
  CallbackTable,
  callbacksOf,
  depthIn,
  type OnChain,
  OnChainTable,
  type Posting,
  type Trace,
  TxLink,
  traceOf,
} from '../../shared/trace.tsx';
import { TraceLink } from '../../shared/trace-link.tsx';
import { Failed, QueryStatus } from '../../shared/ui/page.tsx';
import { useSecondsLeft } from '../../shared/ui/quote.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';
import { type Step, Steps } from '../../shared/ui/steps.tsx';
import { Money } from '../../shared/ui/values.tsx';
import { invoiceRefunds } from './queries.ts';

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
  const isOver = useSecondsLeft(Date.parse(invoice.expires_at)) === 0;
  const isUnpaid = scaled([invoice.paid_amount]).units[0] === 0n;
  const shownStatus = invoice.status === 'new' && isOver && isUnpaid ? 'cancelled' : invoice.status;
  const steps = useSteps({
    invoice,
    refunds: refunds.data ?? [],
    trace: trace.data,
    callbacks: callbacks.data?.pages.flatMap(({ rows }) => rows) ?? [],
  });
  return (
    <>
      <Steps
        steps={[
          ...steps,
          {
            key: 'now',
            title: t[nowAs[shownStatus]],
            // Only a price that is valid or has just expired has its own time.
            at: ['new', 'cancelled'].includes(invoice.status) ? invoice.expires_at : null,
            isAhead: shownStatus === 'new',
          },
        ]}
      />
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

type Delivery = OperatorApi['callbacks.deliveries']['output']['rows'][number];

interface Known {
  readonly invoice: Invoice;
  readonly refunds: readonly InvoiceRefund[];
  readonly trace: Trace | undefined;
  readonly callbacks: readonly Delivery[];
}

function useSteps({ invoice, refunds, trace, callbacks }: Known): readonly Step[] {
  const t = useTexts('invoices');
  const stepsOf = usePaymentSteps();
  const bookedAs = useBookingSteps();
  const all: readonly Step[] = [
    { key: 'created', title: t.eventCreated, at: invoice.created_at },
    ...(trace?.on_chain ?? []).flatMap(stepsOf),
    ...(trace?.postings ?? []).flatMap(bookedAs),
    ...refunds.map((refund) => ({
      key: refund.id,
      title: t.eventRefunded,
      text: (
        <>
          <Money amount={refund.amount} currency={refund.amount_currency} />{' '}
          {refund.txid !== null && <TxLink txid={refund.txid} url={null} />}
        </>
      ),
      at: refund.created_at,
    })),
    ...[...callbacks].reverse().map(({ id, event, status, created_at }) => ({
      key: id,
      title: t.eventCalledBack({ event: event.replace('Invoice.', '') }),
      text: isDeliveryStatus(status) && <Status of={deliveryStatus} value={status} />,
      at: created_at,
    })),
  ];
  // Steps with equal times keep their logical order.
  return [...all].sort((a, b) => momentOf(a) - momentOf(b));
}

function momentOf({ at }: Step): number {
  return at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at);
}

function usePaymentSteps() {
  const t = useTexts('invoices');
  const labels = useTexts('trace');
  const riskText = useRiskText();
  return (payment: OnChain): readonly Step[] => {
    const { id, direction, txid, amount, risk, status } = payment;
    if (direction === 'out') return [];
    const isGone = status === 'dropped' || status === 'reversed';
    return [
      {
        key: `${id} seen`,
        title: t.eventPaid,
        text: (
          <>
            <Money {...amount} /> <TxLink txid={txid} url={payment.explorer_url} />
          </>
        ),
        at: payment.seen_at,
      },
      isGone
        ? { key: `${id} gone`, title: t.eventGone, at: null }
        : {
            key: `${id} confirmed`,
            title: payment.confirmed_at === null ? t.eventConfirms : t.eventConfirmed,
            text: depthIn(labels, payment),
            at: payment.confirmed_at,
          },
      ...(payment.confirmed_at === null || isGone
        ? []
        : [
            {
              key: `${id} assessed`,
              title: risk === null ? t.eventAssesses : t.eventAssessed,
              text: risk === null ? null : riskText(risk),
              at: payment.assessed_at,
            },
          ]),
      ...(payment.is_unmatched
        ? [{ key: `${id} inbox`, title: t.eventInInbox, at: payment.assessed_at }]
        : []),
    ];
  };
}

function useBookingSteps() {
  const t = useTexts('invoices');
  const titles: Readonly<Record<string, string>> = {
    convert: t.eventConverted,
    credit: t.eventCredited,
    fee: t.eventFee,
  };
  return ({ of, purpose, amount, at }: Posting): readonly Step[] => {
    const title = titles[purpose];
    if (of.type !== 'Invoice' || title === undefined) return [];
    return [{ key: `${of.id} ${purpose}`, title, text: <Money {...amount} />, at }];
  };
}

interface InvoiceTracesProps {
  readonly project: string;
  readonly id: string;
}

export function InvoiceTraces({ project, id }: InvoiceTracesProps) {
  const t = useTexts('trace');
  const trace = useQuery(traceOf('invoice', project, id));
  return (
    <>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{t.onChain}</Title>
          <TraceLink project={project} id={id} />
        </Group>
        <QueryStatus of={trace} what={t.onChain} />
        {trace.data !== undefined && <OnChainTable rows={trace.data.on_chain} />}
      </Stack>
      <Stack gap="sm">
        <Title order={2}>{t.callbacks}</Title>
        <CallbackTable type="invoice" project={project} id={id} />
      </Stack>
    </>
  );
}
