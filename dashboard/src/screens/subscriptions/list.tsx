// The subscriptions of a project: payers who are billed every period, by email.
import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Status, subscriptionStatus, useStatusChoices } from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { Money, When } from '../../shared/ui/values.tsx';
import { CancelDialog } from './cancel.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { type ListedSubscription, subscriptionList } from './queries.ts';

const route = getRouteApi('/app/projects/$project/subscriptions');

export function SubscriptionList() {
  const t = useTexts('subscriptions');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/subscriptions' });
  const canCreate = useCan('createSubscription');
  const [isCreating, setCreating] = useState(false);
  const [cancelling, setCancelling] = useState<ListedSubscription>();
  const create = canCreate && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} actions={create}>
      <FilteredList
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(subscriptionStatus) },
          { name: 'payer_email', label: t.payerEmail },
          { name: 'custom_id', label: t.referenceBegins },
          { name: 'currency', label: t.currency, placeholder: 'EUR' },
        ]}
        hasDays
        onFilter={(search) => void navigate({ search })}
        label={t.title}
        list={subscriptionList(project, filter)}
        columns={useColumns(setCancelling)}
        rowLink={({ id }) => ({
          to: '/projects/$project/subscriptions/$subscription',
          params: { project, subscription: id },
        })}
        empty={t.empty}
        noneFound={t.filtered}
      />
      {isCreating && <CreateDialog project={project} onClose={() => setCreating(false)} />}
      {cancelling !== undefined && (
        <CancelDialog
          project={project}
          subscription={cancelling}
          onClose={() => setCancelling(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(
  onCancel: (subscription: ListedSubscription) => void,
): readonly Column<ListedSubscription>[] {
  const t = useTexts('subscriptions');
  const canCancel = useCan('cancelSubscription');
  return [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.payer, cell: ({ payer_email: mail }) => mail },
    { head: t.amount, isAmount: true, cell: (row) => <Money {...row} /> },
    { head: t.period, cell: (row) => `${row.period_quantity} × ${t[row.period]}` },
    { head: t.ends, cell: ({ current_period_ends_at: at }) => <When at={at} /> },
    { head: t.paid, cell: (row) => (row.current_period_paid ? t.yes : t.notYetValue) },
    {
      head: t.status,
      cell: (row) => (
        <>
          <Status of={subscriptionStatus} value={row.status} />{' '}
          {row.status === 'active' && canCancel && (
            <Button size="xs" variant="default" onClick={() => onCancel(row)}>
              {t.cancel}
            </Button>
          )}
        </>
      ),
    },
  ];
}
