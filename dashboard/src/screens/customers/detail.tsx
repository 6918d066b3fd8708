// One customer: their data, payments, held money, and history.

import type { Channel } from '@chaintill/client';
import { Button, Card, Stack, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { networkText, whyOf } from '../../shared/code-texts.ts';
import { Decide, type HeldPayment } from '../../shared/held.tsx';
import { History, type Known, useJournal } from '../../shared/history.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { OwnedInvoices, Sums, useInvoiceHistory } from '../../shared/owned.tsx';
import { useCan } from '../../shared/session.ts';
import {
  channelPaymentStatus,
  endpointStatus,
  PaymentStatus,
  paymentStatuses,
  Status,
  useStatusChoices,
} from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import {
  customerChannels,
  customerKnown,
  customerOne,
  customerPayments,
  type KnownCustomer,
} from './queries.ts';

const CustomerDialog = lazy(async () => ({
  default: (await import('./customer-dialog.tsx')).CustomerDialog,
}));

const route = getRouteApi('/app/projects/$project/customers/$customer');

export function CustomerDetail() {
  const t = useTexts('customers');
  const texts = useTexts('customers').detail;
  const { project, customer: id } = route.useParams();
  const known = useQuery(customerKnown(project, id));
  const back = {
    label: t.title,
    link: { to: '/projects/$project/customers', params: { project } },
  } as const;
  return (
    <Page title={id} back={back} actions={<Edit />}>
      <QueryStatus of={known} what={t.customer} />
      {known.data !== undefined && (
        <Stack gap="md">
          <Card withBorder>
            <CustomerFacts known={known.data} />
          </Card>
          <Sums of={known.data} />
          <Title order={2}>{texts.invoices}</Title>
          <OwnedInvoices project={project} owner={{ customer_id: id }} empty={texts.noInvoices} />
          <Title order={2}>{texts.channels}</Title>
          <CustomerChannels project={project} id={id} />
          <Title order={2}>{texts.payments}</Title>
          <CustomerPayments project={project} id={id} />
          <CustomerHistory known={known.data} />
        </Stack>
      )}
    </Page>
  );
}

function CustomerFacts({ known }: { readonly known: KnownCustomer }) {
  const t = useTexts('customers');
  const texts = useTexts('customers').detail;
  const { project, customer: id } = route.useParams();
  const addresses = useQuery({ ...customerOne(project, id), enabled: known.currency !== null });
  return (
    <Facts>
      <Fact name={t.id} value={<CopyId value={id} label={t.id} isWhole />} />
      <Fact name={t.currency}>{known.currency}</Fact>
      <Fact name={texts.since}>
        {known.created_at === null ? texts.onlyNamed : <When at={known.created_at} />}
      </Fact>
      <Fact name={texts.payers}>
        {known.payer_emails.length === 0
          ? null
          : known.payer_emails.map((email) => <div key={email}>{email}</div>)}
      </Fact>
      <Fact name={t.addresses}>
        {addresses.data === undefined
          ? null
          : addresses.data.addresses.length === 0
            ? texts.noAddress
            : addresses.data.addresses.map(({ address, currency, network }) => (
                <div key={`${currency} ${network}`}>
                  {currency} · {networkText(network)}{' '}
                  <CopyId value={address} label={t.address} isWhole />
                </div>
              ))}
      </Fact>
    </Facts>
  );
}

function Edit() {
  const t = useTexts('customers');
  const { project, customer: id } = route.useParams();
  const canEdit = useCan('updateCustomer');
  const known = useQuery(customerKnown(project, id));
  const isKept = known.data !== undefined && known.data.currency !== null;
  const query = useQuery({ ...customerOne(project, id), enabled: isKept });
  const [isEditing, setEditing] = useState(false);
  if (!canEdit || query.data === undefined) return null;
  return (
    <>
      <Button variant="default" onClick={() => setEditing(true)}>
        {t.edit}
      </Button>
      {isEditing && (
        <Suspense>
          <CustomerDialog
            project={project}
            customer={query.data}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function CustomerHistory({ known }: { readonly known: KnownCustomer }) {
  const texts = useTexts('customers').detail;
  const { project, customer: id } = route.useParams();
  const journal = useJournal('customer', project, id);
  const invoices = useInvoiceHistory({ project, owner: { customer_id: id } });
  const payments = useInfiniteQuery(customerPayments(project, id, undefined));
  const paid: Known = {
    happenings: (payments.data?.pages ?? []).flatMap(({ rows }) =>
      rows.map((payment) => ({
        key: payment.id,
        title: texts.eventPaid,
        text: <Money {...payment.amount} />,
        at: payment.created_at,
        link: {
          to: '/projects/$project/channels/$channel',
          params: { project, channel: payment.channel_id },
        } as const,
      })),
    ),
    isTruncated: payments.hasNextPage,
  };
  const { created_at: at } = known;
  const hasAuthor = journal.happenings.some(({ key }) => key.startsWith('createCustomer'));
  const made: Known = {
    happenings:
      at === null || hasAuthor ? [] : [{ key: 'made', title: texts.eventCreated, text: null, at }],
    isTruncated: false,
  };
  return <History lists={[made, journal, invoices, paid]} />;
}

interface Props {
  readonly project: string;
  /** The customer's ID. */
  readonly id: string;
}

function CustomerChannels({ project, id }: Props) {
  const t = useTexts('customers');
  const texts = useTexts('customers').detail;
  const columns: readonly Column<Channel>[] = [
    { head: texts.name, cell: ({ name }) => name },
    { head: texts.status, cell: ({ status }) => <Status of={endpointStatus} value={status} /> },
    { head: texts.paidIn, cell: (row) => `${row.pay_currency} · ${networkText(row.network)}` },
    { head: texts.address, cell: ({ address }) => <CopyId value={address} label={t.address} /> },
  ];
  return (
    <ListTable
      label={texts.channels}
      list={customerChannels(project, id)}
      columns={columns}
      rowLink={(channel) => ({
        to: '/projects/$project/channels/$channel',
        params: { project, channel: channel.id },
      })}
      empty={texts.noChannels}
    />
  );
}

function CustomerPayments({ project, id }: Props) {
  const texts = useTexts('customers').detail;
  const { status } = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/customers/$customer' });
  const known = paymentStatuses.find((each) => each === status);
  return (
    <FilteredList
      filter={{ status: known }}
      fields={[
        { name: 'status', label: texts.status, choices: useStatusChoices(channelPaymentStatus) },
      ]}
      onFilter={(search) => void navigate({ search })}
      label={texts.payments}
      list={customerPayments(project, id, known)}
      columns={useColumns()}
      rowLink={(payment) => ({
        to: '/projects/$project/transactions/$reference',
        params: { project, reference: payment.id },
      })}
      empty={texts.noPayments}
      noneFound={texts.noneFound}
    />
  );
}

function useColumns(): readonly Column<HeldPayment>[] {
  const texts = useTexts('customers').detail;
  const mayDecide = useCan('channel-payments.refund');
  const columns: readonly Column<HeldPayment>[] = [
    { head: texts.amount, cell: ({ amount }) => <Money {...amount} /> },
    { head: texts.credited, cell: ({ credited }) => <Money {...credited} /> },
    { head: texts.status, cell: ({ status }) => <PaymentStatus value={status} /> },
    { head: texts.why, cell: ({ context }) => whyOf(texts, context) },
    { head: texts.seen, cell: ({ created_at: at }) => <When at={at} /> },
  ];
  if (!mayDecide) return columns;
  return [
    ...columns,
    {
      head: texts.decide,
      cell: (row) => (row.status === 'on_hold' ? <Decide payment={row} /> : '–'),
    },
  ];
}
