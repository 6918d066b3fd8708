// Recurring jobs: last run, due time, and failures; and the queues.
import { Alert, Code, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { refusalOf } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Status, workStatus } from '../../shared/statuses.tsx';
import { Loaded, Page } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { type Queue, type Task, workList } from './queries.ts';
import { useWorkText } from './work-names.ts';

export function Work() {
  const t = useTexts('running');
  return (
    <Page title={t.work}>
      <Text c="dimmed">{t.workAbout}</Text>
      <Loaded query={useQuery(workList)} what={t.work}>
        {({ queues, recurring }) => (
          <>
            {recurring.some(({ failures }) => failures > 0) && (
              <Alert color="yellow" role="note">
                {t.doWork}
              </Alert>
            )}
            <Title order={2}>{t.runningQueues}</Title>
            <Queues rows={queues} />
            <Title order={2}>{t.recurring}</Title>
            <Tasks rows={recurring} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const COUNTED_MAX = 1000;

function Queues({ rows }: { readonly rows: readonly Queue[] }) {
  const t = useTexts('running');
  const labels = useWorkText();
  return (
    <RowsTable
      label={t.runningQueues}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { head: t.name, cell: ({ name }) => labels.queue(name) },
        {
          head: t.due,
          isAmount: true,
          cell: ({ due }) => `${due}${due >= COUNTED_MAX ? '+' : ''}`,
        },
        { head: t.oldest, time: ({ oldest_due_at: at }) => at },
      ]}
    />
  );
}

function Tasks({ rows }: { readonly rows: readonly Task[] }) {
  const t = useTexts('running');
  const labels = useWorkText();
  return (
    <RowsTable
      label={t.recurring}
      rows={[...rows].sort((one, other) => other.failures - one.failures)}
      rowKey={({ name }) => name}
      columns={[
        {
          head: t.name,
          cell: ({ name }) => (
            <>
              {labels.task(name)} <Code>{name}</Code>
            </>
          ),
        },
        {
          head: t.currentStatus,
          cell: ({ failures, running }) => (
            <Status of={workStatus} value={failures > 0 ? 'fails' : running ? 'runs' : 'rests'} />
          ),
        },
        { head: t.ended, time: ({ ended_at: at }) => at },
        { head: t.dueAt, time: ({ due_at: at }) => at },
        {
          head: t.error,
          cell: ({ failures, last_error: error }) =>
            failures > 0
              ? t.labelled({
                  label: t.failures({ count: failures }),
                  value: refusalOf(error ?? ''),
                })
              : '–',
        },
      ]}
    />
  );
}
