// Who did what to which object, with the result: of one project, or of the whole instance.
import { Button, Code, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { exportLink } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { journalOutcome } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorList, type TextSearch } from '../../shared/queries.ts';
import { Status, useStatusNames } from '../../shared/statuses.tsx';
import { RowButton } from '../../shared/ui/buttons.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { requestedSpan } from '../../shared/ui/filters.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { LineDialog, usePartText } from './line-dialog.tsx';

export function Journal() {
  const t = useTexts('journal');
  const labels = useStatusNames(journalOutcome);
  const { project } = useParams({ strict: false });
  const filter: JournalFilter = useSearch({ strict: false });
  const [opened, setOpened] = useState<JournalLine>();
  return (
    <Page
      title={t.title}
      actions={
        <Button
          component="a"
          variant="default"
          href={exportLink('journal.list', 'csv', requestedFor(project, filter))}
          download
        >
          {t.export}
        </Button>
      }
    >
      <FilteredList
        name="audit_log"
        filter={filter}
        fields={[
          { name: 'actor', label: t.who },
          { name: 'operation', label: t.actionLabel, placeholder: 'withdrawals' },
          { name: 'object_id', label: t.id },
          {
            name: 'result',
            label: t.result,
            choices: results.map((value) => ({ value, label: labels[value] })),
          },
        ]}
        presets={[{ result: 'refused' }, { result: 'failed' }]}
        hasDays
        label={t.title}
        list={journalList(project, filter)}
        columns={useColumns(setOpened)}
        empty={{ icon: 'auditLog', text: t.empty }}
        noneFound={t.filtered}
      />
      {opened !== undefined && <LineDialog line={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function useColumns(onOpen: (line: JournalLine) => void): Columns<JournalLine> {
  const t = useTexts('journal');
  const parts = usePartText();
  return [
    { head: t.when, time: ({ at }) => at },
    { id: 'who', head: t.who, cell: ({ actor }) => <strong>{actor}</strong> },
    {
      id: 'actionLabel',
      head: t.actionLabel,
      cell: ({ operation }) => (
        <>
          {parts.operation(operation)} <Code>{operation}</Code>
        </>
      ),
    },
    {
      id: 'object',
      head: t.object,
      cell: ({ object_type: type, object_id: id }) =>
        type !== null && (
          <>
            {parts.object(type)} {id !== null && <CopyId value={id} label={t.objectId} />}
          </>
        ),
    },
    {
      id: 'result',
      head: t.result,
      cell: ({ result, reason }) => (
        <>
          <Status of={journalOutcome} value={result} />
          {reason !== null && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
        </>
      ),
    },
    {
      head: t.more,
      cell: (line) => (
        <RowButton isRow onClick={() => onOpen(line)}>
          {t.showDetails}
        </RowButton>
      ),
    },
  ];
}

export type JournalLine = OperatorApi['journal.list']['output']['rows'][number];

type JournalFilter = TextSearch<'actor' | 'operation' | 'object_id' | 'result' | 'from' | 'to'>;

export const results = ['done', 'refused', 'failed', 'begun'] as const;

/** The log of one project, or of all. `from` and `to` are days, both inclusive. */
function journalList(project: string | undefined, filter: JournalFilter) {
  return operatorList(
    ['journal', project ?? null, filter],
    'journal.list',
    requestedFor(project, filter),
  );
}

/** The parameters for an export of the same entries. */
export function requestedFor(project: string | undefined, filter: JournalFilter) {
  const { result, from, to, ...rest } = filter;
  return {
    ...rest,
    project,
    result: results.find((known) => known === result),
    ...requestedSpan({ from, to }),
  };
}
