// The invoices of a project, newest first.
import type { Invoice } from '@chaintill/client';
import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { invoiceContext, invoiceStatus } from '../../shared/statuses/invoice.ts';
import { shortened } from '../../shared/ui/copy-id.tsx';
import { Filters, TextFilter } from '../../shared/ui/filters.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type Column, ListTable } from '../../shared/ui/list-table.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Status } from '../../shared/ui/status.tsx';
import { When } from '../../shared/ui/when.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { invoiceWords } from './messages.ts';
import { type InvoiceFilter, invoiceList } from './queries.ts';

const route = getRouteApi('/app/projects/$project/invoices');

export function InvoiceList() {
  const t = useMessages(invoiceWords);
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/invoices' });
  const canCreate = useCan('createInvoice');
  const [isCreating, setCreating] = useState(false);
  const isFiltered = Object.keys(filter).length > 0;
  const show = (changed: InvoiceFilter) => void navigate({ search: { ...filter, ...changed } });
  const create = canCreate && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} actions={create}>
      <Filters>
        <TextFilter
          label={t.customer}
          value={filter.customer_id}
          onChange={(customer_id) => show({ customer_id })}
        />
      </Filters>
      <ListTable
        label={t.title}
        list={invoiceList(project, filter)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/projects/$project/invoices/$invoice',
          params: { project, invoice: id },
        })}
        empty={t.empty}
        filtered={
          isFiltered
            ? { text: t.filtered, onClear: () => void navigate({ search: {} }) }
            : undefined
        }
      />
      {isCreating && <CreateDialog project={project} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function useColumns(): readonly Column<Invoice>[] {
  const t = useMessages(invoiceWords);
  return [
    {
      head: t.reference,
      cell: ({ custom_id, name, id }) => custom_id ?? name ?? shortened(id),
    },
    {
      head: t.status,
      cell: ({ status, status_context: context }) => (
        <>
          <Status of={invoiceStatus} value={status} />{' '}
          {context !== null && <Status of={invoiceContext} value={context} />}
        </>
      ),
    },
    {
      head: t.price,
      isAmount: true,
      cell: (row) => <Money amount={row.price_amount} currency={row.price_currency} />,
    },
    {
      head: t.pay,
      isAmount: true,
      cell: (row) => <Money amount={row.pay_amount} currency={row.pay_currency} />,
    },
    { head: t.created, cell: ({ created_at }) => <When at={created_at} /> },
  ];
}
