// The customers of a project, with their return addresses.
import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { networkText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Filters, SpanFilter, TextFilter } from '../../shared/ui/filters.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { type CustomerFilter, customerList, type ListedCustomer } from './queries.ts';

const route = getRouteApi('/app/projects/$project/customers');

export function CustomerList() {
  const t = useTexts('customers');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/customers' });
  const show = (changed: CustomerFilter) => void navigate({ search: { ...filter, ...changed } });
  const canCreate = useCan('createCustomer');
  const [edited, setEdited] = useState<ListedCustomer | 'new'>();
  const create = canCreate && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} actions={create}>
      <Filters>
        <TextFilter of={filter} name="id" label={t.idBegins} onChange={show} />
        <SpanFilter of={filter} onChange={show} />
      </Filters>
      <ListTable
        label={t.title}
        list={customerList(project, filter)}
        columns={useColumns(setEdited)}
        rowLink={({ id }) => ({
          to: '/projects/$project/customers/$customer',
          params: { project, customer: id },
        })}
        empty={t.empty}
        filtered={{ by: filter, text: t.filtered, onClear: () => void navigate({ search: {} }) }}
      />
      {edited !== undefined && (
        <CustomerDialog
          project={project}
          customer={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(onEdit: (customer: ListedCustomer) => void): readonly Column<ListedCustomer>[] {
  const t = useTexts('customers');
  const canEdit = useCan('updateCustomer');
  const columns: readonly Column<ListedCustomer>[] = [
    { head: t.id, cell: ({ id }) => <strong>{id}</strong> },
    { head: t.currency, cell: ({ currency }) => currency },
    {
      head: t.addresses,
      cell: ({ addresses }) =>
        addresses.length === 0
          ? '–'
          : addresses.map(({ address, currency, network }) => (
              <div key={`${currency} ${network}`}>
                {currency} · {networkText(network)} <CopyId value={address} label={t.address} />
              </div>
            )),
    },
  ];
  if (!canEdit) return columns;
  return [
    ...columns,
    {
      head: t.change,
      cell: (customer) => (
        <Button size="xs" variant="default" onClick={() => onEdit(customer)}>
          {t.edit}
        </Button>
      ),
    },
  ];
}
