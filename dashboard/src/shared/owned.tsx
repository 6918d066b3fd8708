// What belongs to one customer or subscription: its invoices, and their totals by currency.
import type { Invoice } from '@chaintill/client';
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Known } from './history.tsx';
import { useLanguage, useTexts } from './i18n.tsx';
import { toCustomer, toInvoice } from './links.ts';
import { listOptions, merchantPages } from './queries.ts';
import { InvoiceStatusBadge } from './statuses.tsx';
import { ListTable } from './ui/list-table.tsx';
import { Section } from './ui/page.tsx';
import type { Column } from './ui/tables.tsx';
import { Fact, Facts, Money, shortened } from './ui/values.tsx';

type Owner = { readonly customer_id: string } | { readonly subscription_id: string };

interface Props {
  readonly project: string;
  readonly owner: Owner;
}

function invoicesOf({ project, owner }: Props) {
  const key = ['invoice', project, 'of', owner];
  return listOptions(key, merchantPages(project, 'listInvoices', owner));
}

export function OwnedInvoices({ project, owner, empty }: Props & { readonly empty: string }) {
  const t = useTexts('common');
  const columns: readonly Column<Invoice>[] = [
    { head: t.reference, cell: nameOf },
    { head: t.status, cell: (invoice) => <How invoice={invoice} /> },
    { head: t.price, isAmount: true, cell: (row) => <Price invoice={row} /> },
    { head: t.amountDue, money: (row) => ({ amount: row.pay_amount, currency: row.pay_currency }) },
    { head: t.created, time: ({ created_at: at }) => at },
  ];
  return (
    <ListTable
      label={t.invoices}
      list={invoicesOf({ project, owner })}
      columns={columns}
      rowLink={({ id }) => toInvoice(project, id)}
      empty={empty}
    />
  );
}

export function useInvoiceHistory(props: Props): Known {
  const t = useTexts('common');
  const query = useInfiniteQuery(invoicesOf(props));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const happenings = rows.map((invoice) => ({
    key: invoice.id,
    title: t.eventInvoice({ reference: nameOf(invoice) }),
    text: (
      <>
        <Price invoice={invoice} /> <How invoice={invoice} />
      </>
    ),
    at: invoice.created_at,
    link: toInvoice(props.project, invoice.id),
  }));
  return { happenings, isTruncated: query.hasNextPage };
}

function How({ invoice }: { readonly invoice: Invoice }) {
  const { status_context: context, paid_amount: paid } = invoice;
  return <InvoiceStatusBadge {...invoice} context={context} paid={paid} />;
}

function Price({ invoice }: { readonly invoice: Invoice }) {
  return <Money amount={invoice.price_amount} currency={invoice.price_currency} />;
}

function nameOf({ custom_id, name, id }: Invoice): string {
  return custom_id ?? name ?? shortened(id);
}

type Sum = readonly { readonly amount: string; readonly currency: string }[];

interface SumsProps {
  readonly of: {
    readonly paid: Sum;
    readonly held: Sum;
    readonly looked_at: number;
    readonly is_all: boolean;
  };
}

export function Sums({ of }: SumsProps) {
  const t = useTexts('common');
  const { locale } = useLanguage();
  return (
    <Section title={t.amountsReceived}>
      <Facts>
        <Fact name={t.paid} value={<Each of={of.paid} />} />
        <Fact name={t.held} value={<Each of={of.held} />} />
      </Facts>
      {!of.is_all && (
        <Text size="sm" c="dimmed">
          {t.ofLatest({ count: new Intl.NumberFormat(locale).format(of.looked_at) })}
        </Text>
      )}
    </Section>
  );
}

function Each({ of }: { readonly of: Sum }) {
  const t = useTexts('common');
  if (of.length === 0) return t.noneInList;
  return of.map((sum) => (
    <div key={sum.currency}>
      <Money {...sum} />
    </div>
  ));
}

/** Renders nothing without a customer. */
export function CustomerLink({ id }: { readonly id: string | null }) {
  const { project } = useParams({ strict: false });
  if (id === null || project === undefined) return id ?? '–';
  return <Link {...toCustomer(project, id)}>{id}</Link>;
}
