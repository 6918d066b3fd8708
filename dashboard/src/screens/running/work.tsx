// Recurring jobs: the result and duration of the last run, the next run, and a button to run one now; and the queues.
import { Alert, Button, Code, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import { now } from '../../shared/clock.ts';
import { refusalOf } from '../../shared/code-texts.ts';
import { durationText } from '../../shared/duration.ts';
import { useAction } from '../../shared/errors.ts';
import { workStatus } from '../../shared/further-statuses.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { Ago } from '../../shared/ui/ago.tsx';
import { Failed, Loaded, Page } from '../../shared/ui/page.tsx';
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
  const canRun = useCan('workers.run');
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
              <div>{labels.task(name)}</div>
              <Code>{name}</Code>
            </>
          ),
        },
        {
          head: t.currentStatus,
          cell: ({ failures, running }) => (
            <Status of={workStatus} value={failures > 0 ? 'fails' : running ? 'runs' : 'rests'} />
          ),
        },
        { head: t.lastRun, isText: true, cell: (task) => <LastRun task={task} /> },
        { head: t.dueAt, cell: (task) => <NextRun task={task} /> },
        canRun && { head: t.runNow, cell: (task) => <RunNow task={task} /> },
      ]}
    />
  );
}

function LastRun({ task }: { readonly task: Task }) {
  const t = useTexts('running');
  const { locale } = useLanguage();
  const { ended_at: at, failures, last_error: error, milliseconds } = task;
  if (at === null) return t.neverRan;
  const took = milliseconds === null ? null : durationText(locale, milliseconds);
  return (
    <>
      <div>
        {failures > 0 ? t.failed : t.completed} <Ago at={at} />
        {took !== null && `, ${t.took({ duration: took })}`}
      </div>
      {failures > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t.labelled({ label: t.failures({ count: failures }), value: refusalOf(error ?? '') })}
        </Text>
      )}
    </>
  );
}

function NextRun({ task: { running, due_at: at } }: { readonly task: Task }) {
  const t = useTexts('running');
  if (running) return t.runsNow;
  if (at === null) return t.whenNeeded;
  return Date.parse(at) <= now() ? t.dueNow : <Ago at={at} />;
}

/** A job that runs whenever there is something to do has no schedule. */
function RunNow({ task: { name, due_at: at, running } }: { readonly task: Task }) {
  const t = useTexts('running');
  const labels = useWorkText();
  const work = useAction({
    run: () => operator('workers.run', { name }),
    refreshes: [['work']],
  });
  if (at === null) return '–';
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={work.isPending}
        disabled={running}
        aria-label={t.labelled({ label: t.runNow, value: labels.task(name) })}
        onClick={() => work.start(undefined)}
      >
        {t.runNow}
      </Button>
      {work.isError && <Failed error={work.error} />}
    </>
  );
}
