// The channels of a project: permanent addresses, each with the account that receives its payments.

import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { merchant } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { endpointStatus, useStatusChoices } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toChannel } from '../../shared/links.ts';
import { useOpenCreated } from '../../shared/open-created.ts';
import { coinsOf } from '../../shared/queries.ts';
import { useCan } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { CoinOn } from '../../shared/ui/coin.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { channelList, type ListedChannel } from './queries.ts';

const route = getRouteApi('/app/projects/$project/channels');

export function ChannelList() {
  const t = useTexts('channels');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const create = useCreate(useCan('createChannel'), (onClose) => (
    <CreateDialog {...{ project, onClose }} />
  ));
  return (
    <Page title={t.title} actions={create.button(t.create)}>
      <FilteredList
        name="channels"
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(endpointStatus) },
          { name: 'coin', label: t.paidIn, placeholder: 'BTC' },
          { name: 'customer_id', label: t.customer },
          { name: 'custom_id', label: t.referenceBegins },
        ]}
        presets={[{ status: 'enabled' }, { status: 'disabled' }]}
        hasDays
        bulk={{ file: 'channels', nameOf: ({ name }) => name }}
        label={t.title}
        list={channelList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => toChannel(project, id)}
        empty={{ icon: 'channels', text: t.empty, action: create.button(t.createFirst) }}
        noneFound={t.filtered}
      />
      {create.dialog}
    </Page>
  );
}

function useColumns(): readonly Column<ListedChannel>[] {
  const t = useTexts('channels');
  return [
    { head: t.name, cell: ({ name }) => name },
    {
      id: 'status',
      head: t.status,
      cell: ({ status }) => <Status of={endpointStatus} value={status} />,
    },
    {
      id: 'paidIn',
      head: t.paidIn,
      cell: (row) => <CoinOn currency={row.pay_currency} network={row.network} />,
    },
    { id: 'account', head: t.account, cell: ({ receiver_currency: currency }) => currency },
    { id: 'customer', head: t.customer, cell: ({ customer_id: id }) => id ?? '–' },
    {
      id: 'address',
      head: t.address,
      cell: ({ address }) => <CopyId value={address} label={t.address} />,
    },
  ];
}

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('channels');
  const open = useOpenCreated();
  const coins = useQuery(coinsOf(project));
  const { field, dialog } = useFormAction({
    initialValues: {
      name: '',
      pay_currency: 'BTC',
      receiver_currency: 'EUR',
      customer_id: '',
      custom_id: '',
    },
    run: ({ customer_id, custom_id, ...values }, attempt) => {
      const references = {
        ...(customer_id === '' ? {} : { customer_id }),
        ...(custom_id === '' ? {} : { custom_id }),
      };
      return merchant(project)('createChannel', { ...values, ...references }, { attempt });
    },
    refreshes: [['channel', project]],
    onDone: async ({ id }) => {
      onClose();
      await open(toChannel(project, id));
    },
  });
  return (
    <FormDialog title={t.create} onClose={onClose} {...dialog}>
      <TextInput label={t.name} required data-autofocus {...field('name')} />
      <NativeSelect
        label={t.paidIn}
        data={(coins.data ?? []).map(({ currency, name }) => ({
          value: currency,
          label: `${name} (${currency})`,
        }))}
        {...field('pay_currency')}
      />
      <TextInput label={t.account} required {...field('receiver_currency')} />
      <TextInput label={t.customer} {...field('customer_id')} />
      <TextInput label={t.reference} description={t.optional} {...field('custom_id')} />
    </FormDialog>
  );
}
