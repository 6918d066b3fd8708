// The customers of a project, with their return addresses.

import { Text, Textarea, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { merchant } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toCustomer } from '../../shared/links.ts';
import { useCan } from '../../shared/session.ts';
import { RowButton, useCreate } from '../../shared/ui/buttons.tsx';
import { CoinOn } from '../../shared/ui/coin.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { byTime, type Columns } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import {
  addressesIn,
  addressLines,
  customerList,
  type ListedCustomer,
  standardOrder,
} from './queries.ts';

const route = getRouteApi('/app/projects/$project/customers');

export function CustomerList() {
  const t = useTexts('customers');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const [edited, setEdited] = useState<ListedCustomer>();
  const create = useCreate(useCan('createCustomer'), (onClose) => (
    <CustomerDialog {...{ project, onClose }} customer={null} />
  ));
  return (
    <Page title={t.title} actions={create.button(t.create)}>
      <FilteredList
        name="customers"
        filter={filter}
        fields={[{ name: 'id', label: t.idBegins }]}
        hasDays
        ordering={{ standard: standardOrder(filter) }}
        bulk={{ file: 'customers', nameOf: ({ id }) => id }}
        label={t.title}
        list={customerList(project, filter)}
        columns={useColumns(setEdited)}
        rowLink={({ id }) => toCustomer(project, id)}
        empty={{ icon: 'customers', text: t.empty, action: create.button(t.createFirst) }}
        noneFound={t.filtered}
      />
      {create.dialog}
      {edited !== undefined && (
        <CustomerDialog project={project} customer={edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function useColumns(onEdit: (customer: ListedCustomer) => void): Columns<ListedCustomer> {
  const t = useTexts('customers');
  const canEdit = useCan('updateCustomer');
  return [
    { head: t.id, cell: ({ id }) => <strong>{id}</strong>, orders: { ascending: 'id' } },
    { id: 'currency', head: t.currency, cell: ({ currency }) => currency },
    {
      id: 'addresses',
      head: t.addresses,
      cell: ({ addresses }) => (addresses.length === 0 ? '–' : <Addresses of={addresses} />),
    },
    { id: 'created', head: t.created, time: ({ created_at: at }) => at, orders: byTime },
    canEdit && {
      head: t.change,
      cell: (customer) => <RowButton onClick={() => onEdit(customer)}>{t.edit}</RowButton>,
    },
  ];
}

interface AddressesProps {
  readonly of: ListedCustomer['addresses'];
  /** In full. */
  readonly isWhole?: boolean;
}

export function Addresses({ of, isWhole = false }: AddressesProps) {
  const t = useTexts('customers');
  return of.map(({ address, currency, network }) => (
    <div key={`${currency} ${network}`}>
      <CoinOn {...{ currency, network }} />{' '}
      <CopyId value={address} label={t.address} isWhole={isWhole} />
    </div>
  ));
}

interface Props {
  readonly project: string;
  /** Null: a new one. */
  readonly customer: Omit<ListedCustomer, 'created_at'> | null;
  readonly onClose: () => void;
}

export function CustomerDialog({ project, customer, onClose }: Props) {
  const t = useTexts('customers');
  // Requires withdrawal permission, because money is sent to these addresses without further confirmation.
  const showsAddress = useCan('createCoinWithdrawal');
  const { field, dialog } = useFormAction({
    initialValues: {
      id: customer?.id ?? '',
      currency: customer?.currency ?? 'EUR',
      addresses: customer === null ? '' : addressLines(customer),
    },
    run: ({ id, currency, addresses: text }, attempt) => {
      const api = merchant(project);
      const values = { currency, ...(showsAddress && { addresses: addressesIn(text) }) };
      const places = addressesIn(text).map((each) => `${each.currency} ${each.address}`);
      const options = {
        attempt,
        confirms: t.confirms({ customer: id, places: places.join(', ') || t.noAddress }),
      };
      return customer === null
        ? api('createCustomer', { id, ...values }, options)
        : api('updateCustomer', { customer_id: customer.id, ...values }, options);
    },
    refreshes: [['customer', project]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={customer === null ? t.create : t.editOf({ id: customer.id })}
      action={customer === null ? t.create : t.save}
      onClose={onClose}
      {...dialog}
    >
      {customer === null && (
        <TextInput label={t.id} description={t.idHint} required data-autofocus {...field('id')} />
      )}
      <TextInput label={t.currency} required {...field('currency')} />
      {showsAddress && (
        <Textarea
          label={t.addresses}
          description={t.addressesHint}
          placeholder="BTC bc1q…"
          autosize
          minRows={3}
          spellCheck={false}
          {...field('addresses')}
        />
      )}
      {showsAddress && customer !== null && <Text c="dimmed">{t.replaces}</Text>}
    </FormDialog>
  );
}
