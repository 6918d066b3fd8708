// What was decided about money that could not be credited by itself, of one project or of all, newest first; and the
// choice between that and what waits.
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { CopyId } from '../../shared/ui/copy-id.tsx';
import { Filters, TextFilter } from '../../shared/ui/filters.tsx';
import { type Column, ListTable } from '../../shared/ui/list-table.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { SpanFilter } from '../../shared/ui/span-filter.tsx';
import { When } from '../../shared/ui/when.tsx';
import { type DecidedRow, decidedWords, useDecisionText } from './decided-messages.ts';
import { inboxWords } from './messages.ts';
import { type DecidedFilter, decidedList } from './queries.ts';

const SHOWN = ['waiting', 'decided'] as const;

interface ChoiceProps {
  readonly value: string | undefined;
  readonly onChange: (shown: 'decided' | undefined) => void;
}

export function ShownChoice({ value, onChange }: ChoiceProps) {
  const t = useMessages(decidedWords);
  const current = value === 'decided' ? 'decided' : 'waiting';
  return (
    <Group gap="xs" role="group" aria-label={t.which}>
      {SHOWN.map((shown) => (
        <Button
          key={shown}
          size="xs"
          variant={shown === current ? 'filled' : 'default'}
          aria-pressed={shown === current}
          onClick={() => onChange(shown === 'decided' ? 'decided' : undefined)}
        >
          {t[shown]}
        </Button>
      ))}
    </Group>
  );
}

interface Props {
  /** Null: of all. */
  readonly project: string | null;
  readonly filter: DecidedFilter;
  readonly onShow: (changed: DecidedFilter) => void;
  readonly onClear: () => void;
}

export function Decided({ project, filter, onShow, onClear }: Props) {
  const t = useMessages(inboxWords);
  const w = useMessages(decidedWords);
  const { txid, from, to } = filter;
  const isFiltered = [txid, from, to].some((each) => each !== undefined);
  return (
    <>
      <Filters>
        <TextFilter
          label={t.transaction}
          value={txid}
          onChange={(found) => onShow({ txid: found })}
        />
        <SpanFilter of={filter} onChange={onShow} />
      </Filters>
      <ListTable
        label={w.decided}
        list={decidedList(project, { txid, from, to })}
        columns={useColumns(project === null)}
        rowKey={({ deposit_id: id, at, decision }) => `${id} ${at} ${decision}`}
        empty={w.empty}
        filtered={isFiltered ? { text: t.filtered, onClear } : undefined}
      />
    </>
  );
}

function useColumns(isOfAll: boolean): readonly Column<DecidedRow>[] {
  const t = useMessages(inboxWords);
  const w = useMessages(decidedWords);
  const decisionText = useDecisionText();
  const { projects } = useMe();
  const nameOf = (wanted: string) => projects.find(({ id }) => id === wanted)?.name ?? wanted;
  const ofProject: Column<DecidedRow> = {
    head: t.project,
    cell: ({ project_id: id }) => nameOf(id),
  };
  return [
    {
      head: w.deposit,
      cell: ({ amount, project_id: project, deposit_id: deposit }) => (
        <Link to="/projects/$project/inbox/$deposit" params={{ project, deposit }}>
          <Money {...amount} />
        </Link>
      ),
    },
    { head: w.decision, cell: ({ decision }) => decisionText(decision) },
    ...(isOfAll ? [ofProject] : []),
    { head: w.because, cell: ({ reason }) => reason ?? '–' },
    { head: t.transaction, cell: ({ txid }) => <CopyId value={txid} label={t.transaction} /> },
    { head: w.at, cell: ({ at }) => <When at={at} /> },
  ];
}
