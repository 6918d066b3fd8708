// Decisions about deposits that could not be credited automatically, of one project or of all, newest first; and the
// switch between decided and pending ones.
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useFactTexts } from '../../shared/reason-texts.ts';
import { useMe } from '../../shared/session.ts';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId, Money, When } from '../../shared/ui/values.tsx';
import { type DecidedFilter, decidedList, type Reason } from './queries.ts';

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

/** The reasons why a payment is unmatched, as filter options. */
export function useReasons(): readonly { readonly value: Reason; readonly label: string }[] {
  const t = useTexts('inbox');
  return reasons.map((value) => ({ value, label: t[value] }));
}

const SHOWN = ['waiting', 'decided'] as const;

interface Props {
  /** Null: all projects. */
  readonly project: string | null;
  readonly filter: DecidedFilter;
  readonly onShow: (filter: DecidedFilter) => void;
  /** The pending items. */
  readonly children: ReactNode;
}

export function WaitingOrDecided({ project, filter, onShow, children }: Props) {
  const t = useTexts('inbox').decided;
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
            onClick={() => onShow(shown === 'decided' ? { shown } : {})}
          >
            {t[shown]}
          </Button>
        ))}
      </Group>
      {current === 'decided' ? <Decided {...{ project, filter, onShow }} /> : children}
    </>
  );
}

function Decided({ project, filter, onShow }: Omit<Props, 'children'>) {
  const t = useTexts('inbox');
  const w = useTexts('inbox').decided;
  const { txid, from, to } = filter;
  return (
    <FilteredList
      filter={{ txid, from, to }}
      fields={[{ name: 'txid', label: t.transaction }]}
      hasDays
      onFilter={(changed) => onShow({ shown: 'decided', ...changed })}
      label={w.decided}
      list={decidedList(project, { txid, from, to })}
      columns={useColumns(project === null)}
      rowKey={({ deposit_id: id, at, decision }) => `${id} ${at} ${decision}`}
      empty={w.empty}
      noneFound={t.filtered}
    />
  );
}

function useColumns(isOfAll: boolean): readonly Column<DecidedRow>[] {
  const t = useTexts('inbox');
  const w = useTexts('inbox').decided;
  const decisionText = useDecisionText();
  const { reasonIn } = useFactTexts();
  const { projects } = useMe();
  const nameOf = (wanted: string) => projects.find(({ id }) => id === wanted)?.name ?? wanted;
  const ofProject: Column<DecidedRow> = {
    head: t.project,
    cell: ({ project_id: id }) => nameOf(id),
  };
  return [
    {
      head: w.deposit,
      // A released deposit was never in the inbox and has no page there.
      cell: ({ amount, decision, project_id: project, deposit_id: deposit }) =>
        decision === 'released' ? (
          <Money {...amount} />
        ) : (
          <Link to="/projects/$project/inbox/$deposit" params={{ project, deposit }}>
            <Money {...amount} />
          </Link>
        ),
    },
    { head: w.decision, cell: ({ decision }) => decisionText(decision) },
    ...(isOfAll ? [ofProject] : []),
    { head: w.because, cell: (row) => reasonIn({ ...row }) ?? '–' },
    { head: t.transaction, cell: ({ txid }) => <CopyId value={txid} label={t.transaction} /> },
    { head: w.at, cell: ({ at }) => <When at={at} /> },
  ];
}

type DecidedRow = OperatorApi['deposits.resolutions']['output']['rows'][number];

/** Text for decisions about deposits that could not be credited automatically. */
export function useDecisionText(): (decision: DecidedRow['decision']) => string {
  const t = useTexts('inbox').decisions;
  return (decision) => t[decision];
}
