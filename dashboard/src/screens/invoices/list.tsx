// The invoices of a project, newest first.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import {
  InvoiceStatusBadge,
  invoiceContext,
  invoiceContexts,
  invoiceStatus,
  invoiceStatuses,
  useStatusNames,
} from '../../shared/statuses.tsx';
import { ChoiceFilter, Filters, SpanFilter, TextFilter } from '../../shared/ui/filters.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { Money, shortened, When } from '../../shared/ui/values.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { type InvoiceFilter, invoiceList, type ListedInvoice, payableCoins } from './queries.ts';

const route = getRouteApi('/app/projects/$project/invoices');

export function InvoiceList() {
  const t = useTexts('invoices');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/invoices' });
  const canCreate = useCan('createInvoice');
  const [isCreating, setCreating] = useState(false);
  const create = canCreate && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} actions={create}>
      <InvoiceFilters />
      <ListTable
        label={t.title}
        list={invoiceList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => ({
          to: '/projects/$project/invoices/$invoice',
          params: { project, invoice: id },
        })}
        empty={t.empty}
        filtered={{ by: filter, text: t.filtered, onClear: () => void navigate({ search: {} }) }}
      />
      {isCreating && <CreateDialog project={project} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function InvoiceFilters() {
  const t = useTexts('invoices');
  const statuses = useStatusNames(invoiceStatus);
  const contexts = useStatusNames(invoiceContext);
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/invoices' });
  const coins = useQuery(payableCoins(project));
  const codes = [...new Set((coins.data ?? []).map(({ currency }) => currency))];
  const show = (changed: InvoiceFilter) => void navigate({ search: { ...filter, ...changed } });
  return (
    <Filters>
      <ChoiceFilter
        label={t.status}
        value={filter.status}
        choices={invoiceStatuses.map((value) => ({ value, label: statuses[value] }))}
        onChange={(status) => show({ status })}
      />
      <ChoiceFilter
        label={t.why}
        value={filter.context}
        choices={invoiceContexts.map((value) => ({ value, label: contexts[value] }))}
        onChange={(context) => show({ context })}
      />
      <ChoiceFilter
        label={t.coin}
        value={filter.coin}
        choices={codes.map((value) => ({ value, label: value }))}
        onChange={(coin) => show({ coin })}
      />
      <TextFilter of={filter} name="customer_id" label={t.customer} onChange={show} />
      <TextFilter of={filter} name="payer_email" label={t.mailBegins} onChange={show} />
      <SpanFilter of={filter} onChange={show} />
    </Filters>
  );
}

function useColumns(): readonly Column<ListedInvoice>[] {
  const t = useTexts('invoices');
  return [
    {
      head: t.reference,
      cell: ({ custom_id, name, id }) => custom_id ?? name ?? shortened(id),
    },
    {
      head: t.status,
      cell: ({ status, context, expires_at: expiresAt, paid }) => (
        <InvoiceStatusBadge {...{ status, context, expiresAt }} paid={paid.amount} />
      ),
    },
    {
      head: t.price,
      isAmount: true,
      cell: ({ price }) => <Money {...price} />,
    },
    {
      head: t.pay,
      isAmount: true,
      cell: ({ pay }) => <Money {...pay} />,
    },
    { head: t.created, cell: ({ created_at }) => <When at={created_at} /> },
  ];
}
