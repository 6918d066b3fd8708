// The subscriptions of a project: payers who are billed every period, by email.

import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { merchant } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { subscriptionStatus, useStatusChoices } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toSubscription } from '../../shared/links.ts';
import { useOpenCreated } from '../../shared/open-created.ts';
import { useCan } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Bulk } from '../../shared/ui/selection.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { CancelButton } from './cancel.tsx';
import { type ListedSubscription, subscriptionList } from './queries.ts';

const route = getRouteApi('/app/projects/$project/subscriptions');

export function SubscriptionList() {
  const t = useTexts('subscriptions');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const create = useCreate(useCan('createSubscription'), (onClose) => (
    <CreateDialog {...{ project, onClose }} />
  ));
  return (
    <Page title={t.title} actions={create.button(t.create)}>
      <FilteredList
        name="subscriptions"
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(subscriptionStatus) },
          { name: 'payer_email', label: t.payerEmail },
          { name: 'custom_id', label: t.referenceBegins },
          { name: 'currency', label: t.currency, placeholder: 'EUR' },
        ]}
        presets={[{ status: 'active' }, { status: 'cancelled' }]}
        hasDays
        bulk={useBulk(project)}
        label={t.title}
        list={subscriptionList(project, filter)}
        columns={useColumns(project)}
        rowLink={({ id }) => toSubscription(project, id)}
        empty={{ icon: 'subscriptions', text: t.empty, action: create.button(t.createFirst) }}
        noneFound={t.filtered}
      />
      {create.dialog}
    </Page>
  );
}

function useBulk(project: string): Bulk<ListedSubscription> {
  const t = useTexts('subscriptions');
  const canCancel = useCan('cancelSubscription');
  return {
    file: 'subscriptions',
    nameOf: ({ name, payer_email: payer }) => `${name} · ${payer}`,
    actions: [
      canCancel && {
        label: t.cancelSelected,
        explained: t.cancelSelectedWhat,
        isDangerous: true,
        fits: ({ status }) => status === 'active',
        run: ({ id }, attempt) => merchant(project)('cancelSubscription', { id }, { attempt }),
        refreshes: [['subscription', project]],
      },
    ],
  };
}

function useColumns(project: string): Columns<ListedSubscription> {
  const t = useTexts('subscriptions');
  return [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { id: 'payer', head: t.payer, cell: ({ payer_email: mail }) => mail },
    { id: 'amount', head: t.amount, money: (row) => row },
    { id: 'period', head: t.period, cell: (row) => `${row.period_quantity} × ${t[row.period]}` },
    { id: 'ends', head: t.ends, time: ({ current_period_ends_at: at }) => at },
    { id: 'paid', head: t.paid, cell: (row) => (row.current_period_paid ? t.yes : t.notYetValue) },
    {
      id: 'status',
      head: t.status,
      cell: (subscription) => (
        <>
          <Status of={subscriptionStatus} value={subscription.status} />{' '}
          <CancelButton {...{ project, subscription }} size="xs" />
        </>
      ),
    },
  ];
}

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

const periods = ['day', 'week', 'month', 'year'] as const;
const quantities = Array.from({ length: 12 }, (_none, n) => `${n + 1}`);

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('subscriptions');
  const open = useOpenCreated();
  const { form, field, dialog } = useFormAction({
    initialValues: {
      name: '',
      amount: '',
      currency: 'EUR',
      period: 'month',
      quantity: '1',
      starts_at: '',
      payer_email: '',
      payer_name: '',
      custom_id: '',
    },
    run: ({ period, quantity, starts_at, payer_name, custom_id, ...rest }, attempt) => {
      const subscription = {
        ...rest,
        period: periods.find((known) => known === period) ?? 'month',
        period_quantity: quantities.indexOf(quantity) + 1,
        starts_at: new Date(starts_at),
        ...(payer_name === '' ? {} : { payer_name }),
        ...(custom_id === '' ? {} : { custom_id }),
      };
      return merchant(project)('createSubscription', subscription, { attempt });
    },
    refreshes: [['subscription', project]],
    onDone: async ({ id }) => {
      onClose();
      await open(toSubscription(project, id));
    },
  });
  return (
    <FormDialog
      title={t.create}
      isReady={form.values.starts_at !== ''}
      onClose={onClose}
      {...dialog}
    >
      <Text c="dimmed">{t.ask}</Text>
      <TextInput label={t.name} required data-autofocus {...field('name')} />
      <Group grow align="flex-start">
        <AmountInput label={t.amount} unit={form.values.currency} required {...field('amount')} />
        <TextInput label={t.currency} required {...field('currency')} />
      </Group>
      <Group grow align="flex-start">
        <NativeSelect label={t.every} data={quantities} {...field('quantity')} />
        <NativeSelect
          label={t.period}
          data={periods.map((value) => ({ value, label: t[value] }))}
          {...field('period')}
        />
      </Group>
      <TextInput
        label={t.starts}
        description={t.startsHint}
        type="datetime-local"
        required
        {...field('starts_at')}
      />
      <TextInput label={t.payer} type="email" required {...field('payer_email')} />
      <TextInput label={t.payerName} {...field('payer_name')} />
      <TextInput label={t.reference} description={t.optional} {...field('custom_id')} />
    </FormDialog>
  );
}
