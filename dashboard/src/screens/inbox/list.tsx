// The inbox of a project: payments that arrived late, as surplus, or without an owner.

import { Button, Group } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toDeposit } from '../../shared/links.ts';
import { useFactTexts } from '../../shared/reason-texts.ts';
import { useProjectChoices, useProjectName } from '../../shared/session.ts';
import { depositStatus, Status } from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RowMenu } from '../../shared/ui/row-menu.tsx';
import { byAmount, byTime, type Column, type Columns } from '../../shared/ui/tables.tsx';
import { CopyId, Money } from '../../shared/ui/values.tsx';
import { useDecisionMaker } from './decision-maker.ts';
import { ResolveOne, type Resolving } from './dialogs.tsx';
import {
  type DecidedFilter,
  decidedList,
  type InboxRow,
  inboxList,
  type Reason,
  type Unmatched,
  unmatchedList,
} from './queries.ts';
import { RESOLVE_ACTIONS, type ResolveAction, useResolveLabels } from './resolve-buttons.tsx';

const route = getRouteApi('/app/projects/$project/inbox');

export function InboxList() {
  const t = useTexts('inbox');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/inbox' });
  return (
    <Page title={t.title}>
      <WaitingOrDecided project={project} filter={filter}>
        <FilteredList
          name="unmatched"
          filter={filter}
          fields={[
            { name: 'reason', label: t.why, choices: useReasons() },
            { name: 'currency', label: t.coin, placeholder: 'BTC' },
            { name: 'txid', label: t.transaction },
          ]}
          presets={[{ reason: 'late' }, { reason: 'surplus' }]}
          hasDays
          ordering={{ currency: 'currency' }}
          onFilter={({ currency, ...search }) =>
            void navigate({ search: { ...search, currency: currency?.toUpperCase() } })
          }
          label={t.unmatchedPayment}
          list={inboxList(project, filter)}
          columns={useColumns()}
          rowLink={({ id }) => toDeposit(project, id)}
          empty={{ icon: 'unmatched', text: t.empty }}
          noneFound={t.filtered}
        />
      </WaitingOrDecided>
    </Page>
  );
}

function useColumns(): readonly Column<InboxRow>[] {
  const t = useTexts('inbox');
  return [
    {
      head: t.amount,
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      orders: byAmount,
    },
    { id: 'why', head: t.why, cell: ({ reason }) => (reason === null ? '–' : t[reason]) },
    { id: 'owner', head: t.owner, cell: ({ owner }) => owner.join(' · ') || t.nobody },
    {
      id: 'status',
      head: t.status,
      cell: ({ status }) => <Status of={depositStatus} value={status} />,
    },
    { id: 'seen', head: t.seen, time: ({ seenAt }) => seenAt, orders: byTime },
  ];
}

const routeOfAll = getRouteApi('/app/inbox');

export function UnmatchedList() {
  const t = useTexts('inbox');
  const filter = routeOfAll.useSearch();
  const [open, setOpen] = useState<Open>();
  return (
    <Page title={t.titleOfAll}>
      <WaitingOrDecided project={null} filter={filter}>
        <FilteredList
          name="unmatched_of_all"
          filter={filter}
          fields={[
            { name: 'reason', label: t.why, choices: useReasons() },
            { name: 'project', label: t.project, choices: useProjectChoices() },
            { name: 'coin', label: t.coin, placeholder: 'BTC' },
            { name: 'txid', label: t.transaction },
          ]}
          hasDays
          label={t.unmatchedPayment}
          list={unmatchedList(filter)}
          columns={useUnmatchedColumns(setOpen)}
          empty={{ icon: 'unmatched', text: t.empty }}
          noneFound={t.filtered}
        />
      </WaitingOrDecided>
      {open !== undefined && <ResolveOne {...open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

interface Open {
  readonly action: ResolveAction;
  readonly resolving: Resolving;
}

function useUnmatchedColumns(onResolve: (open: Open) => void): Columns<Unmatched> {
  const t = useTexts('inbox');
  const nameOf = useProjectName();
  const { mayDecide } = useDecisionMaker()(true);
  const labels = useResolveLabels();
  return [
    { head: t.amount, cell: ({ amount }) => <Money {...amount} /> },
    { id: 'why', head: t.why, cell: ({ reason }) => t[reason] },
    {
      id: 'project',
      head: t.project,
      cell: ({ project_id: id }) => (id === null ? t.nobody : nameOf(id)),
    },
    {
      id: 'owner',
      head: t.owner,
      cell: ({ came_to: to }) => {
        if (to === null) return t.nobody;
        return <CopyId value={to.id} label={to.type === 'channel' ? t.ownChannel : t.ownInvoice} />;
      },
    },
    {
      id: 'transaction',
      head: t.transaction,
      cell: ({ txid }) => <CopyId value={txid} label={t.transaction} />,
    },
    { id: 'seen', head: t.seen, time: ({ seen_at: at }) => at, orders: byTime },
    mayDecide && {
      head: t.decide,
      cell: (row) => (
        <RowMenu
          of={`${row.amount.amount} ${row.amount.currency}`}
          actions={RESOLVE_ACTIONS.map((action) => ({
            label: labels[action],
            onChoose: () => onResolve({ action, resolving: waitingOf(row) }),
          }))}
        />
      ),
    },
  ];
}

function waitingOf({ id, amount, project_id: project, came_to: to }: Unmatched) {
  const owner = to?.type === 'channel' ? { type: 'channel' as const, id: to.id } : undefined;
  return {
    waiting: { id, ...amount, project, isByOperator: true },
    ...(owner === undefined ? {} : { owner }),
  };
}

const reasons: readonly Reason[] = [
  'late',
  'surplus',
  'channel_payment_over',
  'no_tag',
  'unknown_tag',
  'unknown_address',
  'other_network',
  'other_asset',
  'below_minimum',
];

function useReasons(): readonly { readonly value: Reason; readonly label: string }[] {
  const t = useTexts('inbox');
  return reasons.map((value) => ({ value, label: t[value] }));
}

const SHOWN = ['waiting', 'decided'] as const;

interface Props {
  /** Null: all projects. */
  readonly project: string | null;
  readonly filter: DecidedFilter;
}

interface WaitingProps extends Props {
  /** The pending items. */
  readonly children: ReactNode;
}

function WaitingOrDecided({ project, filter, children }: WaitingProps) {
  const t = useTexts('inbox').decided;
  const navigate = useNavigate();
  const current = filter.shown === 'decided' ? 'decided' : 'waiting';
  return (
    <>
      <Group gap="xs" role="group" aria-label={t.which}>
        {SHOWN.map((shown) => (
          <Button
            key={shown}
            size="xs"
            variant={shown === current ? 'filled' : 'default'}
            aria-pressed={shown === current}
            onClick={() => void navigate({ to: '.', search: shown === 'decided' ? { shown } : {} })}
          >
            {t[shown]}
          </Button>
        ))}
      </Group>
      {current === 'decided' ? <Decided {...{ project, filter }} /> : children}
    </>
  );
}

function Decided({ project, filter: { txid, from, to } }: Props) {
  const t = useTexts('inbox');
  const navigate = useNavigate();
  return (
    <FilteredList
      filter={{ txid, from, to }}
      fields={[{ name: 'txid', label: t.transaction }]}
      hasDays
      onFilter={(changed) => void navigate({ to: '.', search: { shown: 'decided', ...changed } })}
      label={t.decided.decided}
      list={decidedList(project, { txid, from, to })}
      columns={useDecidedColumns(project === null)}
      rowKey={({ deposit_id: id, at, decision }) => `${id} ${at} ${decision}`}
      empty={t.decided.empty}
      noneFound={t.filtered}
    />
  );
}

function useDecidedColumns(isOfAll: boolean): Columns<DecidedRow> {
  const t = useTexts('inbox');
  const { reasonIn } = useFactTexts();
  const nameOf = useProjectName();
  return [
    {
      head: t.decided.deposit,
      // A released deposit was never in the inbox and has no page there.
      cell: ({ amount, decision, project_id: project, deposit_id: deposit }) =>
        decision === 'released' ? (
          <Money {...amount} />
        ) : (
          <Link {...toDeposit(project, deposit)}>
            <Money {...amount} />
          </Link>
        ),
    },
    { head: t.decided.decision, cell: ({ decision }) => t.decisions[decision] },
    isOfAll && { head: t.project, cell: ({ project_id: id }) => nameOf(id) },
    { head: t.decided.because, cell: (row) => reasonIn({ ...row }) ?? '–' },
    { head: t.transaction, cell: ({ txid }) => <CopyId value={txid} label={t.transaction} /> },
    { head: t.decided.at, time: ({ at }) => at },
  ];
}

type DecidedRow = OperatorApi['deposits.resolutions']['output']['rows'][number];
