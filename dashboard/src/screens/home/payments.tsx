// The latest payments in and out, one row each.
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { toDeposit, toInvoice, toTrace, toWithdrawal } from '../../shared/links.ts';
import { useProjectName } from '../../shared/session.ts';
import {
  depositStatus,
  InvoiceStatusBadge,
  type InvoiceStatusProps,
  PaymentStatus,
  Status,
  withdrawalStatus,
} from '../../shared/statuses.tsx';
import { Empty, Titled } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { shortened } from '../../shared/ui/values.tsx';
import type { Overview } from './queries.ts';

type Payment = Overview['payments'][number];

interface Props {
  readonly payments: readonly Payment[];
  readonly project: string | undefined;
}

export function Payments({ payments, project }: Props) {
  const t = useTexts('home');
  const common = useTexts('common');
  const nameOf = useProjectName();
  return (
    <Titled title={t.recentPayments}>
      {payments.length === 0 ? (
        <Empty text={t.noPayments} />
      ) : (
        <RowsTable
          label={t.recentPayments}
          rows={payments}
          rowLink={linkOf}
          columns={[
            { head: t.payment, cell: ({ title, id }) => title ?? shortened(id) },
            { head: common.type, cell: ({ type }) => common.referenceTypes[type] },
            project === undefined && {
              head: common.project,
              cell: ({ project_id: id }) => nameOf(id),
            },
            { head: common.customer, cell: ({ customer }) => customer ?? '–' },
            { head: common.status, cell: (row) => <PaymentState payment={row} /> },
            { head: common.amount, money: ({ amount }) => amount },
            { head: common.when, time: ({ at }) => at },
          ]}
        />
      )}
      {project !== undefined && payments.length > 0 && (
        <Text mt="xs">
          <Link to="/projects/$project/transactions" params={{ project }}>
            {t.allTransactions}
          </Link>
        </Text>
      )}
    </Titled>
  );
}

function linkOf({ type, id, project_id: project }: Payment) {
  if (type === 'Invoice') return toInvoice(project, id);
  if (type === 'CoinWithdrawal') return toWithdrawal(project, id);
  return type === 'CoinDeposit' ? toDeposit(project, id) : toTrace(project, id);
}

function PaymentState({ payment }: { readonly payment: Payment }) {
  const { type, status } = payment;
  if (status === null) return '–';
  if (type === 'Invoice') return <InvoiceStatusBadge {...invoiceIn(payment)} />;
  if (type === 'ChannelPayment') return <PaymentStatus value={status} />;
  if (type === 'CoinDeposit')
    return <Status of={depositStatus} value={status as keyof typeof depositStatus.tones} />;
  return <Status of={withdrawalStatus} value={status as keyof typeof withdrawalStatus.tones} />;
}

/** The service's events hold the statuses of the API. */
function invoiceIn(payment: Payment): InvoiceStatusProps {
  const { status, status_context: context, expires_at, paid_amount: paid } = payment;
  return {
    status,
    context,
    expires_at: expires_at ?? payment.at,
    paid: paid ?? '0',
  } as InvoiceStatusProps;
}
