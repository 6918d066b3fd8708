// The known steps of an invoice, by time. Future steps of a payment follow the past ones.
import type { Invoice, InvoiceRefund } from '@chaintill/client';
import type { ReactNode } from 'react';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { deliveryStatus, isDeliveryStatus, Status } from '../../shared/statuses.tsx';
import { depthIn, type OnChain, type Posting, type Trace, TxLink } from '../../shared/trace.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';
import { Money } from '../../shared/ui/values.tsx';

type Delivery = OperatorApi['callbacks.log']['output']['rows'][number];

interface Known {
  readonly invoice: Invoice;
  readonly refunds: readonly InvoiceRefund[];
  readonly trace: Trace | undefined;
  readonly callbacks: readonly Delivery[];
}

export interface Step {
  readonly key: string;
  readonly title: string;
  readonly text: ReactNode;
  /** Null: not yet. */
  readonly at: string | null;
}

export function useSteps({ invoice, refunds, trace, callbacks }: Known): readonly Step[] {
  const t = useTexts('invoices');
  const stepsOf = usePaymentSteps();
  const bookedAs = useBookingSteps();
  const all: readonly Step[] = [
    { key: 'created', title: t.eventCreated, text: null, at: invoice.created_at },
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
      title: t.eventCalledBack({ event }),
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
        ? { key: `${id} gone`, title: t.eventGone, text: null, at: null }
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
        ? [{ key: `${id} inbox`, title: t.eventInInbox, text: null, at: payment.assessed_at }]
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
