// Who did what to which object, with the result: of one project, or of the whole instance.
import { Button, Code, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { exportLink } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { journalOutcome, Status, useStatusNames } from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId, When } from '../../shared/ui/values.tsx';
import { LineDialog, usePartText } from './line-dialog.tsx';
import {
  type JournalFilter,
  type JournalLine,
  journalList,
  requestedFor,
  results,
} from './queries.ts';

export function Journal() {
  const t = useTexts('journal');
  const labels = useStatusNames(journalOutcome);
  const { project } = useParams({ strict: false });
  const filter: JournalFilter = useSearch({ strict: false });
  const navigate = useNavigate();
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
        hasDays
        onFilter={(search) => void navigate({ to: '.', search })}
        label={t.title}
        list={journalList(project, filter)}
        columns={useColumns(setOpened)}
        empty={t.empty}
        noneFound={t.filtered}
      />
      {opened !== undefined && <LineDialog line={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function useColumns(onOpen: (line: JournalLine) => void): readonly Column<JournalLine>[] {
  const t = useTexts('journal');
  const parts = usePartText();
  return [
    { head: t.when, cell: ({ at }) => <When at={at} /> },
    { head: t.who, cell: ({ actor }) => <strong>{actor}</strong> },
    {
      head: t.actionLabel,
      cell: ({ operation }) => (
        <>
          {parts.operation(operation)} <Code>{operation}</Code>
        </>
      ),
    },
    {
      head: t.object,
      cell: ({ object_type: type, object_id: id }) =>
        type !== null && (
          <>
            {parts.object(type)} {id !== null && <CopyId value={id} label={t.objectId} />}
          </>
        ),
    },
    {
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
        <Button size="xs" variant="default" onClick={() => onOpen(line)}>
          {t.showDetails}
        </Button>
      ),
    },
  ];
}
