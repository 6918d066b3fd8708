// What a checkout sells and what it received: its invoices, the payments to them, and refunds.
import type { Checkout } from '@chaintill/client';
import { Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { chainStatus, isChainStatus } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toInvoice } from '../../shared/links.ts';
import { InvoiceStatusBadge, Status } from '../../shared/statuses.tsx';
import { TxLink } from '../../shared/trace.tsx';
import { CoinOn } from '../../shared/ui/coin.tsx';
import { Empty, Loaded } from '../../shared/ui/page.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import type { Received } from './queries.ts';

interface Props {
  readonly project: string;
  readonly checkout: Checkout;
}

type Chosen = Checkout['invoices'][number];

/** In the order of choice. */
export function TriedInvoices({ project, checkout }: Props) {
  const t = useTexts('checkouts');
  if (checkout.invoices.length === 0) return <Empty icon="invoices" text={t.noInvoices} />;
  const columns: readonly Column<Chosen>[] = [
    { head: t.coin, cell: (row) => <CoinOn currency={row.pay_currency} network={row.network} /> },
    {
      head: t.status,
      cell: (row) => (
        <InvoiceStatusBadge {...row} context={row.status_context} paid={row.paid_amount} />
      ),
    },
    { head: t.amountDue, money: (row) => ({ amount: row.pay_amount, currency: row.pay_currency }) },
    { head: t.arrived, money: (row) => ({ amount: row.paid_amount, currency: row.pay_currency }) },
    { head: t.price, money: (row) => ({ amount: row.price_amount, currency: row.price_currency }) },
    { head: t.created, time: ({ created_at: at }) => at },
  ];
  return (
    <RowsTable
      label={t.invoices}
      rows={checkout.invoices}
      columns={columns}
      rowLink={({ id }) => toInvoice(project, id)}
    />
  );
}

type Payment = Received['payments'][number];

export function PaymentTable({ query }: { readonly query: UseQueryResult<Received> }) {
  const t = useTexts('checkouts');
  return (
    <Loaded query={query} what={t.payments}>
      {({ payments }) => <Payments rows={payments} />}
    </Loaded>
  );
}

function Payments({ rows }: { readonly rows: readonly Payment[] }) {
  const t = useTexts('checkouts');
  const { project = '' } = useParams({ strict: false });
  if (rows.length === 0) return <Empty text={t.noPayments} />;
  const columns: readonly Column<Payment>[] = [
    {
      head: t.coin,
      cell: ({ amount, network }) => <CoinOn currency={amount.currency} network={network} />,
    },
    {
      head: t.transaction,
      cell: ({ txid, explorer_url: url }) => <TxLink txid={txid} url={url} />,
    },
    { head: t.amount, money: ({ amount, network }) => ({ ...amount, network }) },
    {
      head: t.status,
      cell: ({ status, is_unmatched: waits }) => (
        <>
          {isChainStatus(status) ? <Status of={chainStatus} value={status} /> : status}
          {waits && ` ${t.unmatched}`}
        </>
      ),
    },
    { head: t.seen, time: ({ seen_at: at }) => at },
    { head: t.confirmed, time: ({ confirmed_at: at }) => at },
  ];
  return (
    <RowsTable
      label={t.payments}
      rows={rows}
      columns={columns}
      rowLink={({ invoice_id: id }) => toInvoice(project, id)}
    />
  );
}

type Refund = Checkout['refunds'][number];

export function RefundTable({ project, checkout }: Props) {
  const t = useTexts('checkouts');
  const columns: readonly Column<Refund>[] = [
    { head: t.created, time: ({ created_at: at }) => at },
    { head: t.amount, money: (row) => ({ amount: row.amount, currency: row.amount_currency }) },
    {
      head: t.transaction,
      cell: ({ txid }) => (txid === null ? t.toAccount : <TxLink txid={txid} url={null} />),
    },
  ];
  return (
    <>
      <Title order={2}>{t.refunds}</Title>
      <RowsTable
        label={t.refunds}
        rows={checkout.refunds}
        columns={columns}
        rowLink={({ invoice_id: id }) => toInvoice(project, id)}
      />
    </>
  );
}

type Item = Checkout['items'][number];

export function ItemTable({ checkout }: { readonly checkout: Checkout }) {
  const t = useTexts('checkouts');
  const { price_currency: currency } = checkout;
  const columns: readonly Column<Item>[] = [
    { head: t.name, cell: ({ name }) => name },
    { head: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { head: t.quantity, isAmount: true, cell: ({ quantity }) => quantity },
    {
      head: t.amount,
      money: ({ kind, amount }) => ({
        amount: kind === 'discount' ? `-${amount}` : amount,
        currency,
      }),
    },
  ];
  return (
    <>
      <Title order={2}>{t.items}</Title>
      <RowsTable
        label={t.items}
        rows={checkout.items}
        columns={columns}
        rowKey={(item) => String(checkout.items.indexOf(item))}
      />
    </>
  );
}
