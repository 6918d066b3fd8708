// Pays many from a file: all that is wrong is told at once, before anything is sent; then one after the other, and after
// a reload where it was.
import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useMessages } from '../../shared/i18n.tsx';
import { loadRefusalWords } from '../../shared/refusals/told.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Failed } from '../../shared/ui/failed.tsx';
import { Loading } from '../../shared/ui/loading.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type BatchRow, type FileProblem, isFile, readBatch } from './batch-file.ts';
import { batchWords } from './batch-messages.ts';
import { BatchTable } from './batch-table.tsx';
import type { Rehearsed } from './queries.ts';
import { type Batch as Running, useBatch } from './use-batch.ts';

const route = getRouteApi('/app/projects/$project/withdrawals/batch');

export function Batch() {
  const t = useMessages(batchWords);
  const { project } = route.useParams();
  const batch = useBatch(project);
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  const read = async (file: File | null) => {
    if (file === null) return;
    const found = readBatch(await file.text());
    setProblems(isFile(found) ? [] : found);
    if (isFile(found)) batch.take(found);
    else batch.clear();
  };
  const back = {
    label: t.back,
    link: { to: '/projects/$project/withdrawals', params: { project } },
  } as const;
  return (
    <Page title={t.title} back={back}>
      <Stack gap="md">
        <Text>{t.columns}</Text>
        <Group gap="sm">
          <FileButton onChange={(file) => void read(file)} accept=".csv,text/csv,text/plain">
            {(props) => (
              <Button variant="default" disabled={batch.isRunning} {...props}>
                {t.choose}
              </Button>
            )}
          </FileButton>
          {batch.rows.length > 0 && (
            <Button variant="subtle" onClick={batch.clear} disabled={batch.isRunning}>
              {t.forget}
            </Button>
          )}
        </Group>
        {problems.length > 0 && (
          <Alert color="red" role="alert" title={t.wrongFile}>
            <List size="sm">
              {problems.map(({ kind, column }) => (
                <List.Item key={`${kind} ${column}`}>{t[kind](column)}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        {batch.rows.length > 0 && <Rows project={project} batch={batch} />}
      </Stack>
    </Page>
  );
}

interface Props {
  readonly project: string;
  readonly batch: Running;
}

/** Rehearsed until the first one is sent. */
function Rows({ project, batch }: Props) {
  const t = useMessages(batchWords);
  const { rows, isRunning, error } = batch;
  const waiting = rows.filter(({ state }) => state === 'waiting');
  const isFresh = waiting.length === rows.length && !isRunning;
  const rehearsal = useQuery({
    queryKey: ['rehearsal', project, rows.map(({ attempt }) => attempt).join()],
    queryFn: () => rehearse(project, rows, t.checkConfirms(rows.length)),
    enabled: isFresh,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isOver = waiting.length === 0;
  const wrong = rehearsal.data?.rows.filter(({ problems }) => problems.length > 0).length ?? 0;
  const refused = rows.filter(({ state }) => state === 'refused').length;
  return (
    <>
      {isFresh && rehearsal.isPending && <Loading what={t.checking} />}
      {isFresh && rehearsal.isError && (
        <Failed
          error={rehearsal.error}
          what={t.checking}
          onRetry={() => void rehearsal.refetch()}
        />
      )}
      {isFresh && wrong > 0 && (
        <Alert color="red" role="alert" title={t.wrongRows(wrong)}>
          {t.mend}
        </Alert>
      )}
      {!isFresh && (
        <Text role="status" fw={600}>
          {t.progress(rows.length - waiting.length - refused, rows.length)}
          {refused > 0 && ` ${t.refused(refused)}`}
        </Text>
      )}
      {error !== null && <Failed error={error} what={t.stopped} />}
      {!isOver && (!isFresh || (rehearsal.data !== undefined && wrong === 0)) && (
        <Send batch={batch} waiting={waiting} charged={rehearsal.data?.charged ?? null} />
      )}
      <BatchTable project={project} rows={rows} rehearsed={rehearsal.data ?? null} />
    </>
  );
}

/** Its problems are told in the words of refusals. */
async function rehearse(
  project: string,
  rows: readonly BatchRow[],
  confirms: string,
): Promise<Rehearsed> {
  const withdrawals = JSON.stringify(rows.map(({ request }) => request));
  const [rehearsed] = await Promise.all([
    operator('withdrawals.rehearse', { project, withdrawals }, { confirms }),
    loadRefusalWords(),
  ]);
  return rehearsed;
}

interface SendProps {
  readonly batch: Running;
  readonly waiting: readonly BatchRow[];
  readonly charged: Rehearsed['charged'] | null;
}

function Send({ batch, waiting, charged }: SendProps) {
  const t = useMessages(batchWords);
  const [isAsking, setAsking] = useState(false);
  const sum = charged?.map(({ amount, currency }) => `${amount} ${currency}`).join(', ') ?? null;
  const isFirst = waiting.length === batch.rows.length;
  return (
    <Group gap="md">
      <Button onClick={() => setAsking(true)} loading={batch.isRunning}>
        {isFirst ? t.send(waiting.length) : t.goOn(waiting.length)}
      </Button>
      {sum !== null && isFirst && <Text fw={600}>{t.sum(sum)}</Text>}
      {isAsking && (
        <ConfirmDialog
          title={t.sendTitle}
          action={isFirst ? t.send(waiting.length) : t.goOn(waiting.length)}
          run={async () => batch.send(t.confirms(waiting.length, sum))}
          onClose={() => setAsking(false)}
        >
          {t.what(waiting.length, sum)}
        </ConfirmDialog>
      )}
    </Group>
  );
}
