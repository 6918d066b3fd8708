// Who did what to which object, with the result: of one project, or of the whole instance.
import { Button, Code, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { exportLink } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { journalOutcome, Status, useStatusNames } from '../../shared/statuses.tsx';
import { ChoiceFilter, Filters, SpanFilter, TextFilter } from '../../shared/ui/filters.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { CopyId, When } from '../../shared/ui/values.tsx';
import { LineDialog, usePartText } from './line-dialog.tsx';
import {
  type JournalFilter,
  type JournalLine,
  journalList,
  outcomes,
  requestedFor,
} from './queries.ts';

export function Journal() {
  const t = useTexts('journal');
  const labels = useStatusNames(journalOutcome);
  const { project } = useParams({ strict: false });
  const filter: JournalFilter = useSearch({ strict: false });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<JournalLine>();
  const show = (changed: JournalFilter) =>
    void navigate({ to: '.', search: { ...filter, ...changed } });
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
      <Filters>
        <TextFilter of={filter} name="actor" label={t.who} onChange={show} />
        <TextFilter
          of={filter}
          name="operation"
          label={t.what}
          placeholder="withdrawals"
          onChange={show}
        />
        <TextFilter of={filter} name="object_id" label={t.id} onChange={show} />
        <ChoiceFilter
          label={t.outcome}
          value={filter.outcome}
          choices={outcomes.map((value) => ({ value, label: labels[value] }))}
          onChange={(outcome) => show({ outcome })}
        />
        <SpanFilter of={filter} onChange={show} />
      </Filters>
      <ListTable
        label={t.title}
        list={journalList(project, filter)}
        columns={useColumns(setOpened)}
        empty={t.empty}
        filtered={{
          by: filter,
          text: t.filtered,
          onClear: () => void navigate({ to: '.', search: {} }),
        }}
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
      head: t.what,
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
      head: t.outcome,
      cell: ({ outcome, reason }) => (
        <>
          <Status of={journalOutcome} value={outcome} />
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
          {t.open}
        </Button>
      ),
    },
  ];
}
