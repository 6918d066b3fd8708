// The customers of a project, with their return addresses.
import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { networkText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { customerList, type ListedCustomer } from './queries.ts';

const route = getRouteApi('/app/projects/$project/customers');

export function CustomerList() {
  const t = useTexts('customers');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/customers' });
  const canCreate = useCan('createCustomer');
  const [edited, setEdited] = useState<ListedCustomer | 'new'>();
  const create = canCreate && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} actions={create}>
      <FilteredList
        filter={filter}
        fields={[{ name: 'id', label: t.idBegins }]}
        hasDays
        onFilter={(search) => void navigate({ search })}
        label={t.title}
        list={customerList(project, filter)}
        columns={useColumns(setEdited)}
        rowLink={({ id }) => ({
          to: '/projects/$project/customers/$customer',
          params: { project, customer: id },
        })}
        empty={t.empty}
        noneFound={t.filtered}
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
