// Unmatched payments of all projects and of no project, for the operator's decisions.
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { FilteredList, useProjectChoices } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId, Money, When } from '../../shared/ui/values.tsx';
import { useReasons, WaitingOrDecided } from './decided.tsx';
import { type Deciding, Dialogs } from './dialogs.tsx';
import { type Unmatched, unmatchedList } from './queries.ts';
import { ResolveMenu, useDecisionMaker } from './resolve-menu.tsx';

const route = getRouteApi('/app/inbox');

export function UnmatchedList() {
  const t = useTexts('inbox');
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/inbox' });
  const [deciding, setDeciding] = useState<Deciding>();
  return (
    <Page title={t.titleOfAll}>
      <WaitingOrDecided
        {...{ project: null, filter }}
        onShow={(search) => void navigate({ search })}
      >
        <FilteredList
          filter={filter}
          fields={[
            { name: 'reason', label: t.why, choices: useReasons() },
            { name: 'project', label: t.project, choices: useProjectChoices() },
            { name: 'coin', label: t.coin, placeholder: 'BTC' },
            { name: 'txid', label: t.transaction },
          ]}
          hasDays
          onFilter={(search) => void navigate({ search })}
          label={t.unmatchedPayment}
          list={unmatchedList(filter)}
          columns={useColumns(setDeciding)}
          empty={t.empty}
          noneFound={t.filtered}
        />
      </WaitingOrDecided>
      <Dialogs deciding={deciding} onClose={() => setDeciding(undefined)} />
    </Page>
  );
}

function useColumns(onDecide: (deciding: Deciding) => void): readonly Column<Unmatched>[] {
  const t = useTexts('inbox');
  const { projects } = useMe();
  const { mayDecide } = useDecisionMaker()(true);
  const nameOf = (wanted: string | null) =>
    projects.find(({ id }) => id === wanted)?.name ?? t.nobody;
  const columns: readonly Column<Unmatched>[] = [
    { head: t.amount, cell: ({ amount }) => <Money {...amount} /> },
    { head: t.why, cell: ({ reason }) => t[reason] },
    { head: t.project, cell: ({ project_id }) => nameOf(project_id) },
    {
      head: t.owner,
      cell: ({ came_to: to }) =>
        to === null ? t.nobody : <CopyId value={to.id} label={ownerLabel(t, to.type)} />,
    },
    { head: t.transaction, cell: ({ txid }) => <CopyId value={txid} label={t.transaction} /> },
    { head: t.seen, cell: ({ seen_at: at }) => <When at={at} /> },
  ];
  if (!mayDecide) return columns;
  return [
    ...columns,
    {
      head: t.decide,
      cell: (row) => (
        <ResolveMenu size="xs" onChoose={(action) => onDecide({ action, ...waitingOf(row) })} />
      ),
    },
  ];
}

function ownerLabel(t: { ownInvoice: string; ownChannel: string }, type: string): string {
  return type === 'channel' ? t.ownChannel : t.ownInvoice;
}

function waitingOf({ id, amount, project_id: project, came_to: to }: Unmatched) {
  const owner = to?.type === 'channel' ? { type: 'channel' as const, id: to.id } : undefined;
  return {
    waiting: { id, ...amount, project, isByOperator: true },
    ...(owner === undefined ? {} : { owner }),
  };
}
