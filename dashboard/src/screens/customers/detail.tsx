// One customer: their data, payments, held money, and history.
import type { Channel } from '@chaintill/client';
import { Card, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { whyOf } from '../../shared/code-texts.ts';
import { endpointStatus, useStatusChoices } from '../../shared/further-statuses.ts';
import { Decide, type HeldPayment, useDecidesHeld } from '../../shared/held.tsx';
import { History, type Known, useJournal } from '../../shared/history.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { toChannel, toTrace } from '../../shared/links.ts';
import { OwnedInvoices, Sums, useInvoiceHistory } from '../../shared/owned.tsx';
import { useCan } from '../../shared/session.ts';
import {
  channelPaymentStatus,
  PaymentStatus,
  paymentStatuses,
  Status,
} from '../../shared/statuses.tsx';
import { DialogButton } from '../../shared/ui/buttons.tsx';
import { CoinOn } from '../../shared/ui/coin.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import type { Column, Columns } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import { Addresses, CustomerDialog } from './list.tsx';
import {
  customerChannels,
  customerKnown,
  customerOne,
  customerPayments,
  type KnownCustomer,
} from './queries.ts';

const route = getRouteApi('/app/projects/$project/customers/$customer');

export function CustomerDetail() {
  const t = useTexts('customers');
  const { project, customer: id } = route.useParams();
  return (
    <DetailPage
      query={useQuery(customerKnown(project, id))}
      what={t.customer}
      title={() => id}
      back={{ label: t.title, to: '/projects/$project/customers' }}
      actions={({ currency }) => currency !== null && <Edit />}
    >
      {(known) => (
        <>
          <Card withBorder>
            <CustomerFacts known={known} />
          </Card>
          <Sums of={known} />
          <Title order={2}>{t.detail.invoices}</Title>
          <OwnedInvoices
            project={project}
            owner={{ customer_id: id }}
            empty={t.detail.noInvoices}
          />
          <Title order={2}>{t.detail.channels}</Title>
          <CustomerChannels project={project} id={id} />
          <Title order={2}>{t.detail.payments}</Title>
          <CustomerPayments project={project} id={id} />
          <CustomerHistory known={known} />
        </>
      )}
    </DetailPage>
  );
}

function CustomerFacts({ known }: { readonly known: KnownCustomer }) {
  const t = useTexts('customers');
  const { project, customer: id } = route.useParams();
  const { currency, created_at: at, payer_emails: emails } = known;
  const { data } = useQuery({ ...customerOne(project, id), enabled: currency !== null });
  return (
    <Facts>
      <Fact name={t.id} value={<CopyId value={id} label={t.id} isWhole />} />
      <Fact name={t.currency}>{currency}</Fact>
      <Fact name={t.detail.since}>{at === null ? t.detail.onlyNamed : <When at={at} />}</Fact>
      <Fact name={t.detail.payers}>
        {emails.length === 0 ? null : emails.map((email) => <div key={email}>{email}</div>)}
      </Fact>
      {data !== undefined && (
        <Fact name={t.addresses}>
          {data.addresses.length === 0 ? (
            t.detail.noAddress
          ) : (
            <Addresses of={data.addresses} isWhole />
          )}
        </Fact>
      )}
    </Facts>
  );
}

function Edit() {
  const t = useTexts('customers');
  const { project, customer: id } = route.useParams();
  const canEdit = useCan('updateCustomer');
  const { data: customer } = useQuery(customerOne(project, id));
  if (!canEdit || customer === undefined) return null;
  return (
    <DialogButton label={t.edit}>
      {(onClose) => <CustomerDialog {...{ project, customer, onClose }} />}
    </DialogButton>
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
        link: toChannel(project, payment.channel_id),
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
  readonly id: string;
}

function CustomerChannels({ project, id }: Props) {
  const t = useTexts('customers');
  const columns: readonly Column<Channel>[] = [
    { head: t.detail.name, cell: ({ name }) => name },
    { head: t.detail.status, cell: ({ status }) => <Status of={endpointStatus} value={status} /> },
    {
      head: t.detail.paidIn,
      cell: (row) => <CoinOn currency={row.pay_currency} network={row.network} />,
    },
    { head: t.detail.address, cell: ({ address }) => <CopyId value={address} label={t.address} /> },
  ];
  return (
    <ListTable
      label={t.detail.channels}
      list={customerChannels(project, id)}
      columns={columns}
      rowLink={(channel) => toChannel(project, channel.id)}
      empty={t.detail.noChannels}
    />
  );
}

function CustomerPayments({ project, id }: Props) {
  const texts = useTexts('customers').detail;
  const { status } = route.useSearch();
  const known = paymentStatuses.find((each) => each === status);
  return (
    <FilteredList
      filter={{ status: known }}
      fields={[
        { name: 'status', label: texts.status, choices: useStatusChoices(channelPaymentStatus) },
      ]}
      label={texts.payments}
      list={customerPayments(project, id, known)}
      columns={useColumns()}
      rowLink={(payment) => toTrace(project, payment.id)}
      empty={texts.noPayments}
      noneFound={texts.noneFound}
    />
  );
}

function useColumns(): Columns<HeldPayment> {
  const texts = useTexts('customers').detail;
  const mayDecide = useDecidesHeld();
  return [
    { head: texts.amount, cell: ({ amount }) => <Money {...amount} /> },
    { head: texts.credited, cell: ({ credited }) => <Money {...credited} /> },
    { head: texts.status, cell: ({ status }) => <PaymentStatus value={status} /> },
    { head: texts.why, cell: ({ context }) => whyOf(texts, context) },
    { head: texts.seen, time: ({ created_at: at }) => at },
    mayDecide && {
      head: texts.decide,
      cell: (row) => (row.status === 'on_hold' ? <Decide payment={row} /> : '–'),
    },
  ];
}
