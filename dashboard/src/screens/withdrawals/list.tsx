// The withdrawals of a project, newest first.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import {
  Status,
  useStatusNames,
  withdrawalStatus,
  withdrawalStatuses,
} from '../../shared/statuses.tsx';
import { ChoiceFilter, Filters, SpanFilter, TextFilter } from '../../shared/ui/filters.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { Money, shortened, When } from '../../shared/ui/values.tsx';
import {
  sendableCoins,
  type WithdrawalFilter,
  type WithdrawalRow,
  waitsFor,
  withdrawalList,
} from './queries.ts';
import { useWaitText } from './wait.ts';

const CreateDialog = lazy(async () => ({
  default: (await import('./create-dialog.tsx')).CreateDialog,
}));

const route = getRouteApi('/app/projects/$project/withdrawals');

export function WithdrawalList() {
  const t = useTexts('withdrawals');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/withdrawals' });
  const [isCreating, setCreating] = useState(false);
  return (
    <Page title={t.title} actions={<Actions onCreate={() => setCreating(true)} />}>
      <WithdrawalFilters />
      <ListTable
        label={t.title}
        list={withdrawalList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => ({
          to: '/projects/$project/withdrawals/$withdrawal',
          params: { project, withdrawal: id },
        })}
        empty={t.empty}
        filtered={{ by: filter, text: t.filtered, onClear: () => void navigate({ search: {} }) }}
      />
      {isCreating && (
        <Suspense>
          <CreateDialog project={project} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Actions({ onCreate }: { readonly onCreate: () => void }) {
  const t = useTexts('withdrawals');
  const { project } = route.useParams();
  if (!useCan('createCoinWithdrawal')) return null;
  return (
    <Group gap="sm">
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to="/projects/$project/withdrawals/batch" params={{ project }} {...props} />
        )}
      >
        {t.batch}
      </Button>
      <Button leftSection={<Icon name="plus" />} onClick={onCreate}>
        {t.create}
      </Button>
    </Group>
  );
}

function WithdrawalFilters() {
  const t = useTexts('withdrawals');
  const statusMessages = useStatusNames(withdrawalStatus);
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/withdrawals' });
  const coins = useQuery(sendableCoins(project));
  const show = (changed: WithdrawalFilter) => void navigate({ search: { ...filter, ...changed } });
  return (
    <Filters>
      <ChoiceFilter
        label={t.status}
        value={filter.status}
        choices={withdrawalStatuses.map((value) => ({ value, label: statusMessages[value] }))}
        onChange={(status) => show({ status })}
      />
      <ChoiceFilter
        label={t.waitsFor}
        value={filter.waits_for}
        choices={waitsFor.map((value) => ({ value, label: t[value] }))}
        onChange={(waits_for) => show({ waits_for })}
      />
      <ChoiceFilter
        label={t.coin}
        value={filter.coin}
        choices={(coins.data ?? []).map(({ currency: value }) => ({ value, label: value }))}
        onChange={(coin) => show({ coin })}
      />
      <TextFilter of={filter} name="custom_id" label={t.reference} onChange={show} />
      <TextFilter of={filter} name="address" label={t.address} onChange={show} />
      <TextFilter of={filter} name="txid" label={t.txid} onChange={show} />
      <SpanFilter of={filter} onChange={show} />
    </Filters>
  );
}

function useColumns(): readonly Column<WithdrawalRow>[] {
  const waitText = useWaitText();
  const t = useTexts('withdrawals');
  return [
    { head: t.reference, cell: ({ custom_id, id }) => custom_id ?? shortened(id) },
    {
      head: t.status,
      cell: (row) => (
        <>
          <Status of={withdrawalStatus} value={row.status} /> {waitText(row)}
        </>
      ),
    },
    { head: t.sends, isAmount: true, cell: ({ sends }) => <Money {...sends} /> },
    { head: t.charged, isAmount: true, cell: ({ charged }) => <Money {...charged} /> },
    { head: t.address, cell: ({ address }) => shortened(address) },
    { head: t.created, cell: ({ created_at: at }) => <When at={at} /> },
  ];
}
