// The withdrawals of a project, newest first.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Status, useStatusChoices, withdrawalStatus } from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { Money, shortened, When } from '../../shared/ui/values.tsx';
import { sendableCoins, type WithdrawalRow, waitsFor, withdrawalList } from './queries.ts';
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
  const { data: coins = [] } = useQuery(sendableCoins(project));
  const [isCreating, setCreating] = useState(false);
  return (
    <Page title={t.title} actions={<Actions onCreate={() => setCreating(true)} />}>
      <FilteredList
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(withdrawalStatus) },
          {
            name: 'waits_for',
            label: t.waitsFor,
            choices: waitsFor.map((value) => ({ value, label: t[value] })),
          },
          {
            name: 'coin',
            label: t.coin,
            choices: coins.map(({ currency: value }) => ({ value, label: value })),
          },
          { name: 'custom_id', label: t.reference },
          { name: 'address', label: t.address },
          { name: 'txid', label: t.txid },
        ]}
        hasDays
        onFilter={(search) => void navigate({ search })}
        label={t.title}
        list={withdrawalList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => ({
          to: '/projects/$project/withdrawals/$withdrawal',
          params: { project, withdrawal: id },
        })}
        empty={t.empty}
        noneFound={t.filtered}
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
