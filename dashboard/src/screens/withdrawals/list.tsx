// The withdrawals of a project, with filters, orders and the dialog for a new one.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { merchant } from '../../shared/api.ts';
import { useStatusChoices } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toWithdrawal } from '../../shared/links.ts';
import { coinsOf } from '../../shared/queries.ts';
import { useCan } from '../../shared/session.ts';
import { Status, withdrawalStatus } from '../../shared/statuses.tsx';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Bulk } from '../../shared/ui/selection.tsx';
import { byAmount, byTime, type Column } from '../../shared/ui/tables.tsx';
import { shortened } from '../../shared/ui/values.tsx';
import { type WithdrawalRow, waitsFor, withdrawalList } from './queries.ts';
import { useWaitText } from './wait.ts';

const CreateDialog = lazy(async () => ({
  default: (await import('./create-dialog.tsx')).CreateDialog,
}));

const route = getRouteApi('/app/projects/$project/withdrawals');

export function WithdrawalList() {
  const t = useTexts('withdrawals');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const { data: coins = [] } = useQuery(coinsOf(project));
  const canCreate = useCan('createCoinWithdrawal');
  const create = useCreate(canCreate, (onClose) => <CreateDialog {...{ project, onClose }} />);
  const actions = canCreate && (
    <>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to="/projects/$project/withdrawals/batch" params={{ project }} {...props} />
        )}
      >
        {t.batch}
      </Button>
      {create.button(t.create)}
    </>
  );
  return (
    <Page title={t.title} actions={actions}>
      <FilteredList
        name="withdrawals"
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
        presets={[{ waits_for: 'approvers' }, { waits_for: 'operator' }, { status: 'failed' }]}
        hasDays
        ordering={{ currency: 'coin' }}
        bulk={useBulk(project)}
        label={t.title}
        list={withdrawalList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => toWithdrawal(project, id)}
        empty={{ icon: 'withdrawals', text: t.empty, action: create.button(t.createFirst) }}
        noneFound={t.filtered}
      />
      {create.dialog}
    </Page>
  );
}

/** Before it is being processed. The service checks again. */
const CANCELABLE: readonly string[] = ['new', 'pending', 'on_hold'];

function useBulk(project: string): Bulk<WithdrawalRow> {
  const t = useTexts('withdrawals');
  const canCancel = useCan('cancelCoinWithdrawal');
  return {
    file: 'withdrawals',
    nameOf: ({ custom_id, id }) => custom_id ?? shortened(id),
    actions: [
      canCancel && {
        label: t.cancelSelected,
        explained: t.cancelSelectedWhat,
        isDangerous: true,
        fits: ({ status }) => CANCELABLE.includes(status),
        run: ({ id }, attempt) => {
          const options = { attempt, confirms: t.cancelSelected };
          return merchant(project)('cancelCoinWithdrawal', { id }, options);
        },
        refreshes: [
          ['withdrawal', project],
          ['account', project],
        ],
      },
    ],
  };
}

function useColumns(): readonly Column<WithdrawalRow>[] {
  const waitText = useWaitText();
  const t = useTexts('withdrawals');
  return [
    { head: t.reference, cell: ({ custom_id, id }) => custom_id ?? shortened(id) },
    {
      id: 'status',
      head: t.status,
      cell: (row) => (
        <>
          <Status of={withdrawalStatus} value={row.status} /> {waitText(row)}
        </>
      ),
    },
    { id: 'sends', head: t.sends, money: ({ sends }) => sends, orders: byAmount },
    { id: 'charged', head: t.charged, money: ({ charged }) => charged },
    { id: 'address', head: t.address, cell: ({ address }) => shortened(address) },
    { id: 'created', head: t.created, time: ({ created_at: at }) => at, orders: byTime },
  ];
}
