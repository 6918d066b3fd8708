// The invoices of a project, with filters, orders and the dialog for a new one.

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { useStatusChoices } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toInvoice } from '../../shared/links.ts';
import { coinsOf } from '../../shared/queries.ts';
import { useCan } from '../../shared/session.ts';
import { InvoiceStatusBadge, invoiceContext, shownInvoice } from '../../shared/statuses.tsx';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { byAmount, byTime, type Column } from '../../shared/ui/tables.tsx';
import { shortened } from '../../shared/ui/values.tsx';
import { invoiceList, type ListedInvoice } from './queries.ts';

const CreateDialog = lazy(async () => ({
  default: (await import('./create-dialog.tsx')).CreateDialog,
}));

const route = getRouteApi('/app/projects/$project/invoices');

export function InvoiceList() {
  const t = useTexts('invoices');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const create = useCreate(useCan('createInvoice'), (onClose) => (
    <CreateDialog {...{ project, onClose }} />
  ));
  return (
    <Page title={t.title} actions={create.button(t.create)}>
      <FilteredList
        name="invoices"
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(shownInvoice) },
          { name: 'context', label: t.why, choices: useStatusChoices(invoiceContext) },
          { name: 'coin', label: t.coin, choices: useCoinChoices(project) },
          { name: 'currency', label: t.priceCurrency, placeholder: 'EUR' },
          { name: 'customer_id', label: t.customer },
          { name: 'payer_email', label: t.payerEmail },
        ]}
        presets={[{ status: 'new' }, { status: 'expired' }, { status: 'unresolved' }]}
        hasDays
        // Without a choice, those of a payer's email are sorted by it.
        ordering={{
          currency: 'currency',
          standard: filter.payer_email === undefined ? 'newest' : null,
        }}
        bulk={{ file: 'invoices', nameOf: (row) => row.custom_id ?? row.name ?? shortened(row.id) }}
        label={t.title}
        list={invoiceList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => toInvoice(project, id)}
        empty={{ icon: 'invoices', text: t.empty, action: create.button(t.createFirst) }}
        noneFound={t.filtered}
      />
      {create.dialog}
    </Page>
  );
}

function useCoinChoices(project: string) {
  const { data = [] } = useQuery(coinsOf(project));
  const codes = [...new Set(data.map(({ currency }) => currency))];
  return codes.map((value) => ({ value, label: value }));
}

function useColumns(): readonly Column<ListedInvoice>[] {
  const t = useTexts('invoices');
  return [
    { head: t.reference, cell: ({ custom_id, name, id }) => custom_id ?? name ?? shortened(id) },
    {
      id: 'status',
      head: t.status,
      cell: (invoice) => <InvoiceStatusBadge {...invoice} paid={invoice.paid.amount} />,
    },
    { id: 'price', head: t.price, money: ({ price }) => price, orders: byAmount },
    { id: 'amountDue', head: t.amountDue, money: ({ pay, network }) => ({ ...pay, network }) },
    { id: 'created', head: t.created, time: ({ created_at }) => created_at, orders: byTime },
  ];
}
